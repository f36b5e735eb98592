import { type DragEvent, useRef, useState } from 'react'
import styles from './file-drop.module.css'
import { Icon } from './icon.tsx'

type FileDropProps = {
  children: string
  label: string
  accept: string
  isBusy?: boolean
  onFiles: (files: readonly File[]) => void
}

export function FileDrop({ children, label, accept, isBusy = false, onFiles }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !isBusy) onFiles([...files])
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <>
      <button
        type="button"
        className={`cluster gap-2 ${styles.zone}`}
        data-over={isOver ? '' : undefined}
        aria-busy={isBusy || undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          // Without this the browser opens the dropped file.
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          take(target.files)
          // Cleared, because an unchanged value fires no event when the corrected file is chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
