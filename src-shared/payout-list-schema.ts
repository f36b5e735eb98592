import { z } from 'zod'
import { paymentTypes } from './payment-type.ts'
import { payoutFilters, payoutProviders, reconciledFilters } from './payout.ts'
import { paging } from './payout-schema.ts'
import { searchText } from './text-schema.ts'

const unknownTimeZone = 'Unknown time zone.'

export const payoutListInput = z.object({
  ...paging,
  /**
   * 'attention': not ended in time, unknown, objected to, paid for an order that is not completed, or failed or came
   * back and still owed. 'done': ended, and nothing is owed for it. 'being-sent': its money is on its way.
   */
  state: z.enum(payoutFilters, { error: 'Unknown state.' }).optional(),
  method: z.enum(paymentTypes, { error: 'Unknown payment method.' }).optional(),
  provider: z.enum(payoutProviders, { error: 'Unknown provider.' }).optional(),
  /** Of the sent payouts, those that a line of a statement has ('yes'), or that none has ('no'). */
  reconciled: z.enum(reconciledFilters, { error: 'Reconciled must be yes or no.' }).optional(),
  /**
   * The id of a payout or an order, the e-mail address of the customer, a reference or its beginning, words of the
   * name, an amount ('92', '$1,092.50'), or the day of approval or payment ('2026-11-20', '11/20/2026', 'Nov 20').
   */
  search: searchText.optional(),
  /** The time zone of the day in `search`, such as 'America/New_York'; UTC without it. */
  timeZone: z
    .string({ error: unknownTimeZone })
    .max(100, unknownTimeZone)
    .refine(isTimeZone, { error: unknownTimeZone })
    .optional(),
})
export type PayoutListInput = z.infer<typeof payoutListInput>

function isTimeZone(timeZone: string): boolean {
  try {
    return timeZone !== '' && new Intl.DateTimeFormat('en-US', { timeZone }).format() !== ''
  } catch {
    return false
  }
}
