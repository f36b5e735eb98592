import styles from './unread-mark.module.css'
import { useUnread } from './use-unread.ts'

/** The number of unseen answers, to stand beside a link to the chat; nothing while there are none. */
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
