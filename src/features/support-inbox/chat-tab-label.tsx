import { playAlert } from '#client/lib/alert-sound.ts'
import { UnreadCount } from '#client/ui/badge.tsx'
import { useChatSignals, useChatUnread } from './use-chats.ts'

/** The tab label with the number of unread messages. Always rendered, so it also alerts to messages. */
export function ChatTabLabel() {
  const unread = useChatUnread()
  useChatSignals(playAlert)
  return (
    <>
      <span>Chat Support</span>
      <UnreadCount count={unread} />
    </>
  )
}
