import type { ReactNode } from 'react'
import styles from './state-message.module.css'

type StateMessageProps = { title: string; children?: ReactNode; action?: ReactNode; headingLevel?: 1 | 2 | 3 | 4 }

/** Replaces a list or page that is empty, failed or not permitted. */
export function StateMessage({ title, children, action, headingLevel = 2 }: StateMessageProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={`stack start gap-2 line-top ${styles.message}`}>
      <Heading className={`text-xl ${styles.title}`}>{title}</Heading>
      {children && <div className={`muted breaks ${styles.text}`}>{children}</div>}
      {action && <div className="cluster stretch gap-3 margin-top-3">{action}</div>}
    </div>
  )
}
