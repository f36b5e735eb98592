import { z } from 'zod'
import { unknownField, version, wholeNumber } from './parts-schema.ts'
import { type PolicyName, type PolicyValues, policyBounds } from './policy.ts'
import { id } from './text-schema.ts'

const within = ([least, most]: readonly [number, number], unit: string) =>
  wholeNumber(`Enter a whole number of ${unit} from ${least} to ${most}.`, least, most)
const error = unknownField('Enter all values.')
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `Choose one of: ${values.join(', ')}.` })

/** The complete values of each policy. Unknown fields are rejected. */
export const policySchemas = {
  payouts: z.strictObject(
    {
      secondPersonFromCents: within(policyBounds.secondPersonFromCents, 'cents').nullable(),
      directCompleted: choice(['auto', 'allowed', 'finance']),
      requireReference: z.boolean({ error: 'Choose true or false.' }),
      paypalSends: choice(['by-hand', 'automatic']),
      accountChangedHoldHours: within(policyBounds.accountChangedHoldHours, 'hours'),
      stuckMinutes: within(policyBounds.stuckMinutes, 'minutes'),
      adjustmentSecondPersonFromCents: within(policyBounds.adjustmentSecondPersonFromCents, 'cents').nullable(),
      statementTextDays: within(policyBounds.statementTextDays, 'days'),
    },
    { error },
  ),
  reviews: z.strictObject(
    {
      rejectionReason: choice(['asked', 'required']),
      evidence: choice(['asked', 'required']),
      ownOrders: choice(['auto', 'refuse', 'flag']),
      promiseMinutes: within(policyBounds.promiseMinutes, 'minutes'),
      leastSamples: within(policyBounds.leastSamples, 'samples'),
      fixMinutes: within(policyBounds.fixMinutes, 'minutes'),
      offerMinutes: within(policyBounds.offerMinutes, 'minutes'),
      remindMinutes: within(policyBounds.remindMinutes, 'minutes'),
    },
    { error },
  ),
  inventory: z.strictObject(
    {
      custody: choice(['redeem-first', 'hold']),
      holdDays: within(policyBounds.holdDays, 'days'),
      lotSecondPersonFromCents: within(policyBounds.lotSecondPersonFromCents, 'cents').nullable(),
    },
    { error },
  ),
  appeals: z.strictObject(
    {
      windowDays: within(policyBounds.windowDays, 'days'),
      answerHours: within(policyBounds.answerHours, 'hours'),
      freshEyes: choice(['auto', 'refuse', 'allow']),
    },
    { error },
  ),
} satisfies { [Name in PolicyName]: z.ZodType<PolicyValues[Name]> }

const versionFacts = {
  version,
  /** Null for the defaults, which no person made. */
  madeBy: z.string().nullable(),
  /** ISO 8601. */
  madeAt: z.string().nullable(),
}
const payoutsVersion = z.object({ name: z.literal('payouts'), ...versionFacts, values: policySchemas.payouts })
const reviewsVersion = z.object({ name: z.literal('reviews'), ...versionFacts, values: policySchemas.reviews })
const inventoryVersion = z.object({ name: z.literal('inventory'), ...versionFacts, values: policySchemas.inventory })
const appealsVersion = z.object({ name: z.literal('appeals'), ...versionFacts, values: policySchemas.appeals })

/** One version of one policy; version 0 has the defaults. */
export const policyVersion = z.discriminatedUnion('name', [
  payoutsVersion,
  reviewsVersion,
  inventoryVersion,
  appealsVersion,
])
export type PolicyVersion = z.infer<typeof policyVersion>

export const policyVersionsInput = z.object({ name: id })

/** `base` is the version on which the change is based. `values` are all values of the policy. */
export const changePolicyInput = z.object({
  name: id,
  base: version,
  values: z.record(z.string(), z.unknown(), { error: 'Enter all values.' }),
})
export type ChangePolicyInput = z.infer<typeof changePolicyInput>
