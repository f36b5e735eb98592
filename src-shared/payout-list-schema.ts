import { z } from 'zod'
import { paymentTypes } from './payment-type.ts'
import { payoutFilters, payoutProviders } from './payout.ts'
import { paging } from './payout-schema.ts'
import { searchText } from './text-schema.ts'

const unknownTimeZone = 'Unknown time zone.'

export const payoutListInput = z.object({
  ...paging,
  /**
   * 'attention': not ended in time, unknown, objected to, or paid for an order that is not completed. 'done': ended.
   */
  state: z.enum(payoutFilters, { error: 'Unknown state.' }).optional(),
  method: z.enum(paymentTypes, { error: 'Unknown payment method.' }).optional(),
  provider: z.enum(payoutProviders, { error: 'Unknown provider.' }).optional(),
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
