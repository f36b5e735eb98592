import { trpc } from '#client/lib/trpc.ts'
import { useTitleCount } from '#client/lib/use-title-count.ts'
import { UnreadCount } from '#client/ui/badge.tsx'

export function UnreadMark() {
  return <UnreadCount count={useUnread()} />
}

export function UnreadTitle() {
  const unread = useUnread()
  useTitleCount(unread === 0 ? '' : String(unread))
  return null
}

function useUnread() {
  return trpc.chat.watchUnseen.useSubscription().data ?? 0
}
