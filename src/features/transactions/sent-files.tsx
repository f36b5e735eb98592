import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { FileLink } from '#client/ui/file-link.tsx'
import { Time } from '#client/ui/time.tsx'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import type { OrderForms } from './order-forms.ts'
import styles from './sent-files.module.css'

type SentFilesProps = Pick<OrderForms, 'renderReplacePhoto'> & { transaction: TransactionDetail }

/** The photos show codes, so none is on the page before it is asked for. */
export function SentFiles({ transaction, renderReplacePhoto }: SentFilesProps) {
  const { id: orderId, status, uploadedFiles, removedAt } = transaction
  const [replacedId, setReplacedId] = useState<string>()
  const file = uploadedFiles.find(({ id }) => id === replacedId)
  return (
    // Focusable, because the button that opened the dialog is gone with the former photo.
    <section tabIndex={-1} aria-labelledby="sent-files" className="not-printed">
      <h2 id="sent-files" className="text-lg">
        Photos you sent
      </h2>
      {removedAt ? (
        <p>
          Erased for your security on <Time at={removedAt} isDay />.
        </p>
      ) : (
        <ul className={`plain lines-between margin-top-1 ${styles.list}`}>
          {uploadedFiles.map(({ id, fileName, fileSize, mimeType }) => (
            <li key={id} className="row baseline spread gap-4">
              <FileLink file={{ id, fileName, mimeType }} />
              <span className="cluster gap-3 rigid">
                <span className="rigid muted text-sm tabular">{formatFileSize(fileSize)}</span>
                {status === 'pending' && (
                  <Button variant="quiet" size="small" onClick={() => setReplacedId(id)}>
                    Replace<span className="visually-hidden"> {fileName}</span>
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {file && renderReplacePhoto({ orderId, file, onClose: () => setReplacedId(undefined) })}
    </section>
  )
}
