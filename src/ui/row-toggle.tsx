import type { ReactNode } from 'react'
import styles from './row-toggle.module.css'

type RowToggleProps = {
  isOpen: boolean
  controls: string
  shortcut: string
  onToggle: () => void
  children: ReactNode
}

/** Shows and hides the details below a row, whose name it is. */
export function RowToggle({ isOpen, controls, shortcut, onToggle, children }: RowToggleProps) {
  return (
    <button
      type="button"
      className={`row gap-2 breaks hover-brand ${styles.toggle}`}
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-keyshortcuts={shortcut}
      onClick={onToggle}
    >
      <span>{children}</span>
    </button>
  )
}
