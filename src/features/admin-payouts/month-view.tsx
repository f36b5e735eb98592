import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { csvUrl, withBase } from '#client/lib/base-path.ts'
import { dayOf } from '#client/lib/day-start.ts'
import { formatDay } from '#client/lib/format.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { CopyText } from '#client/ui/copy-button.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RowButton } from '#client/ui/row-button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { lastDayOf } from '#shared/business-day.ts'
import { formatDollars } from '#shared/money.ts'
import { monthName } from '#shared/month.ts'
import type { MonthClosing, Months, NextMonth } from '#shared/month-schema.ts'
import { CloseMonthDialog, ReopenMonthDialog } from './month-dialogs.tsx'
import { explanation } from './reconciliation-panel.tsx'
import { useListPolling } from './use-payouts.ts'

type Month = Months['months'][number]

/** The months of the books: what the next one needs to be closed, and who closed the others. */
export function MonthView() {
  const query = trpc.statements.months.useQuery(undefined, useListPolling())
  const [opened, setOpened] = useState<'close' | 'reopen'>()
  // Another key for each dialog: a repeat of one is the same act.
  const requestKey = useMemo(() => (opened ? newRequestKey() : ''), [opened])
  const close = () => setOpened(undefined)
  const { isOwner } = useStaffPermissions()
  return (
    <ListState query={query} what="months">
      {({ months, next }) => {
        const closed = months.find(({ closing }) => closing)?.month
        return (
          <>
            {next === undefined && (
              <StateMessage title="No months yet" headingLevel={3}>
                The first month is that of the first day of a money account. Add one under Statements.
              </StateMessage>
            )}
            {next && <NextPanel next={next} onClose={() => setOpened('close')} />}
            {months.length > 0 && (
              <Table
                name="Months, newest first"
                columns={[
                  ...facts(next),
                  {
                    name: 'Actions',
                    kind: 'actions',
                    cell: ({ month }) =>
                      month === closed &&
                      isOwner && (
                        <RowButton of={monthName(month)} variant="quiet" onClick={() => setOpened('reopen')}>
                          Reopen...
                        </RowButton>
                      ),
                  },
                ]}
                rows={months}
                rowKey={({ month }) => month}
                narrow="cards"
              />
            )}
            {opened === 'close' && next && <CloseMonthDialog subject={{ next, requestKey }} onClose={close} />}
            {opened === 'reopen' && closed && (
              <ReopenMonthDialog subject={{ month: closed, requestKey }} onClose={close} />
            )}
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
  const { month, hasEnded, accounts, unassigned, suspense } = next
  const name = monthName(month)
  const last = lastDayOf(month)
  const isReady = unassigned === 0 && accounts.every(({ ready }) => ready !== 'no')
  const todo: { key: string; text: ReactNode }[] = [
    ...accounts
      .filter(({ ready }) => ready !== 'yes')
      .map((account) => ({
        key: account.id,
        text: (
          <>
            <Link to="/admin/payouts" search={{ show: 'statements', bank: account.id, from: `${month}-01`, to: last }}>
              {account.name}
            </Link>
            : {account.ready === 'no' ? missingText(account) : `${explanation(account)} You say why when you close.`}
          </>
        ),
      })),
    ...(unassigned === 0
      ? []
      : [inLedger('cash:unassigned', 'Cash, not assigned', unassigned, 'Move it under Statements.')]),
    ...(suspense === 0 ? [] : [inLedger('suspense', 'Suspense', suspense, 'You repeat it when you close.')]),
  ]
  return (
    <section aria-label="The month" className="stack gap-3 start pad-block-2 margin-bottom-3">
      <h3>{hasEnded ? `Close ${name}` : `${name} is open until ${formatDay(last)}`}</h3>
      {todo.length > 0 && (
        <ul className="plain stack gap-1">
          {todo.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
      {hasEnded && todo.length === 0 && (
        <p className="muted">Every money account is reconciled on {formatDay(last)}.</p>
      )}
      {waits ? (
        <Notice
          tone="info"
          title={`${waits.kind === 'month-closing' ? 'Closing' : 'Reopening'} waits for a second person`}
        >
          {waits.madeBy.name} has asked for it.{' '}
          <Link to="/admin/payouts" search={{ show: 'waiting' }}>
            Show what waits
          </Link>
        </Notice>
      ) : (
        hasEnded && (
          <Button size="small" disabledReason={isReady ? undefined : 'Do what is listed first.'} onClick={onClose}>
            Close {name}...
          </Button>
        )
      )}
    </section>
  )
}

function inLedger(account: string, name: string, amount: number, then: string) {
  const text = (
    <>
      <Link to="/admin/payouts" search={{ show: 'ledger', account }}>
        {name}
      </Link>
      : {formatDollars(amount)}. {then}
    </>
  )
  return { key: account, text }
}

function missingText(account: NextMonth['accounts'][number]): string {
  const { difference } = account
  const differs = difference ? `The bank and the books differ by ${formatDollars(difference)}.` : ''
  return [explanation(account), differs].join(' ').trim() || 'Enter what it had on its first day.'
}

const facts = (next: NextMonth | undefined): readonly Column<Month>[] => [
  { name: 'Month', cell: ({ month }) => <span className="nowrap">{monthName(month)}</span> },
  {
    name: 'State',
    wraps: true,
    cell: ({ month, closing, former }) => (
      <span className="stack start gap-1">
        {closing ? (
          <>
            <Tag tone="ok">Closed</Tag>
            <span className="text-xs muted">{closedText(closing)}</span>
          </>
        ) : (
          <Tag tone={next?.month === month && next.hasEnded ? 'warn' : 'off'}>
            {next?.month === month && next.hasEnded ? 'To close' : 'Open'}
          </Tag>
        )}
        {former.map((each) => (
          <span key={each.closedAt} className="text-xs muted">
            {closedText(each)}
          </span>
        ))}
      </span>
    ),
  },
  {
    name: 'At its end',
    cell: ({ closing }) =>
      closing && (
        <span className="stack start gap-0">
          {closing.accounts.map(({ id, name, balance, outstanding: { count } }) => (
            <span key={id}>
              {name} <span className="tabular">{formatDollars(balance)}</span>
              {count > 0 && <span className="muted"> ({count} without a line)</span>}
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
        <span className="row gap-1 nowrap">
          <span className="text-xs muted">SHA-256</span>
          <span className="mono text-xs">{closing.sha256.slice(0, 12)}...</span>
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

function closedText({ closedBy, closedAt, confirmedBy, note, reopened }: MonthClosing): string {
  const alone = closedBy.id === confirmedBy.id
  const closed = `${formatDay(dayOf(closedAt))} by ${closedBy.name}, ${alone ? 'alone' : `confirmed by ${confirmedBy.name}`}.`
  const again = reopened && `Reopened ${formatDay(dayOf(reopened.at))} by ${reopened.by.name}: ${reopened.reason}`
  return [reopened ? `Closed ${closed}` : closed, note, again].filter(Boolean).join(' ')
}
