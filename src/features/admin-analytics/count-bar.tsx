import type { CSSProperties, ReactNode } from 'react'
import styles from './count-bar.module.css'

/** Words over a bar that is as long as `share` (0 to 1) of its place; the number itself stands beside it. */
export function CountBar({ share, children }: { share: number; children: ReactNode }) {
  return (
    <span className={styles.place} style={{ '--share': share } as CSSProperties}>
      {children}
    </span>
  )
}
