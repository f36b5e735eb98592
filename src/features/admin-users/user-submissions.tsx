import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { useSignInAgain } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useExistingPage } from '#client/lib/use-existing-page.ts'
import { Tag } from '#client/ui/badge.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { UserSubmission } from '#shared/registered-user-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import table from './table.module.css'
import { usePolling } from './use-users.ts'
import styles from './user-page.module.css'

/** Submissions of the user, newest first, each linked to the review queue. */
export function UserSubmissions({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  const query = trpc.admin.users.submissions.useQuery(
    { userId, page },
    { placeholderData: keepPreviousData, ...usePolling() },
  )
  const isBeyond = useExistingPage(query.data?.pagination, setPage)
  const signIn = useSignInAgain(query.error)
  const loading = <Skeleton lines={4} height="2rem" label="Loading orders..." />
  return (
    <section className={styles.section} aria-labelledby="orders-of-user">
      <h3 id="orders-of-user">Orders</h3>
      <QueryState
        query={query}
        loading={loading}
        failed={({ error, retry }) => (
          <FailedMessage title="We couldn't load the orders" retry={retry} signIn={signIn}>
            {error.message}
          </FailedMessage>
        )}
      >
        {({ data: submissions, pagination }) => (
          <>
            {isBeyond && loading}
            {pagination.totalItems === 0 && <p className="muted">No orders yet</p>}
            {submissions.length > 0 && (
              <div className={query.isPlaceholderData ? table.waiting : undefined}>
                <SubmissionsTable submissions={submissions} />
              </div>
            )}
            {!isBeyond && pagination.totalPages > 1 && (
              <PageFoot
                className={table.pages}
                pagination={pagination}
                shown={submissions.length}
                what="orders"
                onPage={setPage}
              />
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

function SubmissionsTable({ submissions }: { submissions: readonly UserSubmission[] }) {
  return (
    <ScrollRegion className={table.region} aria-label="Orders of this user">
      <table className={table.table}>
        <caption className="visually-hidden">Orders of this user, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Card</th>
            <th scope="col" className={table.number}>
              Value
            </th>
            <th scope="col" className={table.number}>
              Payout
            </th>
            <th scope="col">Payout method</th>
            <th scope="col">Submitted</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {submissions.map((submission) => (
            <tr key={submission.id}>
              <th scope="row" className={table.nowrap}>
                <Link to="/admin" search={{ search: submission.id }} className={`mono ${table.link}`}>
                  {submission.id}
                </Link>
              </th>
              <td className={table.nowrap}>
                {submission.cardType} <span className="mono muted">{submission.cardNumber}</span>
              </td>
              <td className={table.number}>{formatDollars(submission.cardValue)}</td>
              <td className={table.number}>{formatDollars(submission.payoutAmount)}</td>
              <td className={table.nowrap}>
                {submission.paymentMethod === 'N/A' ? 'N/A' : paymentTypeInfo[submission.paymentMethod].name}
              </td>
              <td className={table.nowrap}>
                <time dateTime={submission.createdAt}>{formatDateTime(submission.createdAt)}</time>
              </td>
              <td>
                <Tag tone={statusLabels[submission.status].tone}>{statusLabels[submission.status].name}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
