import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldRow, stepDialog } from '#client/calls/step-dialog.tsx'
import { csvUrl } from '#client/lib/base-path.ts'
import { counted, formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { DayFields } from '#client/ui/day-fields.tsx'
import { FilterBar, FilterDownload, FilterSelect } from '#client/ui/filter-bar.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { Reconciliation } from '#shared/reconciliation-schema.ts'
import { statementMessages } from '#shared/statement.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import styles from './ledger.module.css'
import { accountName, isOwed, namedAccounts, owedToSellers, shownBalance } from './ledger-names.ts'
import { TransferTable } from './payout-details.tsx'
import type { PayoutSearchProps } from './payout-search.ts'
import { reconciledDays, typedDollars } from './statement-search.ts'
import { useListPolling, useMoneyNames, usePayoutPolling } from './use-payouts.ts'

export function LedgerView({ search, onSearch }: PayoutSearchProps) {
  const { account, page = 1 } = search
  const names = useMoneyNames()
  const money = [...names.keys()].flatMap((id) => [`cash:${id}`, `clearing:${id}`])
  const accounts = [
    { value: '', name: 'Transfers of all accounts' },
    ...[...money, ...namedAccounts].map((value) => ({ value, name: accountName(value, names) })),
  ]
  const query = trpc.payouts.ledger.useQuery({ account, page, limit: PAYOUTS_PER_PAGE }, useListPolling())
  return (
    <>
      <Balances />
      <LedgerExport account={account} />
      <FilterBar>
        <FilterSelect
          label="Transfers of"
          options={accounts}
          chosen={account ?? ''}
          onChoose={(next) => onSearch({ show: 'ledger', account: next || undefined })}
        />
        <FilterDownload href={csvUrl('ledger', { account })}>Download CSV</FilterDownload>
      </FilterBar>
      <ListPage
        query={query}
        what="transfers"
        onPage={(next, replace) => onSearch({ show: 'ledger', account, page: next }, replace)}
        empty={<StateMessage title="No transfers yet" />}
      >
        {(transfers) => <TransferTable transfers={transfers} name="Transfers" />}
      </ListPage>
    </>
  )
}

function Balances() {
  const names = useMoneyNames()
  const query = trpc.payouts.balances.useQuery(undefined, usePayoutPolling())
  return (
    <QueryPart query={query} lines={4} label="Loading the balances..." failed="We couldn't load the balances.">
      {(balances) => (
        <section aria-label="Balances">
          <BalanceList
            balances={[
              { name: 'Owed to sellers', amount: owedToSellers(balances) },
              ...inOrder(balances).map((each) => ({
                name: accountName(each.account, names),
                amount: shownBalance(each),
                isPart: isOwed(each),
              })),
            ]}
          />
        </section>
      )}
    </QueryPart>
  )
}

type NamedBalance = { name: string; amount: number | undefined; isPart?: boolean }

const shownDollars = (dollars: number | undefined) => (dollars === undefined ? 'Not known' : formatDollars(dollars))

/** Balances in dollars; a part belongs to the balance above it. */
function BalanceList({ balances }: { balances: readonly NamedBalance[] }) {
  return (
    <dl className={`facts stack gap-0 margin-bottom-4 measure ${styles.balances}`}>
      {balances.map(({ name, amount, isPart }) => (
        <div key={name} className="row stretch spread gap-3 line-bottom" data-part={isPart || undefined}>
          <dt>{name}</dt>
          <dd className="tabular strong">{shownDollars(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function inOrder<Each extends { account: string }>(balances: readonly Each[]): Each[] {
  return [...balances.filter(isOwed), ...balances.filter((each) => !isOwed(each))]
}

function LedgerExport({ account }: { account: string | undefined }) {
  const [days, setDays] = useState({ from: '', to: '' })
  const { from, to } = days
  const problem = from !== '' && to !== '' && from > to ? statementMessages.backwards : undefined
  const isReady = problem === undefined && (from !== '' || to !== '')
  return (
    <section aria-label="Export" className="cluster gap-3 bottom pad-block-2">
      <DayFields {...days} label="Export from" error={problem} onChange={(part) => setDays({ ...days, ...part })} />
      {isReady ? (
        <>
          <a className={buttonClass('secondary')} href={csvUrl('ledger', { account, ...days })} download>
            Ledger CSV
          </a>
          <a className={buttonClass('secondary')} href={csvUrl('payouts', days)} download>
            Payouts CSV
          </a>
        </>
      ) : (
        <p className="muted text-sm">Choose days to export the ledger with its balances, and the sent payouts.</p>
      )}
    </section>
  )
}

export function ReconciliationPanel({ account, search, onSearch }: PayoutSearchProps & { account: StatementAccount }) {
  const days = reconciledDays(search, account.lastOn, new Date())
  const isForward = days.from <= days.to
  const query = trpc.statements.reconciliation.useQuery(
    { id: account.id, ...days },
    { enabled: isForward, placeholderData: keepPreviousData },
  )
  const change = (part: Partial<typeof days>) =>
    onSearch({ ...search, show: 'statements', bank: account.id, ...days, ...part, page: undefined }, true)
  return (
    <section aria-label="Reconciliation" className="stack gap-3 pad-block-3">
      <div className="cluster gap-3 bottom">
        <DayFields
          {...days}
          error={isForward ? undefined : statementMessages.backwards}
          onChange={(part) => part.from !== '' && part.to !== '' && change(part)}
        />
      </div>
      <QueryPart query={query} lines={4} label="Loading the balances..." failed="We couldn't load the balances.">
        {(found) => <Found account={account} found={found} />}
      </QueryPart>
    </section>
  )
}

type Row = { name: string; count?: number; amount: number | undefined }

const columns: readonly Column<Row>[] = [
  { name: 'At the end of the last day', wraps: true, cell: ({ name }) => name },
  { name: 'Number', kind: 'number', cell: ({ count }) => count ?? '' },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => shownDollars(amount) },
]

function Found({ account, found }: { account: StatementAccount; found: Reconciliation }) {
  const { outstanding, uncovered, closingBooks, closingBank, bankFrom, difference } = found
  const source = bankFrom ? ` (${bankFrom === 'file' ? 'in its file' : 'typed'})` : ''
  const rows: Row[] = [
    { name: `Balance of the account${source}`, amount: closingBank },
    { name: '+ Movements that no line covers', ...outstanding },
    { name: '\u2212 Lines that no movement covers', ...uncovered },
  ]
  return (
    <div className={`stack gap-6 row-gap-4 ${styles.sides}`}>
      <Table
        name="Bank and books"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        foot={['= Balance of the books', '', formatDollars(closingBooks)]}
      />
      <div className={`stack gap-3 start ${styles.bank}`}>
        <BalanceList
          balances={[
            { name: 'Opening balance', amount: found.openingBalance },
            { name: 'Difference', amount: difference },
            ...(found.suspense === 0 ? [] : [{ name: suspenseName(found), amount: found.suspense }]),
            ...(found.adjustments === 0 ? [] : [{ name: 'Former corrections', amount: found.adjustments }]),
          ]}
        />
        <p className="cluster gap-2">
          <Tag tone={found.isReconciled ? 'ok' : 'warn'}>{found.isReconciled ? 'Reconciled' : 'Not reconciled'}</Tag>
          <span className="text-sm">{explanation(found)}</span>
        </p>
        <OpenButton dialog={(onClose) => <BankBalanceDialog subject={{ account, day: found.to }} onClose={onClose} />}>
          Enter balance...
        </OpenButton>
      </div>
    </div>
  )
}

const suspenseName = ({ suspenseSince: since }: Reconciliation) =>
  `Suspense of all accounts${since ? `, newest of ${formatDay(since)}` : ''}`

type Explained = Pick<Reconciliation, 'open' | 'differs' | 'outstanding' | 'closingBank' | 'to'>

export function explanation({ open, differs, outstanding, closingBank, to }: Explained) {
  const part = ({ count, amount }: Reconciliation['open'], one: string, rest = '') =>
    count === 0 ? [] : [`${counted(count, one)}${rest} (${formatDollars(amount)})`]
  const since = outstanding.since ? ` since ${formatDay(outstanding.since)}` : ''
  const parts = [
    ...part(open, 'open line'),
    ...part(differs, 'line', ' of another amount'),
    ...part(outstanding, 'movement', ` without a line${since}`),
  ]
  if (parts.length > 0) return `${parts.join(', ')}.`
  return closingBank === undefined ? `Enter the balance at the end of ${formatDay(to)}.` : ''
}

/** Dollars that may begin with a minus. */
export const balanceRow = (label: string, hint: string, bad: string): FieldRow => ({
  wrong: (typed) => (typedDollars(typed) === null ? bad : undefined),
  draw: (field) => <TextField {...{ ...field, label, hint }} inputMode="text" autoComplete="off" isMoney />,
})

/** For statements without balances. */
const BankBalanceDialog = stepDialog({
  useMutation: trpc.statements.setBalance.useMutation,
  show: ({ account, day }: { account: StatementAccount; day: string }) => ({
    title: 'Enter balance',
    description: account.name,
    action: 'Save',
    fields: {
      balance: balanceRow(
        `Balance at the end of ${formatDay(day)}`,
        'As the statement says, or as you counted it. A minus before it means that the account is overdrawn.',
        statementMessages.badBalance,
      ),
    },
  }),
  input: ({ balance }, { account, day }) => ({
    id: account.id,
    on: day,
    balance: typedDollars(balance) ?? 0,
  }),
})
