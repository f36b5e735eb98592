import { formatCount } from '#client/lib/format.ts'
import { Table } from '#client/ui/table.tsx'
import { type InsiderFigure, insiderFigureNames, insiderFigures } from '#shared/insider-report.ts'
import type { InsiderMember, InsiderReport } from '#shared/insider-report-schema.ts'
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
