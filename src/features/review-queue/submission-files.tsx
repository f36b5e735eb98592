import { fileDownloadUrl, fileUrl } from '#client/lib/file-url.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { PdfButton } from '#client/ui/file-link.tsx'
import { Time } from '#client/ui/time.tsx'
import { removedMessages } from '#shared/removed.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import styles from './submission-files.module.css'

/** Photos show the whole card and every view is audited, so they load only on request. */
export function SubmissionFiles({ submission }: { submission: Pick<Submission, 'uploadedFiles' | 'removedAt'> }) {
  const { uploadedFiles: files, removedAt } = submission
  const { mayReview } = useStaffPermissions()
  if (files.length === 0) return <p className="muted">{removedAt ? removedMessages.label : 'No files uploaded'}</p>
  return (
    <ul className="stack gap-0 plain lines-between" aria-label="Uploaded files">
      {files.map(({ id, fileName, fileSize, mimeType, uploadedAt }) => (
        <li key={id} className={`pad-block-2 shrinks ${styles.file}`}>
          <p className="strong nowrap ellipsis" title={fileName}>
            {fileName}
          </p>
          <p className="muted">
            {mimeType === 'application/pdf' ? 'PDF' : 'Photo'}, {formatFileSize(fileSize)},{' '}
            <Time at={uploadedAt} isDay />
          </p>
          {mayReview && (
            <p className={`row stretch gap-1 ${styles.actions}`}>
              {mimeType === 'application/pdf' ? (
                <PdfButton id={id} name={fileName} className={buttonClass('quiet', 'small')}>
                  View<span className="visually-hidden"> {fileName}</span>
                </PdfButton>
              ) : (
                <a className={buttonClass('quiet', 'small')} href={fileUrl(id)} target="_blank" rel="noreferrer">
                  View<span className="visually-hidden"> {fileName} in a new tab</span>
                </a>
              )}
              <a className={buttonClass('quiet', 'small')} href={fileDownloadUrl(id)} download>
                Download<span className="visually-hidden"> {fileName}</span>
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
