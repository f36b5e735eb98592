import type { ReactNode } from 'react'
import styles from './step-bar.module.css'

export function StepBar({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className={`stack gap-0 ${styles.bar}`} data-sticks="">
      <div className={styles.summary}>{summary}</div>
      {children}
    </div>
  )
}

export function BarPayout({ children }: { children: ReactNode }) {
  return <strong className="money tabular">{children}</strong>
}

export function BarLink({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`nowrap brand underlined ${styles.link}`} onClick={onPress}>
      {children}
    </button>
  )
}
