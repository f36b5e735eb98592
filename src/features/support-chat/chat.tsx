import { type ReactNode, useEffect } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import styles from './chat-card.module.css'
import { Composer } from './composer.tsx'
import { ConversationClosed } from './conversation-closed.tsx'
import { ConversationFollower } from './conversation-subscription.tsx'
import { firstDraft } from './first-draft.ts'
import type { QueuedMessage, SendQueue } from './send-queue.ts'
import { Thread } from './thread.tsx'
import { useAttachments } from './use-attachments.ts'
import { useChatState } from './use-chat-state.ts'
import type { Conversation } from './use-conversation.ts'
import { useDraft } from './use-draft.ts'

export type ChatParts = {
  customerId: string
  conversation: Conversation
  outgoing: readonly QueuedMessage[]
  queue: SendQueue
  /** Why the last message did not go out. */
  failure: string | undefined
  /** What the customer came to ask about. */
  about?: string
  forgetAbout: () => void
}

/** What was said, or `before` while nothing was, and the box to write in. */
export function Chat({ before, ...parts }: ChatParts & { before: ReactNode }) {
  const { customerId, conversation, outgoing, queue, failure, about, forgetAbout } = parts
  const { session, messages, isFailed, isFetching, retry } = conversation
  const state = useChatState(session)
  const attachments = useAttachments()
  const [draft, changeDraft] = useDraft(customerId, (kept) => firstDraft(kept, { about, isNew: !session }))

  // The address is taken over once; kept in it, it would come back with every reload.
  useEffect(() => {
    if (about !== undefined) forgetAbout()
  }, [about, forgetAbout])

  const edit = ({ clientMessageId, subject, message, files = [] }: QueuedMessage) => {
    queue.forget(clientMessageId)
    attachments.restore(files)
    changeDraft({
      ...(subject !== undefined && { subject }),
      message: draft.message ? `${message}\n${draft.message}` : message,
    })
  }

  return (
    <>
      {session && messages && (
        <ConversationFollower key={session.sessionId} session={session} messages={messages} {...{ outgoing, queue }} />
      )}
      {isFailed && <LoadingFailed isRetrying={isFetching} onRetry={retry} />}
      {before ? (
        <div className={styles.before}>{before}</div>
      ) : messages || outgoing.length > 0 ? (
        <Thread conversation={conversation} outgoing={outgoing} state={state} onRetry={queue.retry} onEdit={edit} />
      ) : (
        <div className={styles.before}>{!isFailed && <Skeleton lines={4} height="2.5rem" />}</div>
      )}
      {state.isClosed ? (
        <ConversationClosed />
      ) : (
        <Composer {...{ session, outgoing, queue, failure, draft, changeDraft, attachments }} />
      )}
    </>
  )
}

function LoadingFailed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <div className={styles.failed}>
      <Notice tone="bad" title="Your conversation could not be loaded" role="status">
        <p>We could not reach the server. What you type here is kept.</p>
        <Button variant="secondary" size="small" busy={isRetrying} onClick={onRetry}>
          Try Again
        </Button>
      </Notice>
    </div>
  )
}
