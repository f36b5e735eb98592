import { z } from 'zod'
import { unknownField, version, wholeNumber } from './parts-schema.ts'
import { type PolicyName, type PolicyRule, type PolicyValues, rulesOf } from './policy.ts'
import { id } from './text-schema.ts'

const error = unknownField('Enter all values.')

function schemaOf(rule: PolicyRule): z.ZodType {
  if ('choices' in rule) {
    const choices = Object.keys(rule.choices)
    if ('true' in rule.choices) return z.boolean({ error: 'Choose true or false.' })
    return z.enum(choices, { error: `Choose one of: ${choices.join(', ')}.` })
  }
  const { unit, bounds } = rule
  const [least, most] = bounds
  const number = wholeNumber(`Enter a whole number of ${unit ?? 'cents'} from ${least} to ${most}.`, least, most)
  return unit ? number : number.nullable()
}

type Shape<Name extends PolicyName> = {
  [Field in keyof PolicyValues[Name]]: z.ZodType<PolicyValues[Name][Field]>
}
function valuesOf<Name extends PolicyName>(name: Name) {
  const shape = Object.fromEntries(rulesOf(name).map(([field, rule]) => [field, schemaOf(rule)]))
  return z.strictObject(shape as Shape<Name>, { error })
}

/** The complete values of each policy. Unknown fields are rejected. */
export const policySchemas = {
  payouts: valuesOf('payouts'),
  reviews: valuesOf('reviews'),
  inventory: valuesOf('inventory'),
  appeals: valuesOf('appeals'),
  controls: valuesOf('controls'),
}

const versionOf = <Name extends PolicyName>(name: Name) =>
  z.object({
    name: z.literal(name),
    version,
    /** Null for the defaults. */
    madeBy: z.string().nullable(),
    madeAt: z.string().nullable(),
    values: policySchemas[name],
  })

const waitingControls = z.object({
  id: z.string(),
  values: policySchemas.controls,
  madeBy: z.string(),
  isOwn: z.boolean(),
  /** Without a confirmation. */
  appliesAt: z.string(),
})
export type WaitingControls = z.infer<typeof waitingControls>

/** Version 0 has the defaults. */
export const policyVersion = z.discriminatedUnion('name', [
  versionOf('payouts'),
  versionOf('reviews'),
  versionOf('inventory'),
  versionOf('appeals'),
  versionOf('controls').extend({ waiting: waitingControls.optional() }),
])
export type PolicyVersion = z.infer<typeof policyVersion>

/** Looser controls that wait, as the caller has seen them. */
export const waitingControlsInput = z.object({ id })

export const policyVersionsInput = z.object({ name: id })

/** `base` is the version on which the change is based. `values` are all values of the policy. */
export const changePolicyInput = z.object({
  name: id,
  base: version,
  values: z.record(z.string(), z.unknown(), { error: 'Enter all values.' }),
})
export type ChangePolicyInput = z.infer<typeof changePolicyInput>
