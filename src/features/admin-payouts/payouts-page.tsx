import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useTitleCount } from '#client/lib/use-title-count.ts'
import { FilterBar, FilterChoices, FilterSelect } from '#client/ui/filter-bar.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars, sumOf, sumOfDollars } from '#shared/money.ts'
import type { SenderPauseReason } from '#shared/payout.ts'
import type { PayoutTotals } from '#shared/payout-schema.ts'
import type { Float } from '#shared/reconciliation-schema.ts'
import { FilesView } from './files-view.tsx'
import { LedgerView } from './ledger-view.tsx'
import { MonthView } from './month-view.tsx'
import { PayoutList } from './payout-list.tsx'
import { type PayoutSearchProps, type PayoutShow, payoutShown, payoutShows, shownPayouts } from './payout-search.ts'
import type { ProblemForms } from './payout-step-dialog.tsx'
import { StatementsView } from './statements-view.tsx'
import { usePayoutPolling, usePayoutTotals } from './use-payouts.ts'
import { WaitingView } from './waiting-view.tsx'

type PayoutsPageProps = PayoutSearchProps & ProblemForms & { staffId: string }

/** /admin/payouts: payouts by state, problems, files, statements, months, ledger. The title counts ready payouts. */
export function PayoutsPage({ staffId, search, onSearch, renderProblems, renderReport }: PayoutsPageProps) {
  const totals = usePayoutTotals()
  const { data: acts } = trpc.waitingActs.list.useQuery(undefined, usePayoutPolling())
  const ready = totals?.ready.count ?? 0
  useTitleCount(ready > 0 ? String(ready) : '')
  const shown = shownPayouts(search)
  const urgent: Partial<Record<PayoutShow, number | undefined>> = {
    attention: totals?.attention.count,
    problems: totals?.problems.count,
    waiting: acts?.filter(({ state, release }) => state === 'waiting' && release !== 'no').length,
  }
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
      {totals?.paypal && <PayPalFloat />}
      <FilterBar>
        <FilterChoices
          label="Show"
          choices={payoutShows.map((value) => ({ value, name: payoutShown[value].name, urgent: urgent[value] ?? 0 }))}
          chosen={shown}
          onChoose={(show) => onSearch({ show, search: isList(show) ? search.search : undefined })}
        />
        {isList(shown) && (
          <SearchBox
            label="Search payouts"
            placeholder="Name, reference, amount, day..."
            shortcut="/"
            committed={search.search}
            onCommit={(text) => onSearch({ show: search.show, search: text }, true)}
          />
        )}
        {hasSent(shown) && (
          <FilterSelect
            label="Reconciled"
            options={reconciledChoices}
            chosen={search.reconciled ?? ''}
            onChoose={(reconciled) => onSearch({ ...search, page: undefined, reconciled: reconciled || undefined })}
          />
        )}
      </FilterBar>
      <h2 className="visually-hidden">{payoutShown[shown].name}</h2>
      {shown === 'ledger' && <LedgerView search={search} onSearch={onSearch} />}
      {shown === 'waiting' && <WaitingView />}
      {shown === 'problems' &&
        renderProblems({
          state: search.problems ?? 'open',
          page: search.page,
          counts: totals && { open: totals.problems.count, owed: totals.receivables.count },
          onShow: ({ state, page }, replace) => onSearch({ show: 'problems', problems: state, page }, replace),
        })}
      {shown === 'files' && <FilesView {...{ staffId, search, onSearch }} />}
      {shown === 'statements' && <StatementsView {...{ search, onSearch }} />}
      {shown === 'months' && <MonthView />}
      {isList(shown) && (
        <PayoutList
          // What is chosen belongs to one list.
          key={shown}
          {...{ staffId, search, onSearch, renderReport }}
          hasPayPal={totals?.paypal !== undefined}
        />
      )}
    </>
  )
}

const isList = (show: PayoutShow) => payoutShown[show].empty !== undefined

const hasSent = (show: PayoutShow) => show === 'done' || show === 'all'

const reconciledChoices = [
  { value: '', name: 'On a statement or not' },
  { value: 'yes', name: 'Reconciled' },
  { value: 'no', name: 'Sent, not reconciled' },
] as const

/** Each payout is in one of the parts, which make up what is owed. */
function figuresOf(totals: PayoutTotals | undefined) {
  const figure = (sign: string, name: string, sums: readonly PayoutTotals['owed'][] | undefined) => ({
    label: `${sign}${name}${sums ? ` (${sumOf(sums, 'count')})` : ''}`,
    value: sums && formatDollars(sumOfDollars(sums.map(({ amount }) => amount))),
  })
  return [
    figure('', 'Owed to sellers', totals && [totals.owed]),
    figure('= ', 'Ready', totals && [totals.ready]),
    figure('+ ', 'Held', totals && [totals.held]),
    figure('+ ', 'Being sent', totals && [totals.sending, totals.sent]),
    figure('+ ', 'Came back', totals && [totals.cameBack]),
  ]
}

function PayPalFloat() {
  const float = trpc.payouts.float.useQuery(undefined, usePayoutPolling()).data?.paypal
  if (!float) return null
  const { available, asOf, ready, expectedToday } = float
  const missing = missingText(float)
  return (
    <section aria-label="PayPal" className="stack gap-2 pad-top-4">
      <p className="cluster gap-3 row-gap-1 text-sm any-width">
        {available === undefined ? (
          <span>PayPal's balance is not available.</span>
        ) : (
          <span>
            PayPal has <strong className="tabular">{formatDollars(available)}</strong>
            {asOf && <span className="muted"> ({formatDateTime(asOf)})</span>}
          </span>
        )}
        {Object.entries({ 'Ready for PayPal': ready, 'Expected today': expectedToday }).map(([name, dollars]) => (
          <span key={name}>
            {name} <strong className="tabular">{formatDollars(dollars)}</strong>
          </span>
        ))}
      </p>
      {missing && (
        <Notice tone="warn" role="status" title={missing}>
          Add money to the PayPal account, or pay some payouts another way. PayPal also takes its fees from the balance.
        </Notice>
      )}
    </section>
  )
}

export function missingText({ available, ready, expectedToday }: NonNullable<Float['paypal']>) {
  if (available === undefined) return undefined
  const lacks = (amount: number) => formatDollars(amount - available)
  if (available < ready) return `PayPal's balance is ${lacks(ready)} short of the payouts that are ready.`
  return available < expectedToday
    ? `PayPal's balance is ${lacks(expectedToday)} short of what is expected today.`
    : undefined
}

const titles: Readonly<Record<SenderPauseReason, string>> = {
  funds: 'PayPal refuses payouts: the balance of the PayPal account is not enough.',
  credentials: 'PayPal refuses payouts: it does not accept the credentials of this site.',
  permission: 'PayPal refuses payouts: the PayPal app may not send them.',
  request: 'PayPal refuses payouts: it does not accept the request. The log of the server says why.',
  log: 'Nothing is sent by PayPal: the recovery log beside the backups cannot be written.',
}

type PayPalPauseProps = { paused: NonNullable<NonNullable<PayoutTotals['paypal']>['paused']> }

function PayPalPause({ paused: { reason, since } }: PayPalPauseProps) {
  return (
    <Notice tone="bad" role="status" title={titles[reason]}>
      <p>
        Since <Time at={since} /> nothing is sent by itself, and the payouts stay ready. Solve it, then send a payout:
        that ends the pause.
      </p>
    </Notice>
  )
}
