import { useState } from 'react'
import { ChatCard } from './chat-card.tsx'
import { CommonQuestions } from './common-questions.tsx'
import styles from './support-chat.module.css'
import { useConversation } from './use-conversation.ts'
import { useSendQueue } from './use-send-queue.ts'

type SupportDeskProps = { customerId: string; about?: string; forgetAbout: () => void }

/** The chat beside the common questions; before the first message they stand where messages will. */
export function SupportChat({ customerId, about, forgetAbout }: SupportDeskProps) {
  const conversation = useConversation()
  const [failure, setFailure] = useState<string>()
  const { queue, entries } = useSendQueue(customerId, setFailure)
  const isNew = conversation.session === null && entries.length === 0
  return (
    <div className={styles.desk}>
      <ChatCard
        customerId={customerId}
        conversation={conversation}
        outgoing={entries}
        queue={queue}
        failure={failure}
        about={about}
        forgetAbout={forgetAbout}
        before={isNew && <CommonQuestions />}
      />
      <aside className={styles.help} aria-label="Help">
        <p className={styles.promise}>
          <strong>A person answers, day and night.</strong> Replies come within 1 hour. You may leave this page: the
          answer waits for you here.
        </p>
        {!isNew && <CommonQuestions />}
      </aside>
    </div>
  )
}
