import { chatAlert, raiseAlert } from '#client/lib/staff-alerts.ts'
import { UnreadCount } from '#client/ui/badge.tsx'
import { useChatSignals, useChatUnread } from './use-chats.ts'

/** The tab label with the number of unread messages. Always rendered, so it also raises notifications. */
export function ChatTabLabel({ onOpen }: { onOpen: (sessionId: string) => void }) {
  const unread = useChatUnread()
  useChatSignals(({ sessionId, from }) => raiseAlert(chatAlert, `New message from ${from}`, () => onOpen(sessionId)))
  return (
    <>
      <span>Chat Support</span>
      <UnreadCount count={unread} />
    </>
  )
}
