import { playAlert } from '#client/lib/alert-sound.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { UnreadCount } from '#client/ui/badge.tsx'

const POLL_MS = 5_000

/** The tab label with the number of unread messages. Always rendered, so it also alerts to messages. */
export function ChatTabLabel() {
  const { data: unread = 0 } = trpc.admin.chat.unread.useQuery(undefined, usePolling(POLL_MS))
  useChatSignals(playAlert)
  return (
    <>
      <span>Chat Support</span>
      <UnreadCount count={unread} />
    </>
  )
}

/** Refetches the list when a conversation changes; calls `onMessage` for a customer's new message. */
function useChatSignals(onMessage: () => void) {
  const utils = trpc.useUtils()
  const readAgain = (sessionId: string | null) => {
    void utils.admin.chat.sessions.invalidate()
    void utils.admin.chat.total.invalidate()
    void utils.admin.chat.unread.invalidate()
    void utils.admin.chat.thread.invalidate(sessionId === null ? undefined : { sessionId })
  }
  trpc.admin.chat.watchSessions.useSubscription(undefined, {
    // Events before the subscription started, or while it was interrupted, were missed.
    onStarted: () => readAgain(null),
    onData: ({ sessionId, hasWritten }) => {
      readAgain(sessionId)
      if (hasWritten) onMessage()
    },
  })
}
