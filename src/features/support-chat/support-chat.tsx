import { type ReactNode, useEffect, useId } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { chatMessages } from '#shared/chat.ts'
import type { ChatMessage, ChatSession } from '#shared/chat-schema.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { Composer, firstDraft, useAttachments, useDraft } from './composer.tsx'
import styles from './support-chat.module.css'
import { Thread } from './thread.tsx'
import { type Chat, type QueuedMessage, useChat, useChatState, useFeed } from './use-chat.ts'

type SupportChatProps = {
  customerId: string
  about?: string
  /** Removes `about` from the URL once the form has it. */
  forgetAbout: () => void
}

/** While the place of the questions is unknown, they are not shown: moving them would close an open answer. */
export function SupportChat(props: SupportChatProps) {
  const chat = useChat(props.customerId)
  const { session, outgoing, isFailed } = chat
  const titleId = useId()
  const isNew = session === null && outgoing.length === 0
  const isLoading = session === undefined && !isFailed
  return (
    <div className={`stack top gap-6 ${styles.layout}`}>
      <section className={styles.card} aria-labelledby={titleId}>
        <header className="cluster baseline spread gap-4 row-gap-1 pad-4 line-bottom">
          <h2 id={titleId} className="text-xl">
            {session === null ? 'Start New Conversation' : 'Support Chat'}
          </h2>
          {session && (
            <p className="cluster baseline gap-3 row-gap-0 shrinks muted text-sm">
              <span className="breaks">{session.subject}</span>
              <span className="mono">{session.sessionId.slice(-8)}</span>
            </p>
          )}
        </header>
        {isLoading ? (
          <div className={`pad-4 ${styles.before}`}>
            <Skeleton lines={4} height="2.5rem" label="Loading your conversation..." />
          </div>
        ) : (
          <Conversation {...props} chat={chat} before={isNew && <CommonQuestions />} />
        )}
      </section>
      <aside className="stack gap-5" aria-label="Help">
        <p className="pad-top-4 muted line-top">
          <strong className="block ink">Real people, 24/7.</strong> We reply within 1 hour. You can close this page;
          we'll email you when we reply.
        </p>
        {!isNew && !isLoading && <CommonQuestions />}
      </aside>
    </div>
  )
}

function Conversation({
  customerId,
  chat,
  about,
  forgetAbout,
  before,
}: SupportChatProps & { chat: Chat; before: ReactNode }) {
  const { session, messages, outgoing, queue, isFailed, isFetching, retry } = chat
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
      {session && messages && <Feed key={session.sessionId} {...{ session, messages, chat }} />}
      {isFailed && (
        <div className={styles.failed}>
          <RetryNotice tone="bad" title="We couldn't load your conversation" isRetrying={isFetching} onRetry={retry}>
            We can't reach the server. What you type here is saved.
          </RetryNotice>
        </div>
      )}
      {before || (!messages && outgoing.length === 0) ? (
        <div className={`pad-4 ${styles.before}`}>
          {before || (!isFailed && <Skeleton lines={4} height="2.5rem" />)}
        </div>
      ) : (
        <Thread {...{ chat, state }} onEdit={edit} />
      )}
      {state.isClosed ? <ConversationClosed /> : <Composer {...{ chat, draft, changeDraft, attachments }} />}
    </>
  )
}

type FeedProps = { session: ChatSession; messages: readonly ChatMessage[]; chat: Chat }

/** Renders nothing: the feed begins once the messages are loaded. */
function Feed({ session, messages, chat: { outgoing, queue } }: FeedProps) {
  useFeed(session, messages)

  // A pushed message has arrived even if the response to its sender was lost.
  useEffect(() => {
    const arrived = new Set(messages.map(({ clientMessageId }) => clientMessageId))
    for (const { clientMessageId, state } of outgoing)
      if (state === 'failed' && arrived.has(clientMessageId)) queue.forget(clientMessageId)
  }, [messages, outgoing, queue])

  return null
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

function CommonQuestions() {
  return (
    <section className={styles.questions} aria-labelledby="common-questions">
      <h3 id="common-questions" className="pad-bottom-2 line-bottom">
        Common questions
      </h3>
      {commonQuestions.map(({ question, answers }) => (
        <details key={question} className="line-bottom">
          <summary>{question}</summary>
          {answers.map((answer) => (
            <p key={answer} className="pad-bottom-3 muted">
              {answer}
            </p>
          ))}
        </details>
      ))}
    </section>
  )
}

export const commonQuestions: readonly { question: string; answers: readonly string[] }[] = [
  {
    question: 'How long does checking my card take?',
    answers: [reason('pending', 'We have your card'), reason('pending', 'We are busier than usual')],
  },
  {
    question: 'When does my payout arrive?',
    answers: [
      reason('completed', 'Your payment has been sent. Depending'),
      reason('completed', 'Your bank transfer has been sent'),
    ],
  },
  {
    question: 'What is wrong with my photo?',
    answers: [
      reason('rejected', 'We need pictures of the front and the back'),
      reason('rejected', 'The photo is too blurry'),
    ],
  },
  {
    question: "Why wasn't my code accepted?",
    answers: [
      reason('rejected', 'The code is still covered'),
      reason('rejected', 'The security code or PIN does not match'),
    ],
  },
  {
    question: "Why wasn't my balance accepted?",
    answers: [
      reason('rejected', 'This card is used and has a zero balance'),
      reason('rejected', 'The balance is lower'),
    ],
  },
  {
    question: "Why couldn't my payout be sent?",
    answers: [reason('failed', 'The payout could not be sent'), reason('failed', 'Your bank did not accept')],
  },
]

function reason(status: ReviewStatus, start: string) {
  return statusReasons[status].find((each) => each.startsWith(start)) ?? ''
}
