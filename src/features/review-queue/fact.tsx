import type { ReactNode } from 'react'
import styles from './fact.module.css'

/** A dense list of labelled facts with dotted leaders. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

type FactProps = {
  label: string
  children: ReactNode
  mono?: boolean /** Long text: below its label. */
  long?: boolean
}

/** One fact of a `Facts` list. */
export function Fact({ label, children, mono, long }: FactProps) {
  return (
    <div className={long ? styles.long : styles.fact}>
      <dt>{label}</dt>
      <dd className={mono ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}
