import type { ReactNode } from 'react'
import styles from './state-message.module.css'

type StateMessageProps = {
  title: string
  children?: ReactNode
  /** The next step of the user. */
  action?: ReactNode
  headingLevel?: 1 | 2 | 3 | 4
}

/** Replaces a list or page that is empty, failed or not permitted. */
export function StateMessage({ title, children, action, headingLevel = 2 }: StateMessageProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={styles.message}>
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
