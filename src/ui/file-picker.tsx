import { useRef } from 'react'
import { Button, type ButtonSize } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './file-picker.module.css'
import { Icon } from './icon.tsx'

type AttachButtonProps = {
  /** What the hidden file input is called. */
  label: string
  /** Types the file dialog offers, as `accept` has them. */
  accept: string
  size?: ButtonSize
  disabledReason?: string
  onFiles: (files: File[]) => void
}

/** A button that opens the file dialog. */
export function AttachButton({ label, accept, size, disabledReason, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="secondary" size={size} disabledReason={disabledReason} onClick={() => input.current?.click()}>
        <Icon name="upload" size={18} />
        Attach
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // An emptied input lets the same file be chosen again after it was removed.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

/** A file that waits to be sent. `note` says how it stands, `isBad` that it needs to be taken out. */
export type ChosenFile = { key: string; name: string; note: string; isBad?: boolean }

/** Files that were chosen, each with a way to take it out. */
export function ChosenFiles({ files, onRemove }: { files: readonly ChosenFile[]; onRemove: (key: string) => void }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label="Files to send">
      {files.map(({ key, name, note, isBad }) => (
        <li key={key} className={classNames(styles.file, isBad && styles.bad)}>
          <span className={styles.name}>{name}</span>
          <span className={styles.note}>{note}</span>
          <button type="button" className={styles.remove} onClick={() => onRemove(key)}>
            <Icon name="close" size={16} />
            <span className="visually-hidden">Remove {name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
