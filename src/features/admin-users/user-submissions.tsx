import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { Tag } from '#client/ui/badge.tsx'
import { OrderLink } from '#client/ui/id-link.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { UserSubmission } from '#shared/registered-user-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import { POLL_MS } from './use-users.ts'

const columns: readonly Column<UserSubmission>[] = [
  { name: 'Order', cell: ({ id }) => <OrderLink id={id} /> },
  {
    name: 'Card',
    cell: ({ cardType, cardNumber }) => (
      <>
        {cardType} <span className="mono muted">{cardNumber}</span>
      </>
    ),
  },
  { name: 'Value', cell: ({ cardValue }) => formatDollars(cardValue), kind: 'number' },
  { name: 'Payout', cell: ({ payoutAmount }) => formatDollars(payoutAmount), kind: 'number' },
  {
    name: 'Payout method',
    cell: ({ paymentMethod }) => (paymentMethod === 'N/A' ? 'N/A' : paymentTypeInfo[paymentMethod].name),
  },
  { name: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: 'Status', cell: ({ status }) => <Tag tone={statusLabels[status].tone}>{statusLabels[status].name}</Tag> },
]

export function UserSubmissions({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  const query = trpc.admin.users.submissions.useQuery(
    { userId, page },
    { placeholderData: keepPreviousData, ...usePolling(POLL_MS) },
  )
  return (
    <section className="pad-top-5" aria-labelledby="orders-of-user">
      <h3 id="orders-of-user" className="pad-bottom-2">
        Orders
      </h3>
      <ListPage query={query} what="orders" onPage={setPage} empty={<p className="muted">No orders yet</p>}>
        {(submissions) => (
          <Table
            name="Orders of this user, newest first"
            columns={columns}
            rows={submissions}
            rowKey={({ id }) => id}
          />
        )}
      </ListPage>
    </section>
  )
}
