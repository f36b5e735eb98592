import { useRef } from 'react'
import { Button, type ButtonSize } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './file-picker.module.css'
import { Icon } from './icon.tsx'

type AttachButtonProps = {
  label: string
  accept: string
  size?: ButtonSize
  disabledReason?: string
  onFiles: (files: File[]) => void
}

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
          // Cleared, because an unchanged value fires no event when a removed file is selected again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

/** A file that waits to be sent. `note` is its state; `isBad` when it has to be removed. */
export type ChosenFile = { key: string; name: string; note: string; isBad?: boolean }

export function ChosenFiles({ files, onRemove }: { files: readonly ChosenFile[]; onRemove: (key: string) => void }) {
  if (files.length === 0) return null
  return (
    <ul className="cluster stretch gap-2 plain" aria-label="Files to send">
      {files.map(({ key, name, note, isBad }) => (
        <li key={key} className={classNames(`cluster gap-2 text-sm ${styles.file}`, isBad && styles.bad)}>
          <span className={`shrinks strong nowrap ellipsis ${styles.name}`} title={name}>
            {name}
          </span>
          <span className={`rigid muted ${styles.note}`}>{note}</span>
          <button
            type="button"
            className={`rigid muted hover-ink centred ${styles.remove}`}
            onClick={() => onRemove(key)}
          >
            <Icon name="close" size={16} />
            <span className="visually-hidden">Remove {name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
