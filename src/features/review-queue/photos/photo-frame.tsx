import { type KeyboardEvent, useState } from 'react'
import { fileUrl } from '#client/lib/file-url.ts'
import type { UploadedFile } from '#shared/submission-schema.ts'
import styles from './photo.module.css'
import { PhotoTools } from './photo-tools.tsx'
import type { PhotoView } from './photo-view.ts'
import { usePhotoGestures } from './use-photo-gestures.ts'

const steps: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type Props = {
  file: UploadedFile
  view: PhotoView
  onView: (change: (view: PhotoView) => PhotoView) => void
  hasKeys: boolean
  onEnlarge?: () => void
  isLarge?: boolean
}

/** One photo: zoom by wheel, pinch or button; pan by drag, click or Shift with arrow keys. */
export function PhotoFrame({ file, view, onView, hasKeys, onEnlarge, isLarge = false }: Props) {
  const { frame, handlers, zoom, pan } = usePhotoGestures(view, onView)
  const { scale, x, y, turns, look } = view
  const [isBroken, setIsBroken] = useState(false)
  function move(event: KeyboardEvent) {
    const step = event.shiftKey && steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    pan(...step)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the frame is moved with the arrow keys, a fieldset is not */}
      <div
        ref={frame}
        role="group"
        className={`${styles.frame} ${isLarge ? styles.large : styles.small}`}
        aria-label={`Photo ${file.fileName}`}
        aria-roledescription="photo"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys act on the photo that has the focus
        tabIndex={0}
        data-photo
        data-zoomed={scale > 1 || undefined}
        onKeyDown={move}
        {...handlers}
      >
        <div className={styles.moved} style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
          <img
            className={`${turns % 2 === 1 ? styles.lying : styles.standing} ${styles[look]}`}
            style={{ rotate: `${turns * 90}deg` }}
            src={fileUrl(file.id)}
            alt={file.fileName}
            draggable={false}
            decoding="async"
            onError={() => setIsBroken(true)}
          />
        </div>
        {isBroken && (
          <p className={styles.broken}>This photo cannot be shown. Download it to see the file as it was sent.</p>
        )}
      </div>
      <PhotoTools
        fileName={file.fileName}
        view={view}
        onView={onView}
        onZoom={zoom}
        hasKeys={hasKeys}
        onEnlarge={onEnlarge}
      />
    </>
  )
}
