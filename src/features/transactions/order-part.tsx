import type { ReactNode } from 'react'
import styles from './transaction-page.module.css'

export function OrderPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={`stack gap-3 margin-top-2 ${styles.next}`}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className={`cluster stretch not-printed ${styles.actions}`}>{children}</div>
}
