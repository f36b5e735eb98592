import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { csvUrl } from '#client/lib/base-path.ts'
import { dayStart } from '#client/lib/day-start.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { DayFields } from '#client/ui/day-fields.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type InsiderFigure, insiderFigureNames, insiderFigures, insiderMessages } from '#shared/insider-report.ts'
import type { InsiderReport, InsiderReportInput } from '#shared/insider-report-schema.ts'
import { figureId, ItemList, MemberTable } from './insider-tables.tsx'
import { type ReportSearch, readReportSearch, reportDays, reportPeriod } from './report-search.ts'

const HOUR_MS = 60 * 60_000

type OnSearch = (next: ReportSearch, replace?: boolean) => void
export function InsiderReportTab({ search: raw, onSearch }: { search: Record<string, unknown>; onSearch: OnSearch }) {
  const search = readReportSearch(raw)
  const days = reportDays(search, useNow(HOUR_MS))
  const period = reportPeriod(days)
  const problem = 'problem' in period ? period.problem : undefined
  return (
    <>
      <h2 className="text-xl">Insider report</h2>
      <p className="measure muted margin-top-1 margin-bottom-4">
        What the audit log says about each member of staff. {insiderMessages.note} Every read of this report is in the
        audit log.
      </p>
      <search className="cluster bottom gap-4 row-gap-3 margin-bottom-4">
        <PeriodFields days={days} problem={problem} onDays={(next) => onSearch(next, true)} />
        {'from' in period && (
          <a className={buttonClass('secondary', 'small')} href={csvUrl('insider-report', period)} download>
            Download CSV
          </a>
        )}
      </search>
      {'from' in period && <Report period={period} search={{ ...search, ...days }} onSearch={onSearch} />}
      <FigureMeanings />
    </>
  )
}

type Days = { from: string; to: string }
type PeriodFieldsProps = { days: Days; problem: string | undefined; onDays: (days: Days) => void }

/** First and last day. A date that is not typed to its end changes nothing yet. */
function PeriodFields({ days, problem, onDays }: PeriodFieldsProps) {
  const [typed, setTyped] = useState(days)
  const change = (part: Partial<Days>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (dayStart(next.from) && dayStart(next.to)) onDays(next)
  }
  return <DayFields {...typed} error={problem} onChange={change} />
}

type ReportProps = { period: InsiderReportInput; search: ReportSearch; onSearch: OnSearch }

function Report({ period, search, onSearch }: ReportProps) {
  const query = trpc.admin.insiderReport.useQuery(period, { placeholderData: keepPreviousData })
  return (
    <ListState query={query} what="insider report" headingLevel={3}>
      {(report) => <Figures report={report} period={period} search={search} onSearch={onSearch} />}
    </ListState>
  )
}

function Figures({ report, period, search, onSearch }: ReportProps & { report: InsiderReport }) {
  const { from, to, member: memberId, figure, page = 1 } = search
  const member = report.members.find(({ id }) => id === memberId)
  if (report.members.length === 0) return <StateMessage title={insiderMessages.empty} headingLevel={3} />
  return (
    <>
      <MemberTable
        report={report}
        open={member && figure ? { member: member.id, figure } : undefined}
        onOpen={(next) => onSearch({ from, to, ...next })}
      />
      {member && figure && (
        <ItemList
          key={`${member.id} ${figure}`}
          member={member}
          figure={figure}
          period={period}
          page={page}
          onPage={(next) => onSearch({ from, to, member: member.id, figure, page: next })}
          onClose={() => {
            document.getElementById(figureId(member.id, figure))?.focus()
            onSearch({ from, to })
          }}
        />
      )}
    </>
  )
}

const meanings: Readonly<Record<InsiderFigure, string>> = {
  views: 'Orders whose number, code or photo they opened, also with an API token of theirs.',
  withoutAction:
    'Of those, orders that they neither decided, approved nor noted within 24 hours before or after a view.',
  emptied:
    'Orders that were rejected because the card was empty or had less on it, after they had revealed the number or code. The share is of their views.',
  ownOrders: 'Steps on orders that they submitted themselves as a customer.',
  alone: 'What they asked for and released alone, because no colleague could.',
  released: 'What a colleague asked for and they released, by colleague, with sums.',
  returns: 'Payouts of which they recorded that the money came back. What follows waits for a second person.',
  exports: 'Files of submissions, users, rates, the ledger, payments, lots, reports or what sellers were paid.',
  takeovers: 'Orders that they took over from a colleague.',
  undone: 'Decisions of theirs that they undid.',
  unused:
    'Orders whose number or code they revealed one at a time after the card was bought, and whose card was not sold, used or written off.',
  adjustments: 'Adjusting entries of bank statements that they made, approved or reversed.',
  belowCost: 'Sales of cards that they recorded, with a price less the fee below what the card had cost.',
  losses: 'Cards that they wrote off, and debts of sellers that they waived.',
  closedDebts: 'Payouts that failed or came back and whose debt they closed.',
  fees: 'Payouts whose fee they corrected.',
  newAccounts: 'What they asked for and an account released which they had made within 30 days before.',
  actsAlone: 'What needs a second person from an amount on and was done without one, by kind with its sum.',
}

function FigureMeanings() {
  return (
    <details className="margin-top-5 muted">
      <summary>What the figures count; those that are 0 for everyone are left out</summary>
      <Facts
        className="stack gap-2 margin-top-2 measure"
        labelClass="ink strong"
        facts={insiderFigures.map((figure) => [insiderFigureNames[figure], meanings[figure]])}
      />
    </details>
  )
}
