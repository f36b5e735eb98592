import styles from './row-check.module.css'

type RowCheckProps = {
  /** The accessible name. */
  label: string
  isChecked: boolean
  /** `isRange`: Shift was pressed. */
  onToggle: (isRange: boolean) => void
  shortcut?: string | undefined
}

/** Selects a row of a table or a list. */
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
