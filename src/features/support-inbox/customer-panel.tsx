import { Link } from '@tanstack/react-router'
import { formatDate } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { Tag } from '#client/ui/badge.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { Time } from '#client/ui/time.tsx'
import type { ChatCustomer } from '#shared/inbox-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import styles from './customer-panel.module.css'

export function CustomerPanel({ sessionId }: { sessionId: string }) {
  const query = trpc.admin.chat.customer.useQuery({ sessionId }, { refetchOnMount: 'always' })
  return (
    <section className={`shrinks line-top ${styles.panel}`} aria-label="Customer">
      <h3 className="margin-bottom-2">Customer</h3>
      <QueryPart query={query} lines={5} label="Loading the customer..." failed="We couldn't load the customer.">
        {(customer) => <Facts customer={customer} />}
      </QueryPart>
    </section>
  )
}

function Facts({
  customer: { name, email, phone, memberSince, submissions, submissionCount },
}: {
  customer: ChatCustomer
}) {
  return (
    <>
      <dl className={`facts gap-3 breaks ${styles.facts}`}>
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>Email</dt>
        <dd>
          <AddressText>{email}</AddressText>
        </dd>
        <dt>Phone</dt>
        <dd>{phone || 'Not provided'}</dd>
        <dt>Customer since</dt>
        <dd>{formatDate(memberSince)}</dd>
      </dl>
      <h4 className={styles.submissions}>Orders ({submissionCount})</h4>
      {submissions.length === 0 && <p className="muted">No orders yet</p>}
      <ul className="plain">
        {submissions.map(({ id, giftCardName, payoutAmount, status, createdAt, payoutTo }) => (
          <li key={id} className="pad-block-2 line-bottom">
            <p className="strong cluster stretch spread gap-2 row-gap-0">
              <span>{giftCardName}</span>
              <span className="money tabular">{formatDollars(payoutAmount)}</span>
            </p>
            <Link to="/admin" search={{ search: id }} className={`breaks ${styles.link}`}>
              {id}
            </Link>
            {payoutTo && <p className="muted breaks text-sm">{payoutTo}</p>}
            <p className="cluster stretch spread gap-2 row-gap-0">
              <Tag tone={statusLabels[status].tone}>{statusLabels[status].name}</Tag>
              <Time at={createdAt} isDay className="muted text-xs" />
            </p>
          </li>
        ))}
      </ul>
      {submissionCount > submissions.length && (
        <p className="muted">and {submissionCount - submissions.length} older</p>
      )}
    </>
  )
}
