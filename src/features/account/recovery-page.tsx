import type { ReactNode, Ref } from 'react'
import styles from './recovery-page.module.css'

type RecoveryPageProps = { title: string; lead: ReactNode; headingRef?: Ref<HTMLHeadingElement>; children: ReactNode }

/** Layout shared by the forgot-password and reset-password pages. */
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
