import { formatCents, parseDollars } from '#shared/money.ts'
import { type PolicyName, type PolicyValues, policyBounds } from '#shared/policy.ts'

export type PolicyValue = string | number | boolean | null
type Bounds = readonly [least: number, most: number]

/** A rule as the form shows it. Without `unit` it is an amount in cents; an empty field means never. */
export type PolicyField = { label: string; sentence: string } & (
  | { choices: Readonly<Record<string, string>> }
  | { unit?: 'hours' | 'minutes' | 'days' | 'samples'; bounds: Bounds }
)

type PolicyForms = {
  [Name in PolicyName]: { title: string; fields: { [Field in keyof PolicyValues[Name]]: PolicyField } }
}

export const policyForms: PolicyForms = {
  reviews: {
    title: 'Reviews',
    fields: {
      rejectionReason: {
        label: 'Reason of a rejection',
        sentence:
          'Whether the Update Status dialog and the REST API need a reason for the customer. The review view always asks for one.',
        choices: { asked: 'Optional', required: 'Required' },
      },
      evidence: {
        label: 'Evidence of a rejection',
        sentence:
          'Whether reasons such as a used card need a picture of what the reviewer saw. Where it is optional, the evidence follows within 24 hours.',
        choices: { asked: 'Optional', required: 'Required' },
      },
      ownOrders: {
        label: 'Staff selling their own cards',
        sentence: 'Whether staff may decide and pay orders that they have submitted themselves as a customer.',
        choices: { auto: 'Only while no colleague can', refuse: 'Never', flag: 'Always, marked as own order' },
      },
      promiseMinutes: {
        label: 'Promised time of a decision',
        sentence:
          'Minutes after which an order without a decision is overdue. Its customer is notified by email. Brands of which 9 of 10 orders take longer have that time.',
        unit: 'minutes',
        bounds: policyBounds.promiseMinutes,
      },
      leastSamples: {
        label: 'Fewest samples of a measured time',
        sentence:
          'With fewer decisions or payouts in 30 days, customers read no measured time and the public figures say that there are too few yet.',
        unit: 'samples',
        bounds: policyBounds.leastSamples,
      },
      fixMinutes: {
        label: 'Time to send what we request',
        sentence: 'Minutes after which an order is rejected if its seller has not sent what staff requested.',
        unit: 'minutes',
        bounds: policyBounds.fixMinutes,
      },
      offerMinutes: {
        label: 'Time to answer an offer',
        sentence: 'Minutes after which an order is rejected if its seller has not answered a counter-offer.',
        unit: 'minutes',
        bounds: policyBounds.offerMinutes,
      },
      remindMinutes: {
        label: 'Reminder before the end',
        sentence: 'Minutes before the end of a request or an offer at which the seller gets a reminder. 0 is none.',
        unit: 'minutes',
        bounds: policyBounds.remindMinutes,
      },
    },
  },
  appeals: {
    title: 'Appeals',
    fields: {
      windowDays: {
        label: 'Time to appeal',
        sentence: 'Days for which a seller may appeal a rejection, or what they have to repay.',
        unit: 'days',
        bounds: policyBounds.windowDays,
      },
      answerHours: {
        label: 'Time to answer an appeal',
        sentence: 'Hours within which sellers are promised an answer.',
        unit: 'hours',
        bounds: policyBounds.answerHours,
      },
      freshEyes: {
        label: 'Who answers an appeal',
        sentence: 'Whether a person who has decided on an order may answer the appeal against the decision.',
        choices: { auto: 'Only while no colleague can', refuse: 'Never', allow: 'Always' },
      },
    },
  },
  payouts: {
    title: 'Payouts',
    fields: {
      secondPersonFromCents: {
        label: 'Two-person release from',
        sentence: 'From this amount on, a second person has to release a payout. Leave it empty for never.',
        bounds: policyBounds.secondPersonFromCents,
      },
      directCompleted: {
        label: 'Who may set Completed',
        sentence: 'Who may record with the status of an order that its money was sent.',
        choices: {
          auto: 'Finance and owners, once a finance account exists',
          allowed: 'Everyone who decides orders',
          finance: 'Finance and owners only',
        },
      },
      requireReference: {
        label: 'Reference of a payment',
        sentence: 'Whether a payment by hand needs a reference. The status dialog never asks for one.',
        choices: { true: 'Required', false: 'Optional' },
      },
      paypalSends: {
        label: 'PayPal payouts',
        sentence:
          'Whether ready PayPal payouts are sent by themselves. This needs a PayPal app in the settings of the server.',
        choices: { 'by-hand': 'Sent by a person', automatic: 'Sent at once' },
      },
      accountChangedHoldHours: {
        label: 'Wait after an account change',
        sentence: 'Hours that payouts wait after a password reset or a new email address of the customer.',
        unit: 'hours',
        bounds: policyBounds.accountChangedHoldHours,
      },
      stuckMinutes: {
        label: 'Unfinished payment',
        sentence: 'Minutes after which a payment that was started and not finished needs attention.',
        unit: 'minutes',
        bounds: policyBounds.stuckMinutes,
      },
      adjustmentSecondPersonFromCents: {
        label: 'Two-person adjusting entries from',
        sentence:
          'From this amount on, a second person has to approve an adjusting entry of a bank statement. Leave it empty for never.',
        bounds: policyBounds.adjustmentSecondPersonFromCents,
      },
      statementTextDays: {
        label: 'Longest time a statement text is kept',
        sentence:
          'Days after its import, after which description and reference of a statement line are erased. Day and amount stay.',
        unit: 'days',
        bounds: policyBounds.statementTextDays,
      },
    },
  },
  inventory: {
    title: 'Inventory',
    fields: {
      custody: {
        label: 'Balance of an approved card',
        sentence:
          'Who has the balance when an order is completed. This applies to orders made after the change. Cards of payment networks (Visa, Mastercard, American Express, Vanilla) are always redeemed first.',
        choices: { 'redeem-first': 'Redeemed before, code erased', hold: 'On the card, code kept until it is used' },
      },
      holdDays: {
        label: 'Longest time a code is kept',
        sentence: 'Days after which number and code are erased, even if the card was not used.',
        unit: 'days',
        bounds: policyBounds.holdDays,
      },
      lotSecondPersonFromCents: {
        label: 'Two-person release of a lot from',
        sentence: 'From this sum of prices on, a second person has to release a lot. Leave it empty for never.',
        bounds: policyBounds.lotSecondPersonFromCents,
      },
    },
  },
}

/** 'Required', '24 hours', '$500.00', 'never' */
export function shownValue(field: PolicyField, value: PolicyValue | undefined): string {
  if ('choices' in field) return field.choices[String(value)] ?? String(value)
  if (!field.unit) return value === null ? 'never' : formatCents(Number(value))
  return `${value} ${value === 1 ? field.unit.slice(0, -1) : field.unit}`
}

export function textOf(field: PolicyField, value: PolicyValue | undefined): string {
  if ('choices' in field || field.unit) return String(value)
  return value === null ? '' : formatCents(Number(value)).slice(1)
}

const truths: Readonly<Record<string, boolean>> = { true: true, false: false }

/** The value of the text of a control, or what is wrong with it. */
export function typedValue(field: PolicyField, text: string): { value: PolicyValue } | { error: string } {
  if ('choices' in field) return { value: truths[text] ?? text }
  const { unit, bounds } = field
  if (!unit && text.trim() === '') return { value: null }
  const [least, most] = bounds
  const number = unit ? (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null) : parseDollars(text)
  if (number !== null && number >= least && number <= most) return { value: number }
  if (!unit) return { error: `Enter an amount from ${formatCents(least)} to ${formatCents(most)}, or nothing.` }
  return { error: `Enter a whole number of ${unit} from ${least} to ${most}.` }
}
