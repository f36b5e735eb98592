import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { whyRow } from '#client/calls/payment-fields.tsx'
import { type FieldRow, stepDialog } from '#client/calls/step-dialog.tsx'
import { csvUrl, withBase } from '#client/lib/base-path.ts'
import { dayOf } from '#client/lib/day-start.ts'
import { formatDay } from '#client/lib/format.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button, RowButton } from '#client/ui/button.tsx'
import { CopyText } from '#client/ui/copy-button.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { lastDayOf } from '#shared/business-day.ts'
import { formatDollars } from '#shared/money.ts'
import { MONTH_REASON_MAX_LENGTH, monthMessages, monthName } from '#shared/month.ts'
import type { MonthClosing, Months, NextMonth } from '#shared/month-schema.ts'
import { statementMessages } from '#shared/statement.ts'
import { balanceRow, explanation } from './ledger-view.tsx'
import type { PayoutSearch } from './payout-search.ts'
import { typedDollars } from './statement-search.ts'
import { useListPolling } from './use-payouts.ts'

type Month = Months['months'][number]

/** The months of the books: what the next one needs to be closed, and who closed the others. */
export function MonthView() {
  const query = trpc.statements.months.useQuery(undefined, useListPolling())
  const [opened, setOpened] = useState<'close' | 'reopen'>()
  const { isOwner } = useStaffPermissions()
  const close = () => setOpened(undefined)
  return (
    <ListState query={query} what="months">
      {({ months, next }) => {
        const closed = months.find(({ closing }) => closing)?.month
        const state: Column<Month> = { name: 'State', wraps: true, cell: (row) => <MonthState {...row} next={next} /> }
        const actions: Column<Month> = {
          name: 'Actions',
          kind: 'actions',
          cell: ({ month }) =>
            month === closed &&
            isOwner && (
              <RowButton of={monthName(month)} variant="quiet" onClick={() => setOpened('reopen')}>
                Reopen...
              </RowButton>
            ),
        }
        return (
          <>
            {next ? (
              <NextPanel next={next} onClose={() => setOpened('close')} />
            ) : (
              <p className="pad-block-2">Months are closed once there is a money account. Add one under Statements.</p>
            )}
            <Table
              name="Months, newest first"
              columns={[{ name: 'Month', cell: ({ month }) => monthName(month) }, state, ...facts, actions]}
              rows={months}
              rowKey={({ month }) => month}
              narrow="cards"
            />
            {opened === 'close' && next && <CloseMonthDialog subject={next} onClose={close} />}
            {opened === 'reopen' && closed && <ReopenMonthDialog subject={closed} onClose={close} />}
          </>
        )
      }}
    </ListState>
  )
}

/** What the next month needs, each with a link to where that is done. */
function NextPanel({ next, onClose }: { next: NextMonth; onClose: () => void }) {
  const acts = trpc.waitingActs.list.useQuery(undefined, useListPolling()).data
  const waits = acts?.find(({ thing, state }) => thing.kind === 'month' && state === 'waiting')
  const { month, hasEnded, accounts, unassigned } = next
  const last = formatDay(lastDayOf(month))
  const isReady = !waits && unassigned === 0 && accounts.every(({ ready }) => ready !== 'no')
  const todo = [...(waits ? [waitingTodo(waits.thing.name)] : []), ...todoOf(next)]
  return (
    <section aria-label="The month" className="stack gap-3 start pad-block-2 margin-bottom-3">
      <h3>{hasEnded ? `Close ${monthName(month)}` : `${monthName(month)} is open until ${last}`}</h3>
      <ul className="plain stack gap-1">
        {todo.map(({ name, text, search }) => (
          <li key={name}>
            <Link to="/admin/payouts" search={search}>
              {name}
            </Link>
            : {text}
          </li>
        ))}
        {hasEnded && todo.length === 0 && <li className="muted">Every money account is reconciled on {last}.</li>}
      </ul>
      {hasEnded && (
        <Button size="small" disabledReason={isReady ? undefined : 'Do what is listed first.'} onClick={onClose}>
          Close {monthName(month)}...
        </Button>
      )}
    </section>
  )
}

type Todo = { name: string; text: string; search: PayoutSearch }

const waitingTodo = (name = ''): Todo => ({ name, text: 'It waits for a second person.', search: { show: 'waiting' } })

function todoOf({ month, accounts, unassigned, suspense }: NextMonth): Todo[] {
  const days = { from: `${month}-01`, to: lastDayOf(month) }
  const ofAccounts = accounts.filter(({ ready }) => ready !== 'yes')
  const inLedger = (account: string, name: string, amount: number, then: string): Todo[] =>
    amount === 0 ? [] : [{ name, text: `${formatDollars(amount)}. ${then}`, search: { show: 'ledger', account } }]
  return [
    ...ofAccounts.map((each) => ({
      ...{ name: each.name, search: { show: 'statements', bank: each.id, ...days } as const },
      text: each.ready === 'explain' ? `${explanation(each)} You say why when you close.` : missingText(each),
    })),
    ...inLedger('cash:unassigned', 'Cash, not assigned', unassigned, 'Move it under Statements.'),
    ...inLedger('suspense', 'Suspense', suspense, 'You repeat it when you close.'),
  ]
}

function missingText(account: NextMonth['accounts'][number]): string {
  const { difference } = account
  const differs = difference ? `The bank and the books differ by ${formatDollars(difference)}.` : ''
  return `${explanation(account)} ${differs}`.trim() || 'Enter what it had on its first day.'
}

function MonthState({ month, closing, former, next }: Month & { next: NextMonth | undefined }) {
  const isNext = next?.month === month && next.hasEnded
  const open = next && month < next.month ? 'Before the first account' : 'Open'
  return (
    <span className="stack start gap-1">
      {closing ? <Tag tone="ok">Closed</Tag> : <Tag tone={isNext ? 'warn' : 'off'}>{isNext ? 'To close' : open}</Tag>}
      {[...(closing ? [closing] : []), ...former].map((each) => (
        <span key={each.closedAt} className="text-xs muted">
          {closedText(each)}
        </span>
      ))}
    </span>
  )
}

function closedText({ closedBy, closedAt, confirmedBy, note, reopened }: MonthClosing): string {
  const who = closedBy.id === confirmedBy.id ? 'alone' : `confirmed by ${confirmedBy.name}`
  const again = reopened && `Reopened ${formatDay(dayOf(reopened.at))} by ${reopened.by.name}: ${reopened.reason}`
  return [`Closed ${formatDay(dayOf(closedAt))} by ${closedBy.name}, ${who}.`, note, again].filter(Boolean).join(' ')
}

const facts: readonly Column<Month>[] = [
  {
    name: 'At its end',
    wraps: true,
    cell: ({ closing }) =>
      closing && (
        <span className="stack start gap-0 tabular">
          {closing.accounts.map(({ id, name, balance, outstanding: { count } }) => (
            <span key={id}>
              {name} {formatDollars(balance)}
              {count > 0 && ` (${count} without a line)`}
            </span>
          ))}
          {closing.suspense !== 0 && <span>Suspense {formatDollars(closing.suspense)}</span>}
        </span>
      ),
  },
  {
    name: 'Journal as closed',
    cell: ({ month, closing }) =>
      closing && (
        <span className="row gap-1 text-xs nowrap">
          SHA-256 <span className="mono">{closing.sha256.slice(0, 12)}...</span>
          <CopyText text={closing.sha256} of={`SHA-256 of ${monthName(month)}`} />
        </span>
      ),
  },
  {
    name: 'Files',
    cell: ({ month }) => (
      <span className="row gap-3 nowrap touch-targets">
        <a href={csvUrl('journal', { month })} download>
          journal.csv
        </a>
        <a href={withBase(`/api/admin/ledger.beancount?month=${month}`)} download>
          ledger.beancount
        </a>
      </span>
    ),
  },
]

const why = (label: string) => whyRow(label, monthMessages.noReason, MONTH_REASON_MAX_LENGTH)

const suspenseRow = (amount: number) =>
  balanceRow('Suspense', `Repeat ${formatDollars(amount)}: the books do not explain it.`, statementMessages.badAmount)

/** Repeats what suspense has, and says why movements are without a line. */
const CloseMonthDialog = stepDialog({
  useMutation: trpc.statements.closeMonth.useMutation,
  show: ({ month, accounts, suspense }: NextMonth) => {
    const isLate = accounts.some(({ ready }) => ready === 'explain')
    const fields: Readonly<Record<string, FieldRow>> = {
      ...(suspense !== 0 && { suspense: suspenseRow(suspense) }),
      ...(isLate && { note: why('Why movements have no line') }),
    }
    const name = monthName(month)
    const children = `Once a second person confirms it, nothing is booked in ${name} any more. An owner can reopen it.`
    return { title: `Close ${name}`, action: `Close ${name}`, children: <p>{children}</p>, fields }
  },
  input: ({ suspense, note }: Readonly<Record<string, string>>, { month }) => ({
    month,
    ...(suspense !== undefined && { suspense: typedDollars(suspense) ?? 0 }),
    ...(note !== undefined && { note }),
  }),
})

const ReopenMonthDialog = stepDialog({
  useMutation: trpc.statements.reopenMonth.useMutation,
  show: (month: string) => ({
    title: `Reopen ${monthName(month)}`,
    action: 'Reopen',
    children: <p>Once a second person confirms it, its books can change. The closing is kept.</p>,
    fields: { reason: why('Why') },
  }),
  input: ({ reason }, month) => ({ month, reason }),
})
