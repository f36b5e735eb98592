import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useObjectUrl } from '#client/lib/use-object-url.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { acceptedMimeTypes, type PhotoSlot } from '#shared/upload.ts'
import styles from './files.module.css'
import { slotNames, type UploadItem } from './upload-item.ts'

const CardExample = lazyPart(() => import('./card-example.tsx'), 'CardExample')

export const fileInput = { type: 'file', hidden: true, accept: acceptedMimeTypes.join(',') } as const

const subjects: Readonly<Record<PhotoSlot, string>> = {
  front: 'of the front',
  back: 'of the back',
  receipt: 'of the receipt',
  third: '(third photo)',
  fourth: '(fourth photo)',
}

type PhotoSlotDropProps = {
  slot: PhotoSlot
  optional: boolean
  item: UploadItem | undefined
  hintId: string
  onFiles: (files: File[]) => void
}

export function PhotoSlotDrop({ slot, optional, item, hintId, onFiles }: PhotoSlotDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const name = slotNames[slot]
  const ofSlot = <span className="visually-hidden"> {subjects[slot]}</span>
  return (
    <div className={`stack gap-2 shrinks ${styles.place}`}>
      <DropZone className={styles.slot} hintId={hintId} onFiles={onFiles} onPress={() => input.current?.click()}>
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
      <input
        {...fileInput}
        ref={input}
        multiple
        aria-label={`${name} photo`}
        onChange={(event) => onFiles(takeFiles(event.target))}
      />
      <div className={styles.coarse}>
        <Button
          full
          size="small"
          variant={item || optional ? 'secondary' : 'primary'}
          onClick={() => camera.current?.click()}
        >
          <Icon name="camera" />
          {item ? 'Retake photo' : 'Take a photo'}
          {ofSlot}
        </Button>
        <Button full size="small" variant="quiet" onClick={() => input.current?.click()}>
          Choose from photos
          {ofSlot}
        </Button>
      </div>
      <input
        {...fileInput}
        ref={camera}
        capture="environment"
        aria-label={`${name} photo from the camera`}
        onChange={(event) => onFiles(takeFiles(event.target))}
      />
    </div>
  )
}

type FilesDropProps = { hintId: string; isSingle: boolean; onFiles: (files: File[]) => void }

export function FilesDrop({ hintId, isSingle, onFiles }: FilesDropProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={`stack gap-2 shrinks ${styles.place}`}>
      <DropZone className={styles.several} hintId={hintId} onFiles={onFiles} onPress={() => input.current?.click()}>
        <Icon name="upload" />
        <span>
          <span className="pointer-only">
            {isSingle ? 'Drop the photo here, or choose it. ' : 'Drop files here, or choose them. '}
          </span>
          <span className="pointer-only muted">You can also paste with Ctrl+V.</span>
          <span className={styles.coarse}>{isSingle ? 'Choose or take a photo' : 'Choose several files'}</span>
        </span>
      </DropZone>
      <input
        {...fileInput}
        ref={input}
        multiple={!isSingle}
        aria-label="Gift card photos"
        onChange={(event) => onFiles(takeFiles(event.target))}
      />
    </div>
  )
}

type DropZoneProps = {
  className: string | undefined
  hintId: string
  onFiles: (files: File[]) => void
  onPress: () => void
  children: ReactNode
}

function DropZone({ className, hintId, onFiles, onPress, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)

  function dragOver(event: DragEvent) {
    // Without this the browser opens the dropped file.
    event.preventDefault()
    setIsOver(true)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <button
      type="button"
      className={classNames('row gap-2', styles.zone, className)}
      data-over={isOver ? '' : undefined}
      aria-describedby={hintId}
      onClick={onPress}
      onDragOver={dragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </button>
  )
}

/** The chosen files. Clears the input, so that a removed file can be chosen again. */
export function takeFiles(input: HTMLInputElement): File[] {
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
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
