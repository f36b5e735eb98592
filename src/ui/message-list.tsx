import { type ReactNode, useEffect, useRef } from 'react'
import type { ShownFile, ThreadEntry, Written } from '#client/lib/thread.ts'
import attachments from './attachment-list.module.css'
import { QuietButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { PdfButton } from './file-link.tsx'
import { Icon } from './icon.tsx'
import styles from './message-list.module.css'
import log from './message-log.module.css'

type MessageListProps<Message, Outgoing> = {
  entries: readonly ThreadEntry<Message, Outgoing>[]
  /** The name of the sender of a delivered message. */
  from: (message: Message) => string
  formatTime: (iso: string) => string
  onRetry: (outgoing: Outgoing) => void
  onEdit: (outgoing: Outgoing) => void
}

export function MessageList<Message, Outgoing extends Written>(props: MessageListProps<Message, Outgoing>) {
  const { entries, from, formatTime, onRetry, onEdit } = props
  if (entries.length === 0) return null
  return (
    <ol className="stack gap-4 plain">
      {entries.map(({ key, at, isOwn, text, files, waitingFiles, isSeen, delivered, outgoing }) => (
        <li
          key={key}
          className={classNames(`stack gap-1 ${styles.message}`, isOwn ? styles.own : `start ${styles.theirs}`)}
        >
          <p className={styles.from}>
            <span className="ink strong">{delivered ? from(delivered) : 'You'}</span>{' '}
            <time dateTime={at}>{formatTime(at)}</time>
          </p>
          <p className={classNames(`keeps-lines ${styles.text}`, outgoing && styles.waiting)}>{text}</p>
          <AttachmentList files={files} />
          {waitingFiles > 0 && (
            <p className={`cluster gap-1 ${styles.state}`}>{waitingFiles === 1 ? '1 file' : `${waitingFiles} files`}</p>
          )}
          {outgoing?.state === 'sending' && (
            <p className={`cluster gap-1 ${styles.state}`}>
              <Icon name="clock" size={14} />
              Sending...
            </p>
          )}
          {outgoing?.state === 'failed' && (
            <p className={classNames(`cluster gap-1 ${styles.state}`, `bad strong ${styles.failed}`)}>
              <Icon name="alert" size={14} />
              Not sent.
              <button type="button" className="underlined" onClick={() => onRetry(outgoing)}>
                Retry
              </button>
              <button type="button" className="underlined" onClick={() => onEdit(outgoing)}>
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
      ))}
    </ol>
  )
}

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

type MessageLogProps = {
  label: string
  /** Announces all messages; without it, `children` have a live region of their own. */
  role?: 'log' | undefined
  className?: string | undefined
  /** The last message sent from this page; a new one scrolls to the end. */
  lastSent?: string | undefined
  /** Set while there are earlier messages. */
  earlier?: { isLoading: boolean; onLoad: () => void } | undefined
  typing: string
  children: ReactNode
}

/** A scrollable conversation that stays at its newest message, with a line below for who is typing. */
export function MessageLog({ label, role, className, lastSent, earlier, typing, children }: MessageLogProps) {
  const scroller = useRef<HTMLElement>(null)

  // The list stays at its end by itself; after sending, it also scrolls there from further up.
  useEffect(() => {
    if (lastSent !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [lastSent])

  return (
    <>
      <section
        ref={scroller}
        className={classNames(log.scroller, className)}
        role={role}
        aria-label={label}
        // A scrollable element must be reachable by keyboard.
        tabIndex={0}
      >
        <div>
          {earlier && (
            <p className={`any-width ${log.earlier}`}>
              <QuietButton busy={earlier.isLoading} onClick={earlier.onLoad}>
                Show earlier messages
              </QuietButton>
            </p>
          )}
          {children}
        </div>
      </section>
      <p className={`muted text-xs ${log.typing}`} role="status">
        {typing}
      </p>
    </>
  )
}
