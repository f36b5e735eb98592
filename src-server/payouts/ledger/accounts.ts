import type { PayoutProvider } from '#shared/payout.ts'

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
  /** Money that buyers and brands have paid. */
  resale: 'cash:resale',
  /** Balances that were taken over to accounts of ours. */
  balances: 'balances',
  /** The counterpart of what banks have more or less than the books, besides fees. */
  adjustments: 'adjustments',
  /** What the books do not explain, such as a set-off whose claw back a restore lost. */
  suspense: 'suspense',
} as const

/** What the site owes a customer; never below zero. */
export const payableTo = (userId: string) => `payable:${userId}`
/** What a customer owes the site for cards that turned out bad; never below zero. */
export const receivableFrom = (userId: string) => `receivable:${userId}`
/** The account with that of all customers: 'payable', 'receivable'; undefined for an account of the site. */
export function sharedAccount(account: string): string | undefined {
  return /^(payable|receivable):/.exec(account)?.[1]
}

/** Money on its way through this provider. */
export const clearingOf = (provider: PayoutProvider) => `clearing:${provider}`
/** Money that has left through this provider. */
export const cashOf = (provider: PayoutProvider) => `cash:${provider}`
