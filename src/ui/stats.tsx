import type { ReactNode } from 'react'
import styles from './stats.module.css'

/** `value` is undefined while it is not known. */
export type Figure = { label: string; value: ReactNode; isMoney?: boolean }

type FiguresProps = {
  figures: readonly Figure[]
  /** On a phone the figures stand in pairs, or as lines with the label in front. */
  narrow: 'pairs' | 'lines'
}

/** Stats in display type with their labels, side by side between hairlines. */
export function Stats({ figures, narrow }: FiguresProps) {
  return (
    <dl className={styles.figures} data-narrow={narrow}>
      {figures.map(({ label, value, isMoney }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd className={isMoney ? styles.money : undefined}>{value ?? <span className={styles.unknown}>–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
