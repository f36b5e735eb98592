/** The rules of payouts that an operator may change, with their defaults. */
type PayoutRules = {
  /** From this amount a second person releases a payout; null for never. */
  secondPersonFromCents: number | null
  /** Who may set `completed` by hand. */
  directCompleted: 'allowed' | 'finance'
  /** Whether a payment by hand needs a reference. */
  requireReference: boolean
  /** For how long payouts are held after a password reset or a new e-mail address. */
  accountChangedHoldHours: number
  /** After how many minutes a payment that was begun by hand and not ended needs attention. */
  stuckMinutes: number
}

export const payoutRules: PayoutRules = {
  secondPersonFromCents: null,
  directCompleted: 'allowed',
  requireReference: true,
  accountChangedHoldHours: 24,
  stuckMinutes: 30,
}
