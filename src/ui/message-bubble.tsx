import attachments from './attachment-list.module.css'
import { classNames } from './class-names.ts'
import { PdfButton } from './file-link.tsx'
import { Icon } from './icon.tsx'
import styles from './message-bubble.module.css'

type Props = {
  isOwn: boolean
  from: string
  /** ISO 8601; `time` is the same formatted. */
  at: string
  time: string
  text: string
  files: readonly ShownFile[]
  waitingFiles?: number
  sending?: { hasFailed: boolean; onRetry: () => void; onEdit: () => void } | undefined
  /** Only under the newest message that the other side has seen. */
  isSeen: boolean
}

export function MessageBubble({ isOwn, from, at, time, text, files, waitingFiles = 0, sending, isSeen }: Props) {
  return (
    <li className={classNames(`stack gap-1 ${styles.message}`, isOwn ? styles.own : `start ${styles.theirs}`)}>
      <p className={styles.from}>
        <span className="ink strong">{from}</span> <time dateTime={at}>{time}</time>
      </p>
      <p className={classNames(styles.text, sending && styles.waiting)}>{text}</p>
      <AttachmentList files={files} />
      {waitingFiles > 0 && (
        <p className={`cluster gap-1 ${styles.state}`}>{waitingFiles === 1 ? '1 file' : `${waitingFiles} files`}</p>
      )}
      {sending && !sending.hasFailed && (
        <p className={`cluster gap-1 ${styles.state}`}>
          <Icon name="clock" size={14} />
          Sending...
        </p>
      )}
      {sending?.hasFailed && (
        <p className={classNames(`cluster gap-1 ${styles.state}`, `bad strong ${styles.failed}`)}>
          <Icon name="alert" size={14} />
          Not sent.
          <button type="button" className="underlined" onClick={sending.onRetry}>
            Retry
          </button>
          <button type="button" className="underlined" onClick={sending.onEdit}>
            Edit
          </button>
        </p>
      )}
      {isSeen && (
        <p className={`cluster gap-1 ${styles.state}`}>
          <Icon name="check" size={14} />
          Seen
        </p>
      )}
    </li>
  )
}

type ShownFile = { id: string; name: string; size: string; url: string; isImage: boolean }

/** Attached files: images as thumbnails, which open in a new tab, and PDFs, which open as pictures. */
function AttachmentList({ files }: { files: readonly ShownFile[] }) {
  if (files.length === 0) return null
  return (
    <ul className="cluster stretch gap-2 plain" aria-label="Attachments">
      {files.map(({ id, name, size, url, isImage }) => (
        <li key={id} className={attachments.file}>
          {isImage ? (
            <a className={attachments.link} href={url} target="_blank" rel="noreferrer">
              <img className={attachments.image} src={url} alt="" loading="lazy" decoding="async" />
              <span className="strong nowrap ellipsis">{name}</span>
              <span className={`row gap-1 muted ${attachments.size}`}>
                {size}
                <Icon name="external" size={14} />
                <span className="visually-hidden">, opens in a new tab</span>
              </span>
            </a>
          ) : (
            <PdfButton id={id} name={name} className={attachments.link ?? ''}>
              <span className={`centred ${attachments.sheet}`} aria-hidden="true">
                PDF
              </span>
              <span className="strong nowrap ellipsis">{name}</span>
              <span className={`row gap-1 muted ${attachments.size}`}>{size}</span>
            </PdfButton>
          )}
        </li>
      ))}
    </ul>
  )
}
