import { type ReactNode, useId } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Chat, type ChatParts } from './chat.tsx'
import styles from './chat-card.module.css'

/** One conversation under its title. */
export function ChatCard({ before, ...parts }: ChatParts & { before: ReactNode }) {
  const { session, isFailed } = parts.conversation
  const titleId = useId()
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{session === null ? 'Start New Conversation' : 'Support Chat'}</h2>
        {session && (
          <p className={styles.about}>
            <span className={styles.subject}>{session.subject}</span>
            <span className="mono">{session.sessionId.slice(-8)}</span>
          </p>
        )}
      </header>
      {session === undefined && !isFailed ? (
        <div className={styles.before}>
          <Skeleton lines={4} height="2.5rem" label="Loading your conversation..." />
        </div>
      ) : (
        <Chat {...parts} before={before} />
      )}
    </section>
  )
}
