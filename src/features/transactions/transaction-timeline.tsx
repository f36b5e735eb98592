import { useNow } from '#client/lib/use-now.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Time } from '#client/ui/time.tsx'
import { isAppealReason } from '#shared/appeal.ts'
import type { StatusChange, TransactionDetail } from '#shared/transaction-schema.ts'
import { orderLabel } from '#shared/withdrawal.ts'
import { comingSteps } from './coming-steps.ts'
import styles from './transaction-timeline.module.css'

export function TransactionTimeline({ transaction }: { transaction: TransactionDetail }) {
  const { history } = transaction
  const coming = comingSteps(transaction, useNow())
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol className={`plain margin-top-4 ${styles.steps}`}>
        {history.map((change, at) => {
          const isLatest = at === history.length - 1
          return (
            <li key={change.id} className="stack gap-1" aria-current={isLatest ? 'step' : undefined}>
              <Change change={change} />
              {change.reason && (!isLatest || change.reason !== transaction.statusReason) && <p>{change.reason}</p>}
            </li>
          )
        })}
        {coming.map(({ name, when }) => (
          <li key={name} className={`stack gap-1 muted not-printed ${styles.coming}`}>
            <p>
              <span className="visually-hidden">Next: </span>
              {name}, {when}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Change({
  change: { from, to, by, at, reason, reasonCode, photosAdded, photoReplaced },
}: {
  change: StatusChange
}) {
  const { name, tone } = orderLabel({ status: to, statusReason: reason })
  return (
    <>
      <div className="cluster gap-2">
        {from === null && <strong>Submitted</strong>}
        {isAppealReason(reasonCode) && <strong>Appeal</strong>}
        {photosAdded && <strong>Photos added</strong>}
        {photoReplaced && <strong>Photo replaced</strong>}
        <Tag tone={tone}>{name}</Tag>
      </div>
      <p className="muted text-sm">
        {by}, <Time at={at} />
      </p>
    </>
  )
}
