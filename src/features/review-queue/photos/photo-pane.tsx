import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { fileDownloadUrl } from '#client/lib/file-url.ts'
import { isFreeKey, keyName, pressControl, singleKeys, useKeys } from '#client/lib/single-keys.ts'
import { buttonClass, SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { removedMessages } from '#shared/removed.ts'
import type { Submission, UploadedFile } from '#shared/submission-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import styles from './photo.module.css'
import { OriginalLink, PhotoFrame } from './photo-frame.tsx'
import { type PhotoView, uprightPhoto } from './photo-tools.tsx'

type Views = Readonly<Record<string, PhotoView>>

/** The view of each photo, and what shows and changes the one with this id. */
function usePhotoViews(first: Views = {}) {
  const [views, setViews] = useState(first)
  const viewOf = (id: string) => ({
    view: views[id] ?? uprightPhoto,
    onView: (change: (view: PhotoView) => PhotoView) =>
      setViews((all) => ({ ...all, [id]: change(all[id] ?? uprightPhoto) })),
  })
  return [views, viewOf] as const
}

export function PhotoPane({ submission }: { submission: Pick<Submission, 'uploadedFiles' | 'removedAt'> }) {
  const { uploadedFiles: files, removedAt } = submission
  const [views, viewOf] = usePhotoViews()
  const [current, setCurrent] = useState(0)
  const [enlarged, setEnlarged] = useState<number>()
  const list = useRef<HTMLUListElement>(null)

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
          <li key={file.id} className="positioned shrinks" onFocus={() => setCurrent(at)}>
            <PhotoFrame file={file} {...viewOf(file.id)} hasKeys={at === current} onEnlarge={() => setEnlarged(at)} />
            <p className="row gap-2 any-width">
              <span className="shrinks strong ellipsis nowrap" title={file.fileName}>
                {file.fileName}
              </span>{' '}
              <span className="muted nowrap">{formatFileSize(file.fileSize)}</span>
              <a className={`push ${buttonClass('quiet', 'small')}`} href={fileDownloadUrl(file.id)} download>
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

type Props = { files: readonly UploadedFile[]; first: number; views: Views; onClose: () => void }

function PhotoLightbox({ files, first, views, onClose }: Props) {
  const [at, setAt] = useState(first)
  const [, viewOf] = usePhotoViews(views)
  const file = files[at]
  const place = useRef<HTMLDivElement>(null)
  useLightboxKeys(place)
  if (!file) return null
  return (
    <Dialog
      onClose={onClose}
      size="full"
      title={file.fileName}
      description={files.length > 1 ? `Photo ${at + 1} of ${files.length}` : undefined}
    >
      <div ref={place} className="stack gap-2 positioned">
        <PhotoFrame key={file.id} file={file} {...viewOf(file.id)} hasKeys isLarge />
        <div className="cluster stretch">
          {files.length > 1 && (
            <>
              <SmallButton
                aria-keyshortcuts="ArrowLeft"
                disabledReason={at === 0 ? 'This is the first photo' : undefined}
                onClick={() => setAt(at - 1)}
              >
                Previous photo
              </SmallButton>
              <SmallButton
                aria-keyshortcuts="ArrowRight"
                disabledReason={at === files.length - 1 ? 'This is the last photo' : undefined}
                onClick={() => setAt(at + 1)}
              >
                Next photo
              </SmallButton>
            </>
          )}
          <OriginalLink file={file} />
        </div>
      </div>
    </Dialog>
  )
}

/** While open, shortcuts apply only to its own buttons. */
function useLightboxKeys(place: RefObject<HTMLElement | null>) {
  useKeys((event) => {
    const isArrow = event.key.startsWith('Arrow')
    if (!place.current || !isFreeKey(event) || (isArrow ? event.shiftKey : !singleKeys.areOn())) return
    if ((isArrow || event.key.length === 1) && pressControl(place.current, keyName(event))) event.preventDefault()
  })
}
