import styles from './unread-mark.module.css'
import { useUnread } from './use-unread.ts'

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
