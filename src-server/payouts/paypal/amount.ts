import { z } from 'zod'
import { centsFromDollars } from '#shared/money.ts'

/** '92.00', as PayPal writes amounts. */
export function decimalFromCents(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount of PayPal in US dollars, as integer cents. */
export const dollarAmount = z
  .object({ currency: z.literal('USD'), value: z.string().regex(/^\d{1,10}(\.\d{1,9})?$/) })
  .transform(({ value }, context) => {
    const cents = centsFromDollars(Number(value))
    if (cents !== null) return cents
    context.addIssue('The amount is no number of cents.')
    return z.NEVER
  })
