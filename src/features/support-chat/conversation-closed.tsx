import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { chatMessages } from '#shared/chat.ts'
import styles from './composer.module.css'

/** What stands in place of the box once support has ended the conversation. */
export function ConversationClosed() {
  const utils = trpc.useUtils()
  return (
    <div className={styles.form}>
      <p role="status">{chatMessages.closed}</p>
      <div>
        <Button onClick={() => utils.chat.mySession.setData(undefined, null)}>Start New Conversation</Button>
      </div>
    </div>
  )
}
