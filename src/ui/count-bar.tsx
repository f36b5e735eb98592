import type { CSSProperties, ReactNode } from 'react'
import styles from './count-bar.module.css'

/** `children` over a bar of relative length `share` (0 to 1), for the column of a table that has the kind 'bar'. */
export function CountBar({ share, children }: { share: number; children: ReactNode }) {
  return (
    <span className={`positioned block breaks ${styles.bar}`} style={{ '--share': share } as CSSProperties}>
      {children}
    </span>
  )
}
