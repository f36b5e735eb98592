import { useTitleCount } from '#client/lib/use-title-count.ts'
import { FilterBar, FilterChoices } from '#client/ui/filter-bar.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import type { PayoutTotals } from '#shared/payout-schema.ts'
import { LedgerView } from './ledger-view.tsx'
import { PayoutList } from './payout-list.tsx'
import { type PayoutSearch, type PayoutShow, shownPayouts } from './payout-search.ts'
import { PayPalPause } from './paypal-pause.tsx'
import { usePayoutTotals } from './use-payouts.ts'

const choices: readonly { value: PayoutShow; name: string }[] = [
  { value: 'ready', name: 'Ready' },
  { value: 'held', name: 'Held' },
  { value: 'sending', name: 'Sending' },
  { value: 'attention', name: 'Attention' },
  { value: 'done', name: 'Done' },
  { value: 'all', name: 'All' },
  { value: 'ledger', name: 'Ledger' },
]

type PayoutsPageProps = {
  staffId: string
  search: PayoutSearch
  onSearch: (next: PayoutSearch, replace?: boolean) => void
}

/** /admin/payouts: the payouts by state, and the ledger. The title of the page counts those that are ready. */
export function PayoutsPage({ staffId, search, onSearch }: PayoutsPageProps) {
  const totals = usePayoutTotals()
  const ready = totals?.ready.count ?? 0
  useTitleCount(ready > 0 ? String(ready) : '')
  const shown = shownPayouts(search)
  return (
    <>
      <section aria-label="Sums">
        <Stats figures={figuresOf(totals)} narrow="pairs" />
      </section>
      {totals?.paypal?.paused && (
        <div className="pad-top-4">
          <PayPalPause paused={totals.paypal.paused} />
        </div>
      )}
      <FilterBar>
        <FilterChoices
          label="Show"
          choices={choices}
          chosen={shown}
          onChoose={(show) => onSearch({ show, search: show === 'ledger' ? undefined : search.search })}
        />
        {shown !== 'ledger' && (
          <SearchBox
            label="Search payouts"
            placeholder="Name, reference, amount, day..."
            shortcut="/"
            committed={search.search ?? ''}
            onCommit={(text) => onSearch({ show: search.show, search: text || undefined }, true)}
          />
        )}
      </FilterBar>
      <h2 className="visually-hidden">{choices.find(({ value }) => value === shown)?.name}</h2>
      {shown === 'ledger' ? (
        <LedgerView search={search} onSearch={onSearch} />
      ) : (
        <PayoutList {...{ staffId, search, onSearch }} hasPayPal={totals?.paypal !== undefined} />
      )}
    </>
  )
}

function figuresOf(totals: PayoutTotals | undefined) {
  const figure = (name: string, sums: readonly { count: number; amount: number }[] | undefined) => {
    const count = sums?.reduce((sum, each) => sum + each.count, 0)
    const cents = sums?.reduce((sum, each) => sum + Math.round(each.amount * 100), 0)
    return {
      label: count === undefined ? name : `${name} (${count})`,
      value: cents === undefined ? undefined : formatDollars(cents / 100),
    }
  }
  return [
    figure('Ready', totals && [totals.ready]),
    figure('Held', totals && [totals.held]),
    figure('Being sent', totals && [totals.sending, totals.sent]),
    figure('Attention', totals && [totals.attention]),
  ]
}
