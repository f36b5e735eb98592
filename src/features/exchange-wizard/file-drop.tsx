import { useState } from 'react'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useObjectUrl } from '#client/lib/use-object-url.ts'
import { Button, QuietButton } from '#client/ui/button.tsx'
import { DropZone, useFileInput } from '#client/ui/file-drop.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { PhotoSlot } from '#shared/upload.ts'
import styles from './files.module.css'
import { slotTexts, type UploadItem } from './upload-item.ts'

const CardExample = lazyPart(() => import('./card-example.tsx'), 'CardExample')

type PhotoSlotDropProps = {
  slot: PhotoSlot
  optional: boolean
  item: UploadItem | undefined
  hintId: string
  onFiles: (files: File[]) => void
}

export function PhotoSlotDrop({ slot, optional, item, hintId, onFiles }: PhotoSlotDropProps) {
  const { name, subject } = slotTexts[slot]
  const { input, choose } = useFileInput({ label: `${name} photo`, multiple: true, onFiles })
  const camera = useFileInput({ label: `${name} photo from the camera`, capture: 'environment', onFiles })
  const ofSlot = <span className="visually-hidden"> {subject}</span>
  return (
    <div className={`stack gap-2 shrinks ${styles.place}`}>
      <DropZone className={`row ${styles.slot}`} aria-describedby={hintId} onFiles={onFiles} onClick={choose}>
        <span>
          <strong>{name}</strong>
          {optional && <span className="muted"> (optional)</span>}
        </span>
        <span className={`positioned block ${styles.frame}`}>
          {item ? (
            <Thumbnail file={item.ready ?? item.file} large />
          ) : (
            <>
              <CardExample slot={slot} />
              <span className={`muted text-xs ${styles.example}`} aria-hidden="true">
                Example
              </span>
            </>
          )}
        </span>
        <span className="pointer-only">{item ? 'Replace the photo' : 'Drop or choose the photo'}</span>
      </DropZone>
      {input}
      <div className={styles.coarse}>
        <Button full size="small" variant={item || optional ? 'secondary' : 'primary'} onClick={camera.choose}>
          <Icon name="camera" />
          {item ? 'Retake photo' : 'Take a photo'}
          {ofSlot}
        </Button>
        <QuietButton full onClick={choose}>
          Choose from photos
          {ofSlot}
        </QuietButton>
      </div>
      {camera.input}
    </div>
  )
}

type FilesDropProps = { hintId: string; isSingle: boolean; onFiles: (files: File[]) => void }

export function FilesDrop({ hintId, isSingle, onFiles }: FilesDropProps) {
  const { input, choose } = useFileInput({ label: 'Gift card photos', multiple: !isSingle, onFiles })
  return (
    <div className={`stack gap-2 shrinks ${styles.place}`}>
      <DropZone className={`row ${styles.several}`} aria-describedby={hintId} onFiles={onFiles} onClick={choose}>
        <Icon name="upload" />
        <span>
          <span className="pointer-only">
            {isSingle ? 'Drop the photo here, or choose it. ' : 'Drop files here, or choose them. '}
          </span>
          <span className="pointer-only muted">You can also paste with Ctrl+V.</span>
          <span className={styles.coarse}>{isSingle ? 'Choose or take a photo' : 'Choose several files'}</span>
        </span>
      </DropZone>
      {input}
    </div>
  )
}

export function Thumbnail({ file, large = false }: { file: File; large?: boolean }) {
  const isImage = file.type !== 'application/pdf'
  const url = useObjectUrl(isImage ? file : undefined)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  return (
    <span className={`rigid text-sm strong centred ${styles.thumbnail}`} data-large={large ? '' : undefined}>
      {isImage ? url && url !== brokenUrl && <img src={url} alt="" onError={() => setBrokenUrl(url)} /> : 'PDF'}
    </span>
  )
}
