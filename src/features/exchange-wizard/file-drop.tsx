import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { acceptedMimeTypes } from '#shared/upload.ts'
import styles from './files.module.css'
import { Thumbnail } from './thumbnail.tsx'
import type { PhotoSlot, UploadItem } from './upload-item.ts'

const slotNames: Readonly<Record<PhotoSlot, string>> = { front: 'Front', back: 'Back' }

type FileDropProps = {
  /** Which side of the card belongs here; without it, any file does. */
  slot?: PhotoSlot
  /** The photo that fills the slot; another one takes its place. */
  item?: UploadItem
  hintId: string
  onFiles: (files: File[]) => void
}

/** A place to drop files on, which is also a button that opens the file dialog, with the camera beside it. */
export function FileDrop({ slot, item, hintId, onFiles }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const name = slot && slotNames[slot]

  function dragOver(event: DragEvent) {
    // Without this the browser refuses the drop and opens the file instead.
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

/** An emptied input lets the same file be chosen again after it was removed. */
function takeAndClear(input: HTMLInputElement, take: (files: FileList | null) => void) {
  take(input.files)
  input.value = ''
}
