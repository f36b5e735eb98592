import type { ReactNode } from 'react'
import { Section } from '#client/ui/section.tsx'
import styles from './transaction-page.module.css'

export function OrderPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Section id={id} title={title} level={2} className={`stack gap-3 margin-top-2 ${styles.next}`}>
      {children}
    </Section>
  )
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className={`cluster stretch not-printed ${styles.actions}`}>{children}</div>
}
