import { formatDateTime } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { statusLabels } from '#shared/status-label.ts'
import type { StatusChange } from '#shared/submission-schema.ts'
import styles from './transaction-timeline.module.css'

/** Everything that has happened to an order, oldest first; the last entry is how it stands. */
export function OrderTimeline({ history }: { history: readonly StatusChange[] }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol className={styles.changes}>
        {history.map((change, at) => (
          <li key={change.id} aria-current={at === history.length - 1 ? 'step' : undefined}>
            <Change change={change} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { from, to, reason, by, at } }: { change: StatusChange }) {
  const { name, tone } = statusLabels[to]
  return (
    <>
      <div className={styles.what}>
        {from === null && <strong>Submitted</strong>}
        <Tag tone={tone}>{name}</Tag>
      </div>
      <p className={styles.when}>
        {by}, <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {reason && <p className={styles.reason}>{reason}</p>}
    </>
  )
}
