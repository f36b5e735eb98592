import { formatDate } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { formatDollars } from '#shared/money.ts'
import type { OtherOrder } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import styles from './review.module.css'
import { SubmissionLink } from './submission-link.tsx'

type Props = {
  orders: readonly OtherOrder[]
  total: number
  onOpen: (id: string, how: { isThere: boolean }) => void
}

/** What else this customer has sold, newest first. */
export function OtherSubmissions({ orders, total, onOpen }: Props) {
  if (orders.length === 0)
    return (
      <section>
        <h4 className={styles.heading}>Other orders</h4>
        <p className="muted">This is the customer's only order.</p>
      </section>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways has to be reached by the keyboard
    <section aria-label="Other orders of this customer" className={styles.scrolled} tabIndex={0}>
      <table className={styles.orders}>
        <caption>
          Other orders{' '}
          <span className="muted">
            {total > orders.length ? `(newest ${orders.length} of ${total})` : `(${total})`}
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Card</th>
            <th scope="col">Payout</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ id, cardType, cardValue, payoutAmount, status, createdAt }) => (
            <tr key={id}>
              <th scope="row">
                <SubmissionLink id={id} onOpen={onOpen} />
              </th>
              <td>
                {cardType} {formatDollars(cardValue)}
                <time className={styles.date} dateTime={createdAt}>
                  {formatDate(createdAt)}
                </time>
              </td>
              <td>{formatDollars(payoutAmount)}</td>
              <td>
                <Tag tone={statusLabels[status].tone}>{statusLabels[status].name}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
