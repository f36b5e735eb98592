/** The rules that owners change, in the order of the screen. */
export const policyNames = ['payouts', 'reviews', 'inventory', 'appeals'] as const
export type PolicyName = (typeof policyNames)[number]

export type PayoutsPolicy = {
  /** From this amount on a second person releases a payout; null: never. */
  secondPersonFromCents: number | null
  /** 'auto': reviewers too, until a finance account is active. 'allowed': reviewers too. 'finance': no reviewer. */
  directCompleted: 'auto' | 'allowed' | 'finance'
  /** Whether a payment by hand requires a reference. The status dialog never asks for one. */
  requireReference: boolean
  /** Whether ready PayPal payouts are sent without a click. Only with a PayPal app. */
  paypalSends: 'by-hand' | 'automatic'
  /** How long payouts wait after a password reset or a new email address. */
  accountChangedHoldHours: number
  /** After this time a payment that was begun and not ended needs attention. */
  stuckMinutes: number
  /** From this amount on a second person approves an adjusting entry; null: never. */
  adjustmentSecondPersonFromCents: number | null
  /** So many days after its import, what a statement line says is erased. */
  statementTextDays: number
}

export type ReviewsPolicy = {
  rejectionReason: 'asked' | 'required'
  /** Whether a reason that needs evidence is refused without it; otherwise the evidence is owed for 24 hours. */
  evidence: 'asked' | 'required'
  /** Of orders whose customer is the member of staff. 'auto': refused while a colleague can. 'flag': only audited. */
  ownOrders: 'auto' | 'refuse' | 'flag'
  /** Within how many minutes a decision is promised. */
  promiseMinutes: number
  /** With fewer samples a measured time is not shown: a wider one, or the usual words, take its place. */
  leastSamples: number
  /** How long a seller has to send what staff request. */
  fixMinutes: number
  offerMinutes: number
  /** How long before the end the seller is reminded; 0: not at all. */
  remindMinutes: number
}

export type InventoryPolicy = {
  /** 'redeem-first': the balance is taken over and the code erased. 'hold': number and code stay until disposed of. */
  custody: 'redeem-first' | 'hold'
  /** After so many days number and code are erased in any case. */
  holdDays: number
  /** From this sum of its prices on a second person releases a lot; null: never. */
  lotSecondPersonFromCents: number | null
}

export type AppealsPolicy = {
  windowDays: number
  answerHours: number
  /** 'auto': a person who has not decided on the order, while one can. 'refuse': only such a person. */
  freshEyes: 'auto' | 'refuse' | 'allow'
}

export type PolicyValues = {
  payouts: PayoutsPolicy
  reviews: ReviewsPolicy
  inventory: InventoryPolicy
  appeals: AppealsPolicy
}

/** Version 0 of each policy. */
export const policyDefaults: Readonly<{ [Name in PolicyName]: Readonly<PolicyValues[Name]> }> = {
  payouts: {
    secondPersonFromCents: null,
    directCompleted: 'auto',
    requireReference: true,
    paypalSends: 'by-hand',
    accountChangedHoldHours: 24,
    stuckMinutes: 30,
    adjustmentSecondPersonFromCents: null,
    statementTextDays: 365,
  },
  reviews: {
    rejectionReason: 'asked',
    evidence: 'asked',
    ownOrders: 'auto',
    promiseMinutes: 60,
    leastSamples: 20,
    fixMinutes: 1440,
    offerMinutes: 1440,
    remindMinutes: 120,
  },
  inventory: { custody: 'redeem-first', holdDays: 30, lotSecondPersonFromCents: null },
  appeals: { windowDays: 14, answerHours: 24, freshEyes: 'auto' },
}

/** Bounds of the numbers, inclusive. */
export const policyBounds = {
  secondPersonFromCents: [1, 100_000_00],
  adjustmentSecondPersonFromCents: [1, 100_000_00],
  accountChangedHoldHours: [0, 720],
  stuckMinutes: [1, 20_160],
  statementTextDays: [30, 3650],
  holdDays: [1, 90],
  promiseMinutes: [1, 10_080],
  leastSamples: [1, 1000],
  fixMinutes: [1, 43_200],
  offerMinutes: [1, 43_200],
  remindMinutes: [0, 43_200],
  lotSecondPersonFromCents: [1, 1_000_000_00],
  windowDays: [1, 90],
  answerHours: [1, 168],
} as const

/** The newest versions that the history of a policy shows. */
export const MAX_POLICY_VERSIONS = 100

export const policyMessages = {
  conflict: 'Somebody has changed these rules since you began. Look at them again, then save.',
  reasonRequired: 'A rejection needs a reason. Choose or write one.',
} as const
