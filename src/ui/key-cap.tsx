import { singleKeys } from '#client/lib/single-keys.ts'
import styles from './key-cap.module.css'

export function KeyCap({ children }: { children: string }) {
  if (!singleKeys.use()) return null
  return (
    <span className={`pointer-only ${styles.key}`} aria-hidden="true">
      {children}
    </span>
  )
}
