import type { ReactNode } from 'react'
import styles from './stats.module.css'

type Figure = { label: string; value: ReactNode; isMoney?: boolean }

export function Stats({ figures, narrow }: { figures: readonly Figure[]; narrow: 'pairs' | 'lines' }) {
  return (
    <dl className={`facts ${styles.figures}`} data-narrow={narrow}>
      {figures.map(({ label, value, isMoney }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd className={isMoney ? styles.money : undefined}>{value ?? <span className="muted">–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
