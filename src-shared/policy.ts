/** The rules that owners change, in the order of the screen. */
export const policyNames = ['payouts', 'reviews'] as const
export type PolicyName = (typeof policyNames)[number]

export type PayoutsPolicy = {
  /** From this amount on a second person releases a payout; null: never. */
  secondPersonFromCents: number | null
  /** Who may set `completed` by hand: reviewers too, or only finance and owners. */
  directCompleted: 'allowed' | 'finance'
  /** Whether a payment by hand requires a reference. The status dialog never asks for one. */
  requireReference: boolean
  /** Whether ready PayPal payouts are sent without a click. Only with a PayPal app. */
  paypalSends: 'by-hand' | 'automatic'
  /** How long payouts wait after a password reset or a new email address. */
  accountChangedHoldHours: number
  /** After this time a payment that was begun and not ended needs attention. */
  stuckMinutes: number
}

export type ReviewsPolicy = {
  /** Whether a rejection needs a reason. */
  rejectionReason: 'asked' | 'required'
  /**
   * What staff may do with orders of a customer who they are themselves. 'auto': nothing while a colleague can,
   * 'refuse': nothing, 'flag': everything, and the audit log says so.
   */
  ownOrders: 'auto' | 'refuse' | 'flag'
}

export type PolicyValues = { payouts: PayoutsPolicy; reviews: ReviewsPolicy }

/** Version 0 of each policy. */
export const policyDefaults: Readonly<{ [Name in PolicyName]: Readonly<PolicyValues[Name]> }> = {
  payouts: {
    secondPersonFromCents: null,
    directCompleted: 'allowed',
    requireReference: true,
    paypalSends: 'by-hand',
    accountChangedHoldHours: 24,
    stuckMinutes: 30,
  },
  reviews: { rejectionReason: 'asked', ownOrders: 'auto' },
}

/** Bounds of the numbers, inclusive. */
export const policyBounds = {
  secondPersonFromCents: [1, 100_000_00],
  accountChangedHoldHours: [0, 720],
  stuckMinutes: [1, 20_160],
} as const

/** The newest versions that the history of a policy shows. */
export const MAX_POLICY_VERSIONS = 100

export const policyMessages = {
  conflict: 'Somebody has changed these rules since you began. Look at them again, then save.',
  reasonRequired: 'A rejection needs a reason. Choose or write one.',
} as const
