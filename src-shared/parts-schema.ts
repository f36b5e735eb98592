import { z } from 'zod'
import { centsFromDollars } from './money.ts'
import { REFERENCE_MAX_LENGTH } from './payout.ts'
import { typedText } from './text-schema.ts'
import { acceptedMimeTypes } from './upload.ts'

/** Parts of several schemas. An `amount` is dollars. */

export const person = z.object({ id: z.string(), name: z.string() })
/** What a card is worth and what we pay for it, in dollars; `exchangeRate` is a fraction. */
export const price = { cardValue: z.number(), exchangeRate: z.number(), payoutAmount: z.number() }
export const total = z.object({ count: z.number(), amount: z.number() })
/** One of each state. */
export const totals = <State extends string>(states: readonly State[]) =>
  Object.fromEntries(states.map((state) => [state, total])) as Record<State, typeof total>
export const fault = z.object({ line: z.int(), column: z.string(), message: z.string() })
/** `fileSize` is bytes. */
export const storedFile = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  mimeType: z.enum(acceptedMimeTypes),
})
export const picture = z.object({ id: z.string(), fileName: z.string(), mimeType: z.string() })
export const moment = z.iso.datetime({ error: 'Enter a date and time in ISO 8601 format.' })
export const wholeCents = (dollars: z.ZodNumber, error: string) =>
  dollars.refine((amount) => centsFromDollars(Math.abs(amount)) !== null, { error })
export const version = z.int({ error: 'A version is a whole number.' })
export const reference = typedText('code', REFERENCE_MAX_LENGTH, { label: 'The reference' })

const badKey = 'A request key has at most 100 characters.'
/** Chosen by the caller: a repeated call returns what the first one made. */
export const requestKey = z.string({ error: badKey }).min(1, badKey).max(100, badKey).optional()

/** A whole number in these bounds, which are part of `error`. */
export const wholeNumber = (error: string, least: number, most: number) =>
  z.int({ error }).min(least, error).max(most, error)

export const someOf = <Item extends z.ZodType>(item: Item, none: string, most: number, tooMany: string) =>
  z.array(item, { error: none }).min(1, none).max(most, tooMany)

/** Things that a person has chosen: 'card' */
export const chosen = <Item extends z.ZodType>(item: Item, what: string, most: number) =>
  someOf(item, `Choose at least one ${what}.`, most, `Choose at most ${most} ${what}s.`)

/** The error of a strict object: names the field that it does not have. */
export const unknownField = (otherwise?: string) => (issue: { code?: string; keys?: unknown }) =>
  issue.code === 'unrecognized_keys' ? `Unknown field: ${issue.keys}.` : otherwise

/** A key that the caller makes up, with which a repeat is recognized. `name` is what the caller knows it by. */
export function idempotencyKey(name: string) {
  const error = `${name} must have 8 to 100 characters.`
  return z.string({ error }).min(8, error).max(100, error).optional()
}
