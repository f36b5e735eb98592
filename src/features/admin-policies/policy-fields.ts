import { formatCents, parseDollars } from '#shared/money.ts'
import { type PolicyName, type PolicyValues, policyBounds } from '#shared/policy.ts'

export type PolicyValue = string | number | boolean | null
type Bounds = readonly [least: number, most: number]

/** A rule as the form shows it. `sentence` says what it does. */
export type PolicyField = { label: string; sentence: string } & (
  | { kind: 'choice'; choices: readonly { value: string | boolean; label: string }[] }
  | { kind: 'number'; unit: 'hours' | 'minutes'; bounds: Bounds }
  /** An amount in cents; `none` is what an empty field means. */
  | { kind: 'money'; none: string; bounds: Bounds }
)

type PolicyForms = {
  [Name in PolicyName]: { title: string; fields: { [Field in keyof PolicyValues[Name]]: PolicyField } }
}

/** The forms of all policies, in the order of the screen. */
export const policyForms: PolicyForms = {
  reviews: {
    title: 'Reviews',
    fields: {
      rejectionReason: {
        label: 'Reason of a rejection',
        sentence: 'Whether an order can be rejected without a reason for the customer.',
        kind: 'choice',
        choices: [
          { value: 'asked', label: 'Optional' },
          { value: 'required', label: 'Required' },
        ],
      },
      ownOrders: {
        label: 'Own orders of staff',
        sentence: 'Whether staff may decide and pay orders that they have submitted themselves as a customer.',
        kind: 'choice',
        choices: [
          { value: 'auto', label: 'Only while no colleague can' },
          { value: 'refuse', label: 'Never' },
          { value: 'flag', label: 'Always, marked as own order' },
        ],
      },
    },
  },
  payouts: {
    title: 'Payouts',
    fields: {
      secondPersonFromCents: {
        label: 'Second person from',
        sentence: 'From this amount on, a second person has to release a payout. Leave it empty for never.',
        kind: 'money',
        none: 'never',
        bounds: policyBounds.secondPersonFromCents,
      },
      directCompleted: {
        label: 'Who may set Completed',
        sentence: 'Who may record in the status dialog that the money was sent.',
        kind: 'choice',
        choices: [
          { value: 'allowed', label: 'Everyone who decides orders' },
          { value: 'finance', label: 'Finance and owners only' },
        ],
      },
      requireReference: {
        label: 'Reference of a payment',
        sentence: 'Whether a payment by hand needs a reference. The status dialog never asks for one.',
        kind: 'choice',
        choices: [
          { value: true, label: 'Required' },
          { value: false, label: 'Optional' },
        ],
      },
      paypalSends: {
        label: 'PayPal payouts',
        sentence:
          'Whether ready PayPal payouts are sent by themselves. This needs a PayPal app in the settings of the server.',
        kind: 'choice',
        choices: [
          { value: 'by-hand', label: 'Sent by a person' },
          { value: 'automatic', label: 'Sent at once' },
        ],
      },
      accountChangedHoldHours: {
        label: 'Wait after an account change',
        sentence: 'Hours that payouts wait after a password reset or a new email address of the customer.',
        kind: 'number',
        unit: 'hours',
        bounds: policyBounds.accountChangedHoldHours,
      },
      stuckMinutes: {
        label: 'Unfinished payment',
        sentence: 'Minutes after which a payment that was started and not finished needs attention.',
        kind: 'number',
        unit: 'minutes',
        bounds: policyBounds.stuckMinutes,
      },
    },
  },
}

/** 'Required', '24 hours', '$500.00', 'never' */
export function shownValue(field: PolicyField, value: PolicyValue | undefined): string {
  if (field.kind === 'choice') return field.choices.find((each) => each.value === value)?.label ?? String(value)
  if (field.kind === 'money') return value === null ? field.none : formatCents(Number(value))
  return `${value} ${value === 1 ? field.unit.slice(0, -1) : field.unit}`
}

/** The text of the control for this value. */
export function textOf(field: PolicyField, value: PolicyValue | undefined): string {
  if (field.kind !== 'money') return String(value)
  return value === null ? '' : formatCents(Number(value)).slice(1)
}

/** The value of the text of a control, or what is wrong with it. */
export function typedValue(field: PolicyField, text: string): { value: PolicyValue } | { error: string } {
  if (field.kind === 'choice')
    return { value: field.choices.find(({ value }) => String(value) === text)?.value ?? text }
  if (field.kind === 'money' && text.trim() === '') return { value: null }
  const [least, most] = field.bounds
  const number = field.kind === 'money' ? parseDollars(text) : /^\d{1,9}$/.test(text.trim()) ? Number(text) : null
  if (number !== null && number >= least && number <= most) return { value: number }
  if (field.kind === 'money')
    return { error: `Enter an amount from ${formatCents(least)} to ${formatCents(most)}, or nothing.` }
  return { error: `Enter a whole number of ${field.unit} from ${least} to ${most}.` }
}
