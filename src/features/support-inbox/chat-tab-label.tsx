import { UnreadCount } from '#client/ui/badge.tsx'
import { playSound, showNotice } from './inbox-notice.ts'
import { useChatSignals, useChatUnread } from './use-chats.ts'

/** The tab label with the number of unread messages. Always rendered, so it also raises notifications. */
export function ChatTabLabel({ onOpen }: { onOpen: (sessionId: string) => void }) {
  const unread = useChatUnread()
  useChatSignals(({ sessionId, from }) => {
    // No notification while the page is in use.
    if (document.visibilityState === 'visible' && document.hasFocus()) return
    playSound()
    showNotice(from, () => onOpen(sessionId))
  })
  return (
    <>
      <span>Chat Support</span>
      <UnreadCount count={unread} />
    </>
  )
}
