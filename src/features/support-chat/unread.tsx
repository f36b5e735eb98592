import { trpc } from '#client/lib/trpc.ts'
import { useTitleCount } from '#client/lib/use-title-count.ts'
import styles from './unread.module.css'

/** A badge with the number of unread replies; renders nothing for 0. */
export function UnreadMark() {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <>
      {' '}
      <span className={styles.mark} aria-hidden="true">
        {unread}
      </span>
      <span className="visually-hidden">({unread} unread)</span>
    </>
  )
}

/** Prefixes the document title with the number of unread replies; renders nothing. */
export function UnreadTitle() {
  const unread = useUnread()
  useTitleCount(unread === 0 ? '' : String(unread))
  return null
}

/** The number of unread replies. */
function useUnread(): number {
  return trpc.chat.watchUnseen.useSubscription().data ?? 0
}
