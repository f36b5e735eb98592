import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { acceptedMimeTypes } from '#shared/upload.ts'
import { Thumbnail } from './file-list.tsx'
import styles from './files.module.css'
import type { PhotoSlot, UploadItem } from './upload-item.ts'

const slotNames: Readonly<Record<PhotoSlot, string>> = { front: 'Front', back: 'Back' }

type FileDropProps = {
  /** The side of the card that belongs here; undefined accepts any file. */
  slot?: PhotoSlot
  /** The photo in the slot; a new one replaces it. */
  item?: UploadItem
  hintId: string
  onFiles: (files: File[]) => void
}

/** A drop zone that also opens the file dialog, with a camera button beside it. */
export function FileDrop({ slot, item, hintId, onFiles }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const name = slot && slotNames[slot]

  function dragOver(event: DragEvent) {
    // Without this the browser opens the dropped file.
    event.preventDefault()
    setIsOver(true)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  function take(list: FileList | null) {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(files)
  }
  const inputProps = { type: 'file', hidden: true, accept: acceptedMimeTypes.join(',') } as const

  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.zone}
        data-over={isOver ? '' : undefined}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
        onDragOver={dragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {item ? <Thumbnail file={item.ready ?? item.file} large /> : <Icon name="upload" size={28} />}
        {name && <strong>{name}</strong>}
        <span>
          {item ? 'Replace the photo' : name ? 'Drop or choose the photo' : 'Drop files here, or choose them'}
        </span>
        {!slot && <span className="muted">You can also paste a picture with Ctrl+V.</span>}
      </button>
      <input
        {...inputProps}
        ref={input}
        multiple
        aria-label={name ? `${name} photo` : 'Gift card photos'}
        onChange={(event) => takeAndClear(event.target, take)}
      />
      <Button variant="secondary" size="small" className={styles.camera} onClick={() => camera.current?.click()}>
        <Icon name="camera" />
        {name ? `Take ${name.toLowerCase()} photo` : 'Take a photo'}
      </Button>
      <input
        {...inputProps}
        ref={camera}
        capture="environment"
        aria-label={name ? `${name} photo from the camera` : 'Photo from the camera'}
        onChange={(event) => takeAndClear(event.target, take)}
      />
    </div>
  )
}

/** Clears the input, so that a removed file can be chosen again. */
function takeAndClear(input: HTMLInputElement, take: (files: FileList | null) => void) {
  take(input.files)
  input.value = ''
}
