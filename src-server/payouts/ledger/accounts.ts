import type { PayoutProvider } from '#shared/payout.ts'

/**
 * What cards and fees have cost the site, the counterpart of debts that Clear All Data closed, and what was paid for
 * orders that a restore lost.
 */
export const accounts = { cards: 'cards', fees: 'fees', cleared: 'cleared', losses: 'losses' } as const

/** What the site owes a customer; never below zero. */
export const payableTo = (userId: string) => `payable:${userId}`
/** Money on its way through this provider. */
export const clearingOf = (provider: PayoutProvider) => `clearing:${provider}`
/** Money that has left through this provider. */
export const cashOf = (provider: PayoutProvider) => `cash:${provider}`
