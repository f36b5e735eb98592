import { inventoryCalls } from './inventory-calls.ts'
import { lotCalls } from './lot-calls.ts'
import { payoutCalls } from './payout-calls.ts'
import { problemCalls } from './problem-calls.ts'
import { statementCalls } from './statement-calls.ts'

/** A valid call of each procedure about payouts, statements, and the cards that were bought. */
export const moneyCalls = {
  ...payoutCalls,
  ...inventoryCalls,
  ...lotCalls,
  ...statementCalls,
  ...problemCalls,
}
