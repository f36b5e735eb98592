import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { fileDownloadUrl } from '#client/lib/file-url.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { removedMessages } from '#shared/removed.ts'
import type { Submission, UploadedFile } from '#shared/submission-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import styles from './photo.module.css'
import { PhotoFrame } from './photo-frame.tsx'
import { PhotoLightbox } from './photo-lightbox.tsx'
import { type PhotoView, uprightPhoto } from './photo-view.ts'

type Views = Readonly<Record<string, PhotoView>>

export function PhotoPane({ submission }: { submission: Pick<Submission, 'uploadedFiles' | 'removedAt'> }) {
  const { uploadedFiles: files, removedAt } = submission
  const [views, setViews] = useState<Views>({})
  const [current, setCurrent] = useState(0)
  const [enlarged, setEnlarged] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  const setView = useCallback((id: string, change: (view: PhotoView) => PhotoView) => {
    setViews((all) => ({ ...all, [id]: change(all[id] ?? uprightPhoto) }))
  }, [])

  function walk(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = current + step
    if (step === 0 || next < 0 || next >= files.length) return
    event.preventDefault()
    list.current?.children[next]?.querySelector<HTMLElement>('[data-photo]')?.focus()
  }
  if (files.length === 0) return <p className="muted">{removedAt ? removedMessages.label : 'No files uploaded'}</p>
  return (
    <>
      <ul ref={list} className={`plain ${styles.files}`} aria-label="Uploaded files" onKeyDown={walk}>
        {files.map((file, at) => (
          <li key={file.id} className={styles.file} onFocus={() => setCurrent(at)}>
            <FileFrame
              file={file}
              view={views[file.id] ?? uprightPhoto}
              onView={setView}
              hasKeys={at === current}
              onEnlarge={() => setEnlarged(at)}
            />
            <p className={styles.name}>
              <span className={styles.nameText} title={file.fileName}>
                {file.fileName}
              </span>{' '}
              <span className="muted nowrap">{formatFileSize(file.fileSize)}</span>
              <a className={buttonClass('quiet', 'small')} href={fileDownloadUrl(file.id)} download>
                Download<span className="visually-hidden"> {file.fileName}</span>
              </a>
            </p>
          </li>
        ))}
      </ul>
      {enlarged !== undefined && (
        <PhotoLightbox files={files} first={enlarged} views={views} onClose={() => setEnlarged(undefined)} />
      )}
    </>
  )
}

type FrameProps = {
  file: UploadedFile
  view: PhotoView
  onView: (id: string, change: (view: PhotoView) => PhotoView) => void
  hasKeys: boolean
  onEnlarge: () => void
}

function FileFrame({ file, onView, ...rest }: FrameProps) {
  const change = useCallback((how: (view: PhotoView) => PhotoView) => onView(file.id, how), [file.id, onView])
  return <PhotoFrame file={file} onView={change} {...rest} />
}
