import { type ReactNode, useEffect, useState } from 'react'
import { mergeMessages } from '#client/lib/thread.ts'
import { useSeenReport } from '#client/lib/thread-hooks.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { chatMessages } from '#shared/chat.ts'
import type { ChatMessage, ChatSession } from '#shared/chat-schema.ts'
import { Composer } from './composer.tsx'
import styles from './support-chat.module.css'
import { Thread } from './thread.tsx'
import { type Conversation, newestOf, useChatState } from './use-conversation.ts'
import { firstDraft, useAttachments, useDraft } from './use-draft.ts'
import type { QueuedMessage, SendQueue } from './use-send-queue.ts'

type ChatProps = {
  customerId: string
  conversation: Conversation
  outgoing: readonly QueuedMessage[]
  queue: SendQueue
  failure: string | undefined
  about?: string
  forgetAbout: () => void
  before: ReactNode
}

export function Chat(props: ChatProps) {
  const { customerId, conversation, outgoing, queue, failure, about, forgetAbout, before } = props
  const { session, messages, isFailed, isFetching, retry } = conversation
  const state = useChatState(session)
  const attachments = useAttachments()
  const [draft, changeDraft] = useDraft(customerId, (kept) => firstDraft(kept, { about, isNew: !session }))

  // The URL is read once; otherwise every reload would fill in the subject again.
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
        <ConversationSubscription
          key={session.sessionId}
          session={session}
          messages={messages}
          {...{ outgoing, queue }}
        />
      )}
      {isFailed && (
        <div className={styles.failed}>
          <RetryNotice tone="bad" title="We couldn't load your conversation" isRetrying={isFetching} onRetry={retry}>
            We can't reach the server. What you type here is saved.
          </RetryNotice>
        </div>
      )}
      {before ? (
        <div className={`pad-4 ${styles.before}`}>{before}</div>
      ) : messages || outgoing.length > 0 ? (
        <Thread conversation={conversation} outgoing={outgoing} state={state} onRetry={queue.retryAll} onEdit={edit} />
      ) : (
        <div className={`pad-4 ${styles.before}`}>{!isFailed && <Skeleton lines={4} height="2.5rem" />}</div>
      )}
      {state.isClosed ? (
        <ConversationClosed />
      ) : (
        <Composer {...{ session, outgoing, queue, failure, draft, changeDraft, attachments }} />
      )}
    </>
  )
}

type SubscriptionProps = {
  session: ChatSession
  messages: readonly ChatMessage[]
  outgoing: readonly QueuedMessage[]
  queue: SendQueue
}

function ConversationSubscription({ session, messages, outgoing, queue }: SubscriptionProps) {
  const { mutate: reportSeen } = trpc.chat.seen.useMutation()
  useMessageFeed(session.sessionId, messages)
  const newest = messages.findLast(({ senderType }) => senderType === 'admin')?.sequence ?? 0
  useSeenReport(newest, session.seenSequence, (sequence) => reportSeen({ sessionId: session.sessionId, sequence }))

  // A pushed message has arrived even if the response to its sender was lost.
  useEffect(() => {
    const arrived = new Set(messages.map(({ clientMessageId }) => clientMessageId))
    for (const { clientMessageId, state } of outgoing)
      if (state === 'failed' && arrived.has(clientMessageId)) queue.forget(clientMessageId)
  }, [messages, outgoing, queue])

  return null
}

/** Appends new messages after `messages`. After a lost connection the subscription resumes where it stopped. */
function useMessageFeed(sessionId: string, messages: readonly ChatMessage[]): void {
  const utils = trpc.useUtils()
  // Only the start: later the subscription tracks the last event itself.
  const [lastEventId] = useState(() => messages.at(-1)?.sequence ?? 0)
  trpc.chat.watch.useSubscription(
    { sessionId, lastEventId },
    {
      onData: ({ data }) =>
        utils.chat.messages.setData(newestOf(sessionId), (old = []) => [...mergeMessages(old, [data])]),
    },
  )
}

function ConversationClosed() {
  const utils = trpc.useUtils()
  return (
    <div className="stack gap-3 pad-4 line-top">
      <p role="status">{chatMessages.closed}</p>
      <div>
        <Button onClick={() => utils.chat.mySession.setData(undefined, null)}>Start New Conversation</Button>
      </div>
    </div>
  )
}
