import { useState } from 'react'
import { fileDownloadUrl } from '#client/lib/file-url.ts'
import { usePdfPage } from '#client/lib/use-pdf-page.ts'
import { buttonClass } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { PageTurn } from './page-turn.tsx'
import styles from './pdf-dialog.module.css'

type PdfDialogProps = { file: { id: string; name: string }; onClose: () => void }

export function PdfDialog({ file: { id, name }, onClose }: PdfDialogProps) {
  const [page, setPage] = useState(1)
  const { src, count, problem } = usePdfPage(id, page)
  return (
    <Dialog onClose={onClose} size="large" title={name} firstFocus="title">
      <div className="stack gap-3">
        <div className={styles.page}>
          {src && <img src={src} alt={`Page ${page} of ${name}`} />}
          {!src && <p className="muted">{problem ?? 'Loading the page...'}</p>}
        </div>
        <div className="cluster spread gap-3">
          <PageTurn page={page} count={count} fileName={name} onPage={setPage} />
          <a className={buttonClass('quiet', 'small')} href={fileDownloadUrl(id, 'original')} download>
            Download original<span className="visually-hidden"> {name}</span>
          </a>
        </div>
      </div>
    </Dialog>
  )
}
