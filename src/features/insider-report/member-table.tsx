import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { type InsiderFigure, insiderFigureNames, insiderFigures } from '#shared/insider-report.ts'
import type { InsiderMember, InsiderReport } from '#shared/insider-report-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { staffRoleNames } from '#shared/staff-role.ts'
import styles from './insider-report.module.css'

type OpenList = { member: string; figure: InsiderFigure }
type MemberTableProps = {
  report: InsiderReport
  open: OpenList | undefined
  /** Opens a list, or closes the open one. */
  onOpen: (next: Partial<OpenList>) => void
}

const count = new Intl.NumberFormat('en-US')
const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** One row per member of staff, by name, and one for everyone. Each number opens its list. */
export function MemberTable({ report: { members, team }, open, onOpen }: MemberTableProps) {
  return (
    <ScrollRegion className={styles.scroll} aria-label="Figures of the staff">
      <table className={styles.table}>
        <caption className="visually-hidden">Figures of the staff</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {insiderFigures.map((figure) => (
              <th key={figure} scope="col">
                {insiderFigureNames[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                <span className={styles.name}>{member.name}</span>
                <span className={styles.note}>{staffRoleNames[member.role]}</span>
              </th>
              {insiderFigures.map((figure) => {
                const isOpen = open?.member === member.id && open.figure === figure
                return (
                  <td key={figure}>
                    <Figure
                      member={member}
                      figure={figure}
                      isOpen={isOpen}
                      onToggle={() => onOpen(isOpen ? {} : { member: member.id, figure })}
                    />
                    <Note figure={figure} figures={member.figures} />
                    {figure === 'released' && <Pairs pairs={member.pairs} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Everyone</th>
            {insiderFigures.map((figure) => (
              <td key={figure}>
                {count.format(team[figure])}
                <Note figure={figure} figures={team} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

/** The id of the button that opens a list. */
export function figureId(memberId: string, figure: InsiderFigure): string {
  return `${figure}-${memberId}`
}

type FigureProps = { member: InsiderMember; figure: InsiderFigure; isOpen: boolean; onToggle: () => void }

function Figure({ member: { id, name, figures }, figure, isOpen, onToggle }: FigureProps) {
  const value = figures[figure]
  if (value === 0) return <span className="muted">0</span>
  return (
    <button type="button" id={figureId(id, figure)} className={styles.figure} aria-expanded={isOpen} onClick={onToggle}>
      {count.format(value)}
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
  return <span className={styles.note}>{share.format(figures.emptied / figures.views)} of the views</span>
}

function Pairs({ pairs }: Pick<InsiderMember, 'pairs'>) {
  return pairs.map(({ approvedBy, count: released, amount }) => (
    <span key={approvedBy.id} className={styles.note}>
      {approvedBy.name}: {count.format(released)}, {formatDollars(amount)}
    </span>
  ))
}
