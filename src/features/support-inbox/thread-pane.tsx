import { useEffect, useRef } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import type { ChatSummary, ChatThread } from '#shared/inbox-schema.ts'
import { ReplyBox } from './reply-box.tsx'
import { ThreadLog } from './thread-log.tsx'
import styles from './thread-pane.module.css'
import { useReplyQueue } from './use-reply-queue.ts'
import { useInboxState, useStaffSeen, useThread, useThreadFeed } from './use-thread.ts'

type Props = {
  staff: StaffProfile
  sessionId: string
  onBack: () => void
  onClose: (andNext: boolean) => void
}

export function ThreadPane({ staff, sessionId, onBack, onClose }: Props) {
  const thread = useThread(sessionId)
  const replies = useReplyQueue(staff.id, sessionId)
  const state = useInboxState(sessionId)
  const paneRef = useRef<HTMLElement>(null)

  const isLoaded = thread.data !== undefined
  useEffect(() => {
    if (isLoaded) paneRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded])

  return (
    <section ref={paneRef} className={`shrinks ${styles.pane}`} aria-label="Conversation">
      <Button variant="quiet" size="small" className={styles.back} onClick={onBack}>
        Back to conversations
      </Button>
      <QueryState
        query={thread}
        loading={
          <div className="pad-4">
            <Skeleton lines={5} height="2.5rem" label="Loading the conversation..." />
          </div>
        }
        failed={({ error, retry }) => (
          <FailedMessage title="We couldn't load the conversation" headingLevel={3} retry={retry}>
            {error.message}
          </FailedMessage>
        )}
      >
        {(loaded) => (
          <>
            <ThreadSubscription thread={loaded} />
            <ThreadHead staff={staff} session={loaded.session} onClose={onClose} />
            <ThreadLog
              thread={loaded}
              outgoing={replies.replies}
              staffId={staff.id}
              seenSequence={state.seenSequence}
              typingNames={state.typingNames}
              isReadingOlder={thread.isReadingOlder}
              onOlder={thread.readOlder}
              onRetry={replies.retry}
              onEdit={(reply) => {
                replies.forget(reply.clientMessageId)
                const { text, files } = replies.draft
                replies.setDraft({
                  text: text ? `${reply.message}\n${text}` : reply.message,
                  files: [...reply.files, ...files],
                })
              }}
            />
            <ReplyBox session={loaded.session} replies={replies} />
          </>
        )}
      </QueryState>
    </section>
  )
}

/** Subscribes to the conversation once its messages are loaded; renders nothing. */
function ThreadSubscription({ thread }: { thread: ChatThread }) {
  useThreadFeed(thread)
  useStaffSeen(thread)
  return null
}

type HeadProps = { staff: StaffProfile; session: ChatSummary; onClose: (andNext: boolean) => void }

function ThreadHead({ staff, session, onClose }: HeadProps) {
  const { sessionId, userName, subject, status, assignee } = session
  const call = useCall({ failed: 'Conversation not changed' })
  const reopen = trpc.admin.chat.setStatus.useMutation(call)
  const assign = trpc.admin.chat.assign.useMutation(call)
  const { data: colleagues = [] } = trpc.admin.chat.colleagues.useQuery(undefined, { staleTime: 60_000 })
  // A former assignee may no longer be in the list of support staff.
  const others = colleagues.filter(({ id }) => id !== staff.id)
  const isGone = assignee && assignee.id !== staff.id && !others.some(({ id }) => id === assignee.id)
  return (
    <header className={`cluster bottom spread gap-4 row-gap-2 line-bottom ${styles.head}`}>
      <div className={`cluster gap-2 row-gap-0 shrinks ${styles.about}`}>
        <h3 className="breaks">{userName}</h3>
        {status === 'closed' && <Tag tone="off">Closed</Tag>}
        <p className={`muted breaks ${styles.subject}`}>{subject}</p>
      </div>
      <div className={`cluster bottom gap-2 ${styles.actions}`}>
        <SelectField
          label="Assigned to"
          className={styles.assign}
          value={assignee?.id ?? ''}
          options={[
            { value: '', name: 'Unassigned' },
            { value: staff.id, name: 'Me' },
            ...(isGone ? [{ value: assignee.id, name: assignee.name }] : []),
            ...others.map(({ id, name }) => ({ value: id, name })),
          ]}
          onValueChange={(id) => assign.mutate({ sessionId, assigneeId: id || null })}
        />
        {status === 'open' ? (
          <>
            <Button variant="secondary" size="small" aria-keyshortcuts="Alt+E" onClick={() => onClose(false)}>
              Close
            </Button>
            <Button variant="secondary" size="small" aria-keyshortcuts="Alt+Shift+E" onClick={() => onClose(true)}>
              Close and next
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            size="small"
            busy={reopen.isPending}
            onClick={() => reopen.mutate({ sessionId, status: 'open' })}
          >
            Reopen
          </Button>
        )}
      </div>
    </header>
  )
}
