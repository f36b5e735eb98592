import { type ButtonSize, SecondaryButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useFileInput } from './file-drop.tsx'
import styles from './file-picker.module.css'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'

type AttachButtonProps = { label: string; size?: ButtonSize; onFiles: (files: File[]) => void }

export function AttachButton({ label, size, onFiles }: AttachButtonProps) {
  const { input, choose } = useFileInput({ label, multiple: true, onFiles })
  return (
    <>
      <SecondaryButton size={size} onClick={choose}>
        <Icon name="upload" size={18} />
        Attach
      </SecondaryButton>
      {input}
    </>
  )
}

/** Why a message or its files cannot be sent. */
export function SendProblems({ problems }: { problems: readonly string[] }) {
  return problems.map((problem) => (
    <Notice key={problem} tone="bad">
      {problem}
    </Notice>
  ))
}

/** A file that waits to be sent. `note` is its state; `isBad` when it has to be removed. */
type ChosenFile = { key: string; name: string; note: string; isBad?: boolean }

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
