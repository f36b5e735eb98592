import { singleKeys } from '#client/lib/single-keys.ts'
import styles from './key-cap.module.css'

/** Shows the shortcut of a button; screen readers use aria-keyshortcuts. Hidden while single keys are off. */
export function KeyCap({ children }: { children: string }) {
  if (!singleKeys.use()) return null
  return (
    <span className={`pointer-only ${styles.key}`} aria-hidden="true">
      {children}
    </span>
  )
}
