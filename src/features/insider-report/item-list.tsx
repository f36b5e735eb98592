import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { dayOf } from '#client/lib/day-start.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { FailedNotice, QueryState } from '#client/ui/query-state.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { auditMessages } from '#shared/audit.ts'
import { type InsiderFigure, insiderFigureNames } from '#shared/insider-report.ts'
import type { InsiderItem, InsiderMember, InsiderReportInput } from '#shared/insider-report-schema.ts'
import styles from './insider-report.module.css'

type ItemListProps = {
  member: Pick<InsiderMember, 'id' | 'name'>
  figure: InsiderFigure
  period: InsiderReportInput
  page: number
  onPage: (page: number) => void
  onClose: () => void
}

/** What one number of the report counts, oldest first, with links to the orders and the audit log. */
export function ItemList({ member, figure, period, page, onPage, onClose }: ItemListProps) {
  const input = { ...period, staffId: member.id, figure, page }
  const query = trpc.admin.insiderItems.useQuery(input, { placeholderData: keepPreviousData })
  const heading = useRef<HTMLHeadingElement>(null)
  // The list opens below the table, out of sight of a small screen.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.items}>
      <div className={styles.head}>
        <h3 ref={heading} tabIndex={-1}>
          {insiderFigureNames[figure]}, {member.name}
        </h3>
        <Button variant="quiet" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
      <QueryState
        query={query}
        loading={<Skeleton lines={5} label="Loading the list..." />}
        failed={({ retry }) => <FailedNotice title="We couldn't load this list" retry={retry} />}
      >
        {({ data, pagination }) => (
          <>
            <ItemTable items={data} staffId={member.id} name={`${insiderFigureNames[figure]}, ${member.name}`} />
            <PageFoot
              className={styles.foot}
              pagination={pagination}
              shown={data.length}
              what="entries"
              onPage={onPage}
            />
          </>
        )}
      </QueryState>
    </div>
  )
}

type ItemTableProps = { items: readonly InsiderItem[]; staffId: string; name: string }

function ItemTable({ items, staffId, name }: ItemTableProps) {
  return (
    <ScrollRegion className={styles.scroll} aria-label={name}>
      <table className={styles.table}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">What</th>
            <th scope="col">Order</th>
            <th scope="col">Payout</th>
            <th scope="col">Audit log</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ at, action, objectId, submissionId, payoutId, token }) => (
            <tr key={`${at} ${action} ${objectId}`}>
              <th scope="row">
                <time dateTime={at}>{formatDateTime(at)}</time>
              </th>
              <td>
                {auditMessages(action).does}
                {token && <span className={styles.note}>with the API token {token}</span>}
              </td>
              <td>
                {submissionId && (
                  <Link to="/admin" search={{ view: 'review', status: 'all', id: submissionId }} className="mono">
                    {submissionId}
                  </Link>
                )}
              </td>
              <td>
                {payoutId && (
                  <Link to="/admin/payouts" search={{ search: payoutId }} className="mono">
                    {payoutId}
                  </Link>
                )}
              </td>
              <td>
                <Link to="/admin/settings" search={entriesOf({ at, action, objectId }, staffId)}>
                  Entries<span className="visually-hidden"> of {submissionId ?? payoutId ?? formatDateTime(at)}</span>
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** The search of the audit log that shows this entry. */
function entriesOf({ at, action, objectId }: Pick<InsiderItem, 'at' | 'action' | 'objectId'>, staffId: string) {
  const day = dayOf(new Date(at))
  return { tab: 'audit', person: staffId, action, object: objectId, from: day, until: day }
}
