import { day } from '#client/lib/day-start.ts'
import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'
import { PAYOUTS_PER_PAGE, type PayoutFilter, reconciledFilters } from '#shared/payout.ts'
import { type ProblemFilter, problemFilters } from '#shared/problem.ts'
import { type StatementList, statementLists } from './statement-lists.ts'

/** What the page lists. 'all' and the filters are payouts, 'ledger' is the movements of money. */
export const payoutShows = [
  'ready',
  'held',
  'sending',
  'attention',
  'done',
  'all',
  'problems',
  'files',
  'statements',
  'ledger',
] as const
export type PayoutShow = (typeof payoutShows)[number]

/** The parameters of the URL. Without `show` the ready payouts; a search looks through all of them. */
export type PayoutSearch = {
  show?: PayoutShow
  search?: string
  /** The account of the ledger; all without it. */
  account?: string
  /** Which problems of paid cards are listed; those to be decided without it. */
  problems?: ProblemFilter
  /** The payment file that is open. */
  file?: string
  /** Whether a statement has the payouts. */
  reconciled?: (typeof reconciledFilters)[number]
  /** The account of the statements, what of it is listed, and the days of its reconciliation. */
  bank?: string
  list?: StatementList
  from?: string
  to?: string
  page?: number
}

export const readPayoutSearch = searchParams<PayoutSearch>({
  show: oneOf(payoutShows),
  search: text(200),
  problems: oneOf(problemFilters),
  account: text(100),
  file: text(100),
  reconciled: oneOf(reconciledFilters),
  bank: text(100),
  list: oneOf(statementLists),
  from: day,
  to: day,
  page: pageNumber,
})

/** What finds a payout. `isCut`: the search ended before it had looked at all of them. */
export function searchHint(isCut: boolean): string {
  return isCut
    ? 'Too many payouts begin like that to look at all of them. Enter more of it.'
    : "A search finds a whole payout or order number, the customer's email address or name, a reference or its first characters, an amount such as 92.00, and a day such as Nov 20 or 2026-11-20."
}

export function shownPayouts({ show, search }: PayoutSearch): PayoutShow {
  return show ?? (search === undefined ? 'ready' : 'all')
}

/** Which payouts each choice lists; undefined for all. */
const listed: Readonly<Record<PayoutShow, PayoutFilter | undefined>> = {
  ready: 'ready',
  held: 'held',
  sending: 'being-sent',
  attention: 'attention',
  done: 'done',
  all: undefined,
  problems: undefined,
  files: undefined,
  statements: undefined,
  ledger: undefined,
}

/** The input of the list call for this search. */
export function listInput(search: PayoutSearch) {
  const show = shownPayouts(search)
  return {
    state: listed[show],
    reconciled: search.reconciled,
    search: search.search?.trim(),
    timeZone: search.search && Intl.DateTimeFormat().resolvedOptions().timeZone,
    page: search.page ?? 1,
    limit: PAYOUTS_PER_PAGE,
  }
}
