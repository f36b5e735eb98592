import styles from './attachment-list.module.css'
import { Icon } from './icon.tsx'

/** A file that can be opened. `size` is formatted: '1.5 MB'. */
export type ShownFile = { id: string; name: string; size: string; url: string; isImage: boolean }

/** Attached files, images as thumbnails; each opens in a new tab. */
export function AttachmentList({ files, label }: { files: readonly ShownFile[]; label: string }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.list} aria-label={label}>
      {files.map(({ id, name, size, url, isImage }) => (
        <li key={id} className={styles.file}>
          <a className={styles.link} href={url} target="_blank" rel="noreferrer">
            {isImage ? (
              <img className={styles.image} src={url} alt="" loading="lazy" decoding="async" />
            ) : (
              <span className={styles.sheet} aria-hidden="true">
                PDF
              </span>
            )}
            <span className={styles.name}>{name}</span>
            <span className={styles.size}>
              {size}
              <Icon name="external" size={14} />
              <span className="visually-hidden">, opens in a new tab</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
