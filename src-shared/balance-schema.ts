import { z } from 'zod'
import { balanceMessages, balancePlaces, MAX_PLACE_LENGTH } from './inventory.ts'
import { line } from './text-schema.ts'

/** The name of a card that is still there is optional. */
export const balance = z
  .strictObject(
    {
      place: z.enum(balancePlaces, { error: balanceMessages.unknownPlace }),
      name: line(MAX_PLACE_LENGTH, { label: 'The name' }).default(''),
    },
    { error: balanceMessages.malformed },
  )
  .refine(({ place, name }) => place === 'safe' || name !== '', { error: balanceMessages.noName, path: ['name'] })
export type Balance = z.infer<typeof balance>

export const knownBalance = z.object({
  /** As the decision on this order, or a transfer since, states it. */
  chosen: balance.and(z.object({ by: z.string(), at: z.string() })).optional(),
  usual: balance.optional(),
  keptUntil: z.string().optional(),
  /** By the rules of this order its number and code are kept once it is completed. */
  isHeld: z.boolean(),
})
export type KnownBalance = z.infer<typeof knownBalance>
