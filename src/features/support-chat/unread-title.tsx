import { useTitleCount } from '#client/lib/use-title-count.ts'
import { useUnread } from './use-unread.ts'

/** Prefixes the document title with the number of unread replies; renders nothing. */
export function UnreadTitle() {
  const unread = useUnread()
  useTitleCount(unread === 0 ? '' : String(unread))
  return null
}
