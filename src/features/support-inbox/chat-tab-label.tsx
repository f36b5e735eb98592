import styles from './chat-tab-label.module.css'
import { playSound, showNotice } from './inbox-notice.ts'
import { useChatSignals, useChatUnread } from './use-chats.ts'

/** 'Chat Support' with how many messages wait. As it stands on every tab, it is also what tells of new ones. */
export function ChatTabLabel({ onOpen }: { onOpen: (sessionId: string) => void }) {
  const unread = useChatUnread()
  useChatSignals(({ sessionId, from }) => {
    // Who looks at the page sees it.
    if (document.visibilityState === 'visible' && document.hasFocus()) return
    playSound()
    showNotice(from, () => onOpen(sessionId))
  })
  return (
    <>
      <span>Chat Support</span>
      {unread > 0 && (
        <>
          {' '}
          <span className={styles.count} aria-hidden="true">
            {unread}
          </span>
          <span className="visually-hidden">({unread} unread)</span>
        </>
      )}
    </>
  )
}
