import { trpc } from '#client/lib/trpc.ts'
import { useTitleCount } from '#client/lib/use-title-count.ts'
import { UnreadCount } from '#client/ui/badge.tsx'

/** A badge with the number of unread replies. */
export function UnreadMark() {
  return <UnreadCount count={useUnread()} />
}

/** Prefixes the document title with the number of unread replies; renders nothing. */
export function UnreadTitle() {
  const unread = useUnread()
  useTitleCount(unread === 0 ? '' : String(unread))
  return null
}

function useUnread(): number {
  return trpc.chat.watchUnseen.useSubscription().data ?? 0
}
