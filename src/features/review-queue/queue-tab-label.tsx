import styles from './queue-tab-label.module.css'
import { useWaiting } from './use-submissions.ts'

/** The tab label with the number of submissions that need a decision and how many of them are overdue. */
export function QueueTabLabel() {
  const { waiting = 0, overdue = 0 } = useWaiting() ?? {}
  return (
    <>
      <span>Submissions</span>
      {waiting > 0 && (
        <>
          {' '}
          <span className={styles.waiting} aria-hidden="true">
            {waiting}
          </span>
          <span className="visually-hidden">
            ({waiting} {waiting === 1 ? 'needs' : 'need'} a decision)
          </span>
        </>
      )}
      {overdue > 0 && (
        <>
          {' '}
          <span className={styles.overdue}>{overdue} overdue</span>
        </>
      )}
    </>
  )
}
