export const checkOutcomeLabels = {
  full: 'Full balance',
  lower: 'Lower balance',
  higher: 'Higher balance',
  zero: 'Zero balance',
  invalid: 'Number or code is wrong',
  'not-activated': 'Not activated',
  linked: 'Linked to an account',
  unreachable: 'Brand not reached',
} as const
export type CheckOutcome = keyof typeof checkOutcomeLabels
export const checkOutcomes = Object.keys(checkOutcomeLabels) as CheckOutcome[]

const faults: ReadonlySet<CheckOutcome> = new Set(['lower', 'zero', 'invalid', 'not-activated', 'linked'])

/** Whether a check found a fault of the card, so that its picture can be evidence for a rejection. */
export function foundFault(outcome: CheckOutcome) {
  return faults.has(outcome)
}

export const checkWays = ['website', 'phone', 'store', 'other'] as const
export type CheckWay = (typeof checkWays)[number]

export const CHECK_COUNTS_MS = 24 * 60 * 60_000
export const EVIDENCE_OWED_MS = 24 * 60 * 60_000
export const measuredOutcomes: readonly CheckOutcome[] = ['lower', 'higher']
export const CHECK_NOTE_MAX_LENGTH = 500
export const MOST_CHECKED_CENTS = 5_000_00

export const checkWayLabels: Readonly<Record<CheckWay, string>> = {
  website: 'on the website of the brand',
  phone: 'by phone',
  store: 'in a store',
  other: 'in another way',
}

export const checkMessages = {
  unknownOutcome: `Choose an outcome: ${checkOutcomes.join(', ')}.`,
  unknownWay: `Choose how you checked: ${checkWays.join(', ')}.`,
  badBalance: 'Enter the balance in dollars and cents, from $0.01 to $5,000.00.',
  balanceOfOther: `Only these outcomes have a balance: ${measuredOutcomes.join(', ')}.`,
  notLower: 'A lower balance is below the value of the order, a higher one above it.',
  goneEvidence: 'This picture does not belong to the order any more. Add it again.',
  goneCheck: 'This balance check does not belong to the order.',
  evidenceRequired: 'This reason needs a picture of what you saw.',
  noPicture: 'Send one picture.',
} as const
