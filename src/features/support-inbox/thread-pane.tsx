import { useEffect, useRef, useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { threadEntries } from '#client/lib/thread.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { CallButton, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { MessageList, MessageLog } from '#client/ui/message-list.tsx'
import { FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { chatMessages } from '#shared/chat.ts'
import type { ChatSummary, ChatThread, InboxMessage } from '#shared/inbox-schema.ts'
import { ReplyBox } from './reply-box.tsx'
import styles from './thread-pane.module.css'
import { type ReplyQueue, useInboxState, useReplyQueue, useThread, useThreadFeed } from './use-thread.ts'

type Props = { staff: StaffProfile; sessionId: string; onBack: () => void; onClose: (andNext: boolean) => void }

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
      <QuietButton className={styles.back} onClick={onBack}>
        Back to conversations
      </QuietButton>
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
            <ThreadHead staff={staff} session={loaded.session} onClose={onClose} />
            <ThreadLog thread={loaded} earlier={thread.earlier} staffId={staff.id} {...{ replies, state }} />
            <ReplyBox session={loaded.session} replies={replies} />
          </>
        )}
      </QueryState>
    </section>
  )
}

type LogProps = {
  thread: ChatThread
  earlier: ReturnType<typeof useThread>['earlier']
  replies: ReplyQueue
  state: ReturnType<typeof useInboxState>
  staffId: string
}

function ThreadLog({ thread, earlier, replies: { outgoing, retry, edit }, state, staffId }: LogProps) {
  const { seenSequence, typingNames } = state
  useThreadFeed(thread)
  const entries = threadEntries(thread.messages, outgoing, { own: 'admin', seenSequence })
  // Messages from before the thread opened are outside the live region, so they are not announced.
  const [opened] = useState(() => thread.messages.at(-1)?.sequence ?? 0)
  const firstNew = entries.findIndex(({ delivered }) => !delivered || delivered.sequence > opened)
  const split = firstNew < 0 ? entries.length : firstNew
  const shown = {
    from: (message: InboxMessage) => senderName(message, staffId),
    formatTime: formatDateTime,
    onRetry: retry,
    onEdit: edit,
  }
  return (
    <MessageLog
      label="Messages"
      className={styles.log}
      lastSent={outgoing.at(-1)?.clientMessageId}
      earlier={thread.hasOlder ? earlier : undefined}
      typing={typingNames.map(chatMessages.typing).join(' ')}
    >
      <MessageList entries={entries.slice(0, split)} {...shown} />
      <div role="log" aria-label={`Conversation with ${thread.session.userName}`} className={styles.live}>
        <MessageList entries={entries.slice(split)} {...shown} />
      </div>
    </MessageLog>
  )
}

/** 'You' for messages of `staffId`, otherwise the name of the sender. */
export function senderName({ staff, senderName: customer }: InboxMessage, staffId: string) {
  if (staff === null) return customer
  return staff.id === staffId ? 'You' : staff.name
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
            <SmallButton aria-keyshortcuts="Alt+E" onClick={() => onClose(false)}>
              Close
            </SmallButton>
            <SmallButton aria-keyshortcuts="Alt+Shift+E" onClick={() => onClose(true)}>
              Close and next
            </SmallButton>
          </>
        ) : (
          <CallButton call={reopen} input={{ sessionId, status: 'open' }}>
            Reopen
          </CallButton>
        )}
      </div>
    </header>
  )
}
