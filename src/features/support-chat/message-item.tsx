import { shownFiles } from '#client/lib/chat-files.ts'
import { AttachmentList } from '#client/ui/attachment-list.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import styles from './message-item.module.css'
import type { QueuedMessage } from './send-queue.ts'
import { formatTime } from './thread-days.ts'
import type { ThreadEntry } from './thread-entries.ts'

type MessageItemProps = { entry: ThreadEntry; onRetry: () => void; onEdit: (entry: QueuedMessage) => void }

/** One message: the customer's own on the right, support's on the left. */
export function MessageItem({ entry, onRetry, onEdit }: MessageItemProps) {
  const { at, isOwn, text, attachments, isSeen, outgoing } = entry
  return (
    <li className={classNames(styles.item, isOwn ? styles.own : styles.support)}>
      <p className={styles.from}>
        <span className={styles.name}>{isOwn ? 'You' : 'Support'}</span> <time dateTime={at}>{formatTime(at)}</time>
      </p>
      <p className={classNames(styles.text, outgoing && styles.waiting)}>{text}</p>
      <AttachmentList files={shownFiles(attachments)} label="Attachments" />
      {outgoing?.state === 'sending' && (
        <p className={styles.state}>
          <Icon name="clock" size={14} />
          Sending...
        </p>
      )}
      {outgoing?.state === 'failed' && (
        <p className={classNames(styles.state, styles.failed)}>
          <Icon name="alert" size={14} />
          Not sent.
          <button type="button" onClick={onRetry}>
            Retry
          </button>
          <button type="button" onClick={() => onEdit(outgoing)}>
            Edit
          </button>
        </p>
      )}
      {isSeen && (
        <p className={styles.state}>
          <Icon name="check" size={14} />
          Seen
        </p>
      )}
    </li>
  )
}
