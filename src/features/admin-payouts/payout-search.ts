import { day } from '#client/lib/day-start.ts'
import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'
import { formatDollars, sumOfDollars } from '#shared/money.ts'
import { PAYOUTS_PER_PAGE, type PayoutFilter, reconciledFilters } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { problemFilters } from '#shared/problem.ts'

/** `filter` of the listed payouts, which are all without it; `empty` is of lists of payouts only. */
type Shown = { name: string; filter?: PayoutFilter; empty?: string }
const shown = {
  ready: { name: 'Ready', filter: 'ready', empty: 'No payouts are ready.' },
  held: { name: 'Held', filter: 'held', empty: 'No payout is held.' },
  sending: { name: 'Being sent', filter: 'being-sent', empty: 'No payout is being sent.' },
  attention: { name: 'Needs attention', filter: 'attention', empty: 'No payout needs attention.' },
  done: { name: 'Done', filter: 'done', empty: 'No payout is done yet.' },
  all: { name: 'All', empty: 'No payouts yet.' },
  waiting: { name: 'Waiting for a second person' },
  problems: { name: 'Problems' },
  files: { name: 'Files' },
  statements: { name: 'Statements' },
  months: { name: 'Months' },
  ledger: { name: 'Ledger' },
} satisfies Record<string, Shown>
export type PayoutShow = keyof typeof shown
export const payoutShown: Readonly<Record<PayoutShow, Shown>> = shown
export const payoutShows = Object.keys(shown) as readonly PayoutShow[]

const statementLists = ['open', 'differs', 'payouts', 'reconciled', 'all', 'entries'] as const
export type StatementList = (typeof statementLists)[number]

/** Without `show` the ready payouts; a search looks through all of them. */
export const readPayoutSearch = searchParams({
  show: oneOf(payoutShows),
  search: text(200),
  problems: oneOf(problemFilters),
  account: text(100),
  file: text(100),
  reconciled: oneOf(reconciledFilters),
  /** The account of the statements, what of it is listed, and the days of its reconciliation. */
  bank: text(100),
  list: oneOf(statementLists),
  from: day,
  to: day,
  page: pageNumber,
})
export type PayoutSearch = ReturnType<typeof readPayoutSearch>

export type PayoutSearchProps = { search: PayoutSearch; onSearch: (next: PayoutSearch, replace?: boolean) => void }

/** `isCut`: the search ended before it had looked at all payouts. */
export function searchHint(isCut: boolean) {
  return isCut
    ? 'Too many payouts begin like that to look at all of them. Enter more of it.'
    : "A search finds a whole payout or order number, the customer's email address or name, a reference or its first characters, an amount such as 92.00, and a day such as Nov 20 or 2026-11-20."
}

export function shownPayouts({ show, search }: PayoutSearch) {
  return show ?? (search === undefined ? 'ready' : 'all')
}

export function listInput(search: PayoutSearch) {
  return {
    state: payoutShown[shownPayouts(search)].filter,
    reconciled: search.reconciled,
    search: search.search?.trim(),
    page: search.page ?? 1,
    limit: PAYOUTS_PER_PAGE,
  }
}

export function canSendByPayPal({ state, method }: Pick<Payout, 'state' | 'method'>) {
  return state === 'ready' && method === 'paypal'
}

export function sumText(payouts: readonly Pick<Payout, 'amount'>[]) {
  return formatDollars(sumOfDollars(payouts.map(({ amount }) => amount)))
}
