import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayOf } from '#client/lib/day-start.ts'
import { formatCount, formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { auditMessages } from '#shared/audit.ts'
import { type InsiderFigure, insiderFigureNames, insiderFigures } from '#shared/insider-report.ts'
import type { InsiderItem, InsiderMember, InsiderReport, InsiderReportInput } from '#shared/insider-report-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { staffRoleNames } from '#shared/staff-role.ts'
import { actKinds } from '#shared/waiting-act.ts'
import styles from './insider-report.module.css'

type OpenList = { member: string; figure: InsiderFigure }
type MemberTableProps = {
  report: InsiderReport
  open: OpenList | undefined
  onOpen: (next: Partial<OpenList>) => void
}

const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** One row per member of staff, by name, and one for everyone. Each number opens its list. */
export function MemberTable({ report: { members, team }, open, onOpen }: MemberTableProps) {
  const counted = insiderFigures.filter((figure) => team[figure] > 0)
  return (
    <Table
      name="Figures of the staff"
      narrow="labelled"
      rows={members}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'Name',
          wraps: true,
          cell: ({ name, role }) => (
            <>
              {name} <span className="subline">{staffRoleNames[role]}</span>
            </>
          ),
        },
        ...counted.map((figure) => ({
          name: insiderFigureNames[figure],
          cell: (member: InsiderMember) => <FigureCell {...{ member, figure, open, onOpen }} />,
        })),
      ]}
      foot={[
        'Everyone',
        ...counted.map((figure) => (
          <>
            {formatCount(team[figure])}
            <Note figure={figure} figures={team} />
          </>
        )),
      ]}
    />
  )
}

type FigureCellProps = Pick<MemberTableProps, 'open' | 'onOpen'> & { member: InsiderMember; figure: InsiderFigure }

function FigureCell({ member, figure, open, onOpen }: FigureCellProps) {
  const isOpen = open?.member === member.id && open.figure === figure
  return (
    <>
      <Figure
        member={member}
        figure={figure}
        isOpen={isOpen}
        onToggle={() => onOpen(isOpen ? {} : { member: member.id, figure })}
      />
      <Note figure={figure} figures={member.figures} />
      {figure === 'released' &&
        member.pairs.map(({ approvedBy: { id, name }, ...sum }) => <Sum key={id} name={name} {...sum} />)}
      {figure === 'actsAlone' &&
        member.acts.map(({ kind, ...sum }) => <Sum key={kind} name={actKinds[kind]} {...sum} />)}
    </>
  )
}

export function figureId(memberId: string, figure: InsiderFigure) {
  return `${figure}-${memberId}`
}

type FigureProps = { member: InsiderMember; figure: InsiderFigure; isOpen: boolean; onToggle: () => void }

function Figure({ member: { id, name, figures }, figure, isOpen, onToggle }: FigureProps) {
  const value = figures[figure]
  if (value === 0) return <span className="muted">0</span>
  return (
    <button type="button" id={figureId(id, figure)} className={styles.figure} aria-expanded={isOpen} onClick={onToggle}>
      {formatCount(value)}
      <span className="visually-hidden">
        {' '}
        {insiderFigureNames[figure]}, {name}
      </span>
    </button>
  )
}

/** Empty cards as a share of the views, to compare a person with everyone. */
function Note({ figure, figures }: { figure: InsiderFigure; figures: InsiderMember['figures'] }) {
  if (figure !== 'emptied' || figures.views === 0) return null
  return <span className="subline">{share.format(figures.emptied / figures.views)} of the views</span>
}

function Sum({ name, count, amount }: { name: string; count: number; amount: number }) {
  return (
    <span className="subline">
      {name}: {formatCount(count)}, {formatDollars(amount)}
    </span>
  )
}

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
        <QuietButton onClick={onClose}>Close</QuietButton>
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

function entriesOf({ at, action, objectId }: Pick<InsiderItem, 'at' | 'action' | 'objectId'>, staffId: string) {
  const day = dayOf(at)
  return { tab: 'audit', person: staffId, action, object: objectId, from: day, until: day }
}
