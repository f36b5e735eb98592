import type { ReactNode, Ref } from 'react'
import styles from './recovery-page.module.css'

type RecoveryPageProps = { title: string; lead: ReactNode; headingRef?: Ref<HTMLHeadingElement>; children: ReactNode }

/** The frame of the two pages that lead back into an account. */
export function RecoveryPage({ title, lead, headingRef, children }: RecoveryPageProps) {
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.narrow}>
        <h1 ref={headingRef} tabIndex={-1}>
          {title}
        </h1>
        <p className={`muted ${styles.lead}`}>{lead}</p>
        {children}
      </div>
    </div>
  )
}
