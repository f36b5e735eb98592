import { withBase } from '#client/lib/base-path.ts'
import { useExistingPage } from '#client/lib/use-existing-page.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { FailedLine, FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { formatDollars } from '#shared/money.ts'
import styles from './ledger.module.css'
import { accountName, namedAccounts, shownBalance } from './ledger-names.ts'
import type { PayoutSearch } from './payout-search.ts'
import pageStyles from './payouts-page.module.css'
import { TransferTable } from './transfer-table.tsx'
import { useBalances, useTransfers } from './use-payouts.ts'

type LedgerViewProps = { search: PayoutSearch; onSearch: (next: PayoutSearch, replace?: boolean) => void }

/** The balances of the ledger, and its transfers, newest first. */
export function LedgerView({ search, onSearch }: LedgerViewProps) {
  const query = useTransfers(search)
  const { account } = search
  const toPage = (page: number, replace = false) => onSearch({ show: 'ledger', account, page }, replace)
  const isBeyond = useExistingPage(query.data?.pagination, (page) => toPage(page, true))
  const loading = <Skeleton lines={8} height="2.75rem" label="Loading the ledger..." />
  return (
    <>
      <Balances />
      <div className={styles.account}>
        <SelectField
          label="Transfers of"
          value={account ?? ''}
          onValueChange={(next) => onSearch({ show: 'ledger', account: next || undefined })}
        >
          <option value="">All accounts</option>
          {namedAccounts.map((each) => (
            <option key={each} value={each}>
              {accountName(each)}
            </option>
          ))}
        </SelectField>
        <a className={buttonClass('quiet', 'small')} href={csvUrl(account)} download>
          Download CSV
        </a>
      </div>
      <QueryState
        query={query}
        loading={loading}
        failed={({ error, retry }) => (
          <FailedMessage title="We couldn't load the transfers" retry={retry}>
            {error.message}
          </FailedMessage>
        )}
      >
        {({ data, pagination }) =>
          isBeyond ? (
            loading
          ) : data.length === 0 ? (
            <StateMessage title="No transfers yet" />
          ) : (
            <>
              <TransferTable transfers={data} name="Transfers" />
              <PageFoot
                className={pageStyles.foot}
                pagination={pagination}
                shown={data.length}
                what="transfers"
                onPage={toPage}
              />
            </>
          )
        }
      </QueryState>
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
          <dl className={styles.balances}>
            {balances.map((each) => (
              <div key={each.account}>
                <dt>{accountName(each.account)}</dt>
                <dd>{formatDollars(shownBalance(each))}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </QueryState>
  )
}
