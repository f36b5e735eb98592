import { z } from 'zod'
import { isTimeZone } from './business-day.ts'
import { paymentTypes } from './payment-type.ts'
import { payoutFilters, payoutProviders, reconciledFilters } from './payout.ts'
import { paging } from './payout-schema.ts'
import { searchText } from './text-schema.ts'

const unknownTimeZone = 'Unknown time zone.'

export const payoutListInput = z.object({
  ...paging,
  /** 'attention': see `attentionKinds`. 'done': ended, and nothing is owed for it. 'being-sent': on its way. */
  state: z.enum(payoutFilters, { error: 'Unknown state.' }).optional(),
  method: z.enum(paymentTypes, { error: 'Unknown payment method.' }).optional(),
  provider: z.enum(payoutProviders, { error: 'Unknown provider.' }).optional(),
  /** Of the sent payouts, those that a line of a statement has ('yes'), or that none has ('no'). */
  reconciled: z.enum(reconciledFilters, { error: 'Reconciled must be yes or no.' }).optional(),
  /** The id of a payout or order, an e-mail address, a reference or its beginning, a name, an amount or a day. */
  search: searchText.optional(),
  /** The time zone of the day in `search`, such as 'America/New_York'; that of the site without it. */
  timeZone: z
    .string({ error: unknownTimeZone })
    .max(100, unknownTimeZone)
    .refine(isTimeZone, { error: unknownTimeZone })
    .optional(),
})
export type PayoutListInput = z.infer<typeof payoutListInput>
