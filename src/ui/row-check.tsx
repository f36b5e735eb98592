import styles from './row-check.module.css'

type RowCheckProps = {
  label: string
  isChecked: boolean
  onToggle: (isRange: boolean) => void
  shortcut?: string | undefined
}

export function RowCheck({ label, isChecked, onToggle, shortcut }: RowCheckProps) {
  return (
    <label className={`centred ${styles.place}`}>
      <input
        type="checkbox"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        checked={isChecked}
        onClick={(event) => onToggle(event.shiftKey)}
        // The click says whether Shift was pressed; React asks for both.
        onChange={() => undefined}
      />
    </label>
  )
}
