import { fileDownloadUrl } from '#client/lib/file-url.ts'
import { buttonClass } from '#client/ui/button.tsx'
import type { UploadedFile } from '#shared/submission-schema.ts'

/** The uploaded bytes; elsewhere the photo is re-encoded. */
export function OriginalLink({ file }: { file: UploadedFile }) {
  return (
    <a className={buttonClass('quiet', 'small')} href={fileDownloadUrl(file.id, 'original')} download>
      Download original<span className="visually-hidden"> {file.fileName}</span>
    </a>
  )
}
