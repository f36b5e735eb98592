import type { EntryKind } from '#shared/statement.ts'

/** The accounts of the site itself, beside those of customers and providers. */
export const accounts = {
  /** What the cards in stock, and the approved ones whose payout has not left, have cost. */
  cards: 'cards',
  /** What providers and buyers took for a payment. */
  fees: 'fees',
  /** The counterpart of debts and stock that Clear All Data closed. */
  cleared: 'cleared',
  /** What was written off, charged back, or paid for orders that a restore lost, less what was recovered. */
  losses: 'losses',
  /** What sales and redemptions brought beyond the cost of their cards. */
  margin: 'margin',
  /** What former adjusting entries, which were no fees, had more or less than the books. */
  adjustments: 'adjustments',
  /** What money accounts had on their first day, and what was paid before it. */
  opening: 'equity:opening',
  /** Money that the owner brought in or took out. */
  owner: 'equity:owner',
  /** What a bank paid or took for the money on it. */
  interest: 'interest',
  expenses: 'expenses',
  /** What the books do not explain, such as a set-off whose claw back a restore lost. */
  suspense: 'suspense',
} as const

/** The other side of an adjusting entry, by its kind. */
export const accountOfEntry: Readonly<Record<EntryKind, string>> = {
  ...{ fee: accounts.fees, interest: accounts.interest, expense: accounts.expenses, owner: accounts.owner },
  ...{ opening: accounts.opening, unknown: accounts.suspense, correction: accounts.adjustments },
}

/** What the site owes a customer; never below zero. */
export const payableTo = (userId: string) => `payable:${userId}`
/** What a customer owes the site for cards that turned out bad; never below zero. */
export const receivableFrom = (userId: string) => `receivable:${userId}`
/** What a buyer owes for delivered cards. */
export const owedByBuyer = (buyerId: string) => `buyer:${buyerId}`
/** The account with that of all customers or buyers, such as 'payable'; undefined for an account of the site. */
export function sharedAccount(account: string): string | undefined {
  return /^(payable|receivable|buyer):/.exec(account)?.[1]
}

/** Where cash is that no money account was named for. */
export const UNASSIGNED = 'unassigned'
/** Where the cash of facts from before the first day of a money account is. */
export const BEFORE = 'opening'

/** Money on its way from this place: the id of a money account, or UNASSIGNED. */
export const clearingOf = (place: string | null) => `clearing:${place ?? UNASSIGNED}`
/** Money in this place, which may also be that of facts from before money accounts. */
export const cashOf = (place: string | null) => (place === BEFORE ? accounts.opening : `cash:${place ?? UNASSIGNED}`)
