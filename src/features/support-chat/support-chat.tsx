import { useId, useState } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { statusReasons } from '#shared/status-reasons.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { Chat } from './chat.tsx'
import styles from './support-chat.module.css'
import { useConversation } from './use-conversation.ts'
import { useSendQueue } from './use-send-queue.ts'

/** While the place of the questions is unknown, they are not shown: moving them would close an open answer. */
export function SupportChat(props: { customerId: string; about?: string; forgetAbout: () => void }) {
  const conversation = useConversation()
  const { session, isFailed } = conversation
  const [failure, setFailure] = useState<string>()
  const { queue, entries: outgoing } = useSendQueue(props.customerId, setFailure)
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
          <Chat {...props} {...{ conversation, outgoing, queue, failure }} before={isNew && <CommonQuestions />} />
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

function reason(status: ReviewStatus, start: string): string {
  return statusReasons[status].find((each) => each.startsWith(start)) ?? ''
}
