import { type ReactNode, useState } from 'react'
import { fileUrl } from '#client/lib/file-url.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import styles from './file-link.module.css'
import { NewTabLink } from './new-tab-link.tsx'
import { DialogFailed } from './part-failed.tsx'
import type { PdfDialogProps } from './pdf-dialog.tsx'

const PdfDialog = lazyPart<PdfDialogProps>(async () => (await import('./pdf-dialog.tsx')).PdfDialog, DialogFailed)

/** Opens a photo in a new tab, and a PDF, which its name says it is, as pictures of its pages. */
export function FileLink({ id, name }: { id: string; name: string }) {
  return /\.pdf$/i.test(name) ? (
    <PdfButton id={id} name={name} className={styles.link ?? ''}>
      {name}
    </PdfButton>
  ) : (
    <NewTabLink href={fileUrl(id)}>{name}</NewTabLink>
  )
}

type PdfButtonProps = { id: string; name: string; className: string; children: ReactNode }

/** A button that opens the pages of a PDF. */
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
