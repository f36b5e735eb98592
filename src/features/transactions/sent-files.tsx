import { fileUrl } from '#client/lib/file-url.ts'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { Time } from '#client/ui/time.tsx'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import styles from './sent-files.module.css'

/** Links to the customer's own photos. They show codes, so none is on the page before it is asked for. */
export function SentFiles({ transaction: { uploadedFiles, removedAt } }: { transaction: TransactionDetail }) {
  return (
    <section aria-labelledby="sent-files" className={styles.files}>
      <h2 id="sent-files">Photos you sent</h2>
      {removedAt ? (
        <p>
          Erased for your security on <Time at={removedAt} isDay />.
        </p>
      ) : (
        <ul className={`plain ${styles.list}`}>
          {uploadedFiles.map(({ id, fileName, fileSize }) => (
            <li key={id}>
              <NewTabLink href={fileUrl(id)}>{fileName}</NewTabLink>
              <span className="rigid muted text-sm tabular">{formatFileSize(fileSize)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
