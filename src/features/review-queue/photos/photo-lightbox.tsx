import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isFreeKey, keyName, pressControl, singleKeys } from '#client/lib/single-keys.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { UploadedFile } from '#shared/submission-schema.ts'
import { OriginalLink } from './original-link.tsx'
import styles from './photo.module.css'
import { PhotoFrame } from './photo-frame.tsx'
import { type PhotoView, uprightPhoto } from './photo-view.ts'

type Props = {
  files: readonly UploadedFile[]
  first: number
  /** Rotation and filter are taken over from the page. */
  views: Readonly<Record<string, PhotoView>>
  onClose: () => void
}

export function PhotoLightbox({ files, first, views, onClose }: Props) {
  const [at, setAt] = useState(first)
  const [own, setOwn] = useState<Readonly<Record<string, PhotoView>>>({})
  const file = files[at]
  const id = file?.id ?? ''
  const begin = views[id] ?? uprightPhoto
  const change = useCallback(
    (how: (view: PhotoView) => PhotoView) => setOwn((all) => ({ ...all, [id]: how(all[id] ?? begin) })),
    [id, begin],
  )
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
      <div ref={place} className={styles.lightbox}>
        <PhotoFrame key={id} file={file} view={own[id] ?? begin} onView={change} hasKeys isLarge />
        <div className="cluster stretch">
          {files.length > 1 && (
            <>
              <Button
                variant="secondary"
                size="small"
                aria-keyshortcuts="ArrowLeft"
                disabledReason={at === 0 ? 'This is the first photo' : undefined}
                onClick={() => setAt(at - 1)}
              >
                Previous photo
              </Button>
              <Button
                variant="secondary"
                size="small"
                aria-keyshortcuts="ArrowRight"
                disabledReason={at === files.length - 1 ? 'This is the last photo' : undefined}
                onClick={() => setAt(at + 1)}
              >
                Next photo
              </Button>
            </>
          )}
          <OriginalLink file={file} />
        </div>
      </div>
    </Dialog>
  )
}

/** While open, shortcuts apply only to its own buttons. */
function useLightboxKeys(place: RefObject<HTMLElement | null>): void {
  // Listens on the document, because the focus may be on the close button.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isArrow = event.key.startsWith('Arrow')
      if (!place.current || !isFreeKey(event) || (isArrow ? event.shiftKey : !singleKeys.areOn())) return
      if ((isArrow || event.key.length === 1) && pressControl(place.current, keyName(event))) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [place])
}
