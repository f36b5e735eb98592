import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayOf } from '#client/lib/day-start.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Button } from '#client/ui/button.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { auditMessages } from '#shared/audit.ts'
import { type InsiderFigure, insiderFigureNames } from '#shared/insider-report.ts'
import type { InsiderItem, InsiderMember, InsiderReportInput } from '#shared/insider-report-schema.ts'

type ItemListProps = {
  member: Pick<InsiderMember, 'id' | 'name'>
  figure: InsiderFigure
  period: InsiderReportInput
  page: number
  onPage: (page: number) => void
  onClose: () => void
}

export function ItemList({ member, figure, period, page, onPage, onClose }: ItemListProps) {
  const input = { ...period, staffId: member.id, figure, page }
  const query = trpc.admin.insiderItems.useQuery(input, { placeholderData: keepPreviousData })
  // The list opens below the table, out of sight of a small screen.
  const heading = useFocusOnMount<HTMLHeadingElement>()
  return (
    <div className="margin-top-5">
      <div className="cluster spread gap-4 row-gap-2">
        <h3 ref={heading} tabIndex={-1}>
          {insiderFigureNames[figure]}, {member.name}
        </h3>
        <Button variant="quiet" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
      <ListPage query={query} what="entries" headingLevel={3} onPage={onPage} empty={null}>
        {(items) => (
          <ItemTable items={items} staffId={member.id} name={`${insiderFigureNames[figure]}, ${member.name}`} />
        )}
      </ListPage>
    </div>
  )
}

function ItemTable({ items, staffId, name }: { items: readonly InsiderItem[]; staffId: string; name: string }) {
  return (
    <Table
      name={name}
      rows={items}
      rowKey={({ at, action, objectId }) => `${at} ${action} ${objectId}`}
      columns={[
        { name: 'Time', cell: ({ at }) => <Time at={at} /> },
        {
          name: 'What',
          cell: ({ action, token }) => (
            <>
              {auditMessages(action).does}
              {token && <span className="subline">with the API token {token}</span>}
            </>
          ),
        },
        {
          name: 'Order',
          cell: ({ submissionId }) =>
            submissionId && (
              <Link to="/admin" search={{ view: 'review', status: 'all', id: submissionId }} className="mono">
                {submissionId}
              </Link>
            ),
        },
        { name: 'Payout', cell: ({ payoutId }) => payoutId && <PayoutLink id={payoutId} /> },
        {
          name: 'Audit log',
          cell: ({ submissionId, payoutId, ...entry }) => (
            <Link to="/admin/settings" search={entriesOf(entry, staffId)}>
              Entries<span className="visually-hidden"> of {submissionId ?? payoutId ?? formatDateTime(entry.at)}</span>
            </Link>
          ),
        },
      ]}
    />
  )
}

/** The search of the audit log that shows this entry. */
function entriesOf({ at, action, objectId }: Pick<InsiderItem, 'at' | 'action' | 'objectId'>, staffId: string) {
  const day = dayOf(at)
  return { tab: 'audit', person: staffId, action, object: objectId, from: day, until: day }
}
