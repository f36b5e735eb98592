import { dayOf } from '#client/lib/day-start.ts'
import { lastDayOf, monthOf } from '#shared/business-day.ts'
import { parseDollars, sumOfDollars } from '#shared/money.ts'
import { LINES_PER_PAGE, lineStates } from '#shared/statement.ts'
import type { StatementAccount, StatementLine } from '#shared/statement-schema.ts'
import type { PayoutSearch } from './payout-search.ts'

/** The account that the URL names, else the first; a search for an id looks through all accounts. */
export function shownAccount(accounts: readonly StatementAccount[], { bank }: Pick<PayoutSearch, 'bank'>) {
  return accounts.find(({ id }) => id === bank) ?? accounts[0]
}

export function shownList({ list, search }: Pick<PayoutSearch, 'list' | 'search'>) {
  return list ?? (search === undefined ? 'open' : 'all')
}

export function linesInput(search: PayoutSearch, account: string) {
  const list = shownList(search)
  const state = lineStates.find((each) => each === list)
  const text = search.search?.trim()
  return {
    // A link from the audit log names a line or an entry, and no account.
    account: search.bank === undefined && text ? undefined : account,
    ...{ state, search: text || undefined, page: search.page ?? 1, limit: LINES_PER_PAGE },
  }
}

/** By default the month of the newest line. */
export function reconciledDays({ from, to }: Pick<PayoutSearch, 'from' | 'to'>, lastOn: string | undefined, now: Date) {
  const day = lastOn ?? dayOf(now)
  const month = monthOf(day)
  return { from: from ?? `${month}-01`, to: to ?? lastDayOf(month) }
}

/** In dollars; may begin with a minus. Null for anything but an amount. */
export function typedDollars(text: string) {
  const trimmed = text.trim().replace(/^\u2212/, '-')
  const cents = parseDollars(trimmed.replace(/^-\s*/, ''))
  if (cents === null) return null
  return (trimmed.startsWith('-') ? -cents : cents) / 100 || 0
}

/** In dollars: what the lines have more or less than the books. */
export const differenceOf = (lines: readonly Pick<StatementLine, 'difference'>[]) =>
  sumOfDollars(lines.map(({ difference }) => difference))
