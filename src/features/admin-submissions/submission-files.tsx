import { formatDate } from '#client/lib/format.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { removedWords } from '#shared/removed.ts'
import type { Submission } from '#shared/submission.ts'
import { formatFileSize, type UploadedFile } from '#shared/upload.ts'
import { fileDownloadUrl, fileUrl } from './file-url.ts'
import styles from './submission-files.module.css'

/** The uploaded files of a submission side by side: photos as photos, PDF documents as a sheet. */
export function SubmissionFiles({ submission }: { submission: Pick<Submission, 'uploadedFiles' | 'removedAt'> }) {
  const { uploadedFiles: files, removedAt } = submission
  if (files.length === 0) return <p className={styles.none}>{removedAt ? removedWords.label : 'No files uploaded'}</p>
  return (
    <ul className={styles.files} aria-label="Uploaded files">
      {files.map((file) => (
        <li key={file.id} className={styles.file}>
          <FilePreview file={file} />
          <p className={styles.name} title={file.fileName}>
            {file.fileName}
          </p>
          <p className={styles.facts}>
            {formatFileSize(file.fileSize)}, <time dateTime={file.uploadedAt}>{formatDate(file.uploadedAt)}</time>
          </p>
          <p className={styles.actions}>
            <a
              className={`${buttonClass('quiet', 'small')} ${styles.view}`}
              href={fileUrl(file.id)}
              target="_blank"
              rel="noreferrer"
            >
              View<span className="visually-hidden"> {file.fileName} in a new tab</span>
            </a>
            <a className={buttonClass('quiet', 'small')} href={fileDownloadUrl(file.id)} download={file.fileName}>
              Download<span className="visually-hidden"> {file.fileName}</span>
            </a>
          </p>
        </li>
      ))}
    </ul>
  )
}

function FilePreview({ file }: { file: UploadedFile }) {
  return (
    <div className={styles.preview}>
      {file.mimeType.startsWith('image/') ? (
        <img src={fileUrl(file.id)} alt={file.fileName} loading="lazy" decoding="async" />
      ) : (
        <span className="mono">PDF</span>
      )}
    </div>
  )
}
