import { useState } from 'react'
import { csvUrl } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { DayFields } from '#client/ui/day-fields.tsx'
import { FilterBar, FilterDownload, FilterSelect } from '#client/ui/filter-bar.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { formatDollars } from '#shared/money.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import { statementMessages } from '#shared/statement.ts'
import styles from './ledger.module.css'
import { accountName, isOwed, namedAccounts, owedToSellers, shownBalance } from './ledger-names.ts'
import { TransferTable } from './payout-details.tsx'
import type { PayoutSearchProps } from './payout-search.ts'
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

type NamedBalance = { name: string; amount: number | undefined; unknown?: string; isPart?: boolean }

/** Balances in dollars; `unknown` stands for one that is not known, and a part belongs to the balance above it. */
export function BalanceList({ balances }: { balances: readonly NamedBalance[] }) {
  return (
    <dl className={`facts stack gap-0 margin-bottom-4 ${styles.balances}`}>
      {balances.map(({ name, amount, unknown, isPart }) => (
        <div key={name} className="row stretch spread gap-3 line-bottom" data-part={isPart || undefined}>
          <dt>{name}</dt>
          <dd className="tabular strong nowrap">{amount === undefined ? unknown : formatDollars(amount)}</dd>
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
