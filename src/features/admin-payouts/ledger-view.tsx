import { withBase } from '#client/lib/base-path.ts'
import { FilterBar, FilterDownload, FilterSelect } from '#client/ui/filter-bar.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { FailedLine, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { formatDollars } from '#shared/money.ts'
import styles from './ledger.module.css'
import { LedgerExport } from './ledger-export.tsx'
import { accountName, isOwed, namedAccounts, owedToSellers, shownBalance } from './ledger-names.ts'
import type { PayoutSearch } from './payout-search.ts'
import { TransferTable } from './transfer-table.tsx'
import { useBalances, useTransfers } from './use-payouts.ts'

type LedgerViewProps = { search: PayoutSearch; onSearch: (next: PayoutSearch, replace?: boolean) => void }

const accounts = [
  { value: '', name: 'Transfers of all accounts' },
  ...namedAccounts.map((value) => ({ value, name: accountName(value) })),
]

export function LedgerView({ search, onSearch }: LedgerViewProps) {
  const { account } = search
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
        <FilterDownload href={csvUrl(account)}>Download CSV</FilterDownload>
      </FilterBar>
      <ListPage
        query={useTransfers(search)}
        what="transfers"
        onPage={(page, replace) => onSearch({ show: 'ledger', account, page }, replace)}
        empty={<StateMessage title="No transfers yet" />}
      >
        {(transfers) => <TransferTable transfers={transfers} name="Transfers" />}
      </ListPage>
    </>
  )
}

function csvUrl(account: string | undefined): string {
  return withBase(`/api/admin/ledger.csv${account ? `?${new URLSearchParams({ account })}` : ''}`)
}

function Balances() {
  const query = useBalances()
  return (
    <QueryState
      query={query}
      loading={<Skeleton lines={4} label="Loading the balances..." />}
      failed={({ retry }) => <FailedLine retry={retry}>We couldn't load the balances.</FailedLine>}
    >
      {(balances) => (
        <section aria-label="Balances">
          <dl className={`facts stack gap-0 margin-bottom-4 ${styles.balances}`}>
            <div className="row stretch spread gap-3 line-bottom">
              <dt>Owed to sellers</dt>
              <dd className="tabular strong nowrap">{formatDollars(owedToSellers(balances))}</dd>
            </div>
            {inOrder(balances).map((each) => (
              <div
                key={each.account}
                className="row stretch spread gap-3 line-bottom"
                data-part={isOwed(each) || undefined}
              >
                <dt>{accountName(each.account)}</dt>
                <dd className="tabular strong nowrap">{formatDollars(shownBalance(each))}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </QueryState>
  )
}

function inOrder<Each extends { account: string }>(balances: readonly Each[]): Each[] {
  return [...balances.filter(isOwed), ...balances.filter((each) => !isOwed(each))]
}
