import { type ReactNode, useId } from 'react'
import styles from './preview.module.css'

/** A family of primitives. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <div className={styles.cases}>{children}</div>
    </section>
  )
}

/** One primitive with its states. `wide` takes the whole row. */
export function Case({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.case} data-wide={wide}>
      <h3 className={`mono ${styles.name}`}>{title}</h3>
      {children}
    </div>
  )
}
