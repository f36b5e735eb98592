import { useTitleCount } from '#client/lib/use-title-count.ts'
import { useUnread } from './use-unread.ts'

/** Puts the number of unseen answers in front of the title of whatever page is open; draws nothing. */
export function UnreadTitle() {
  const unread = useUnread()
  useTitleCount(unread === 0 ? '' : String(unread))
  return null
}
