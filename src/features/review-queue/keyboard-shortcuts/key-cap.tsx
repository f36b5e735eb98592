import styles from './key-cap.module.css'
import { singleKeys } from './single-keys.ts'

/** The key of a button, beside its words; the button itself tells it to screen readers. Nothing while keys are off. */
export function KeyCap({ children }: { children: string }) {
  if (!singleKeys.use()) return null
  return (
    <span className={styles.key} aria-hidden="true">
      {children}
    </span>
  )
}
