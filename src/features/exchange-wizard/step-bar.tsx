import type { ReactNode } from 'react'
import styles from './step-bar.module.css'

type StepBarProps = {
  /** The deal and what is missing, on phones only. */
  summary: ReactNode
  /** The main button. */
  children: ReactNode
}

/** The main button of a step. On phones it sticks to the bottom edge beside a summary. */
export function StepBar({ summary, children }: StepBarProps) {
  return (
    <div className={`stack gap-0 ${styles.bar}`} data-sticks="">
      <div className={styles.summary}>{summary}</div>
      {children}
    </div>
  )
}

/** The payout in the summary of a step bar. */
export function BarPayout({ children }: { children: ReactNode }) {
  return <strong className="money tabular">{children}</strong>
}

/** A link to what is missing in the summary of a step bar. */
export function BarLink({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.link} onClick={onPress}>
      {children}
    </button>
  )
}
