import type { ReactNode } from 'react'
import styles from './state-message.module.css'

type StateMessageProps = {
  title: string
  children?: ReactNode
  /** The next thing to do. */
  action?: ReactNode
  headingLevel?: 1 | 2 | 3 | 4
}

/** What stands where a list or page would: empty, failed, or not for this person. */
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
