import { type ReactNode, useState } from 'react'
import { fileUrl } from '#client/lib/file-url.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import styles from './file-link.module.css'
import { NewTabLink } from './new-tab-link.tsx'
import { DialogFailed } from './part-failed.tsx'

const PdfDialog = lazyPart(() => import('./pdf-dialog.tsx'), 'PdfDialog', DialogFailed)

type LinkedFile = { id: string; fileName: string; mimeType?: string }

export function FileList({ files, label }: { files: readonly LinkedFile[]; label: string }) {
  if (files.length === 0) return null
  return (
    <ul className="plain cluster gap-3 row-gap-0 touch-targets" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <FileLink file={file} />
        </li>
      ))}
    </ul>
  )
}

/** Opens a photo in a new tab, and a PDF as pictures of its pages. */
export function FileLink({ file: { id, fileName, mimeType } }: { file: LinkedFile }) {
  return mimeType === 'application/pdf' ? (
    <PdfButton id={id} name={fileName} className={`underlined touch-target ${styles.link}`}>
      {fileName}
    </PdfButton>
  ) : (
    <NewTabLink href={fileUrl(id)}>{fileName}</NewTabLink>
  )
}

type PdfButtonProps = { id: string; name: string; className: string; children: ReactNode }

export function PdfButton({ id, name, className, children }: PdfButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setIsOpen(true)}>
        {children}
      </button>
      {isOpen && <PdfDialog file={{ id, name }} onClose={() => setIsOpen(false)} />}
    </>
  )
}
