import type { MatchDirection } from '#shared/statement.ts'
import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import type { BookedPayout, MatchedPayout } from './match-queries.ts'

type Line = Pick<StatementLineTable, 'amount_cents' | 'fee_cents'>

export const netOf = ({ amount_cents, fee_cents }: Line): number => amount_cents + fee_cents

/** Whether a line pays, or gives back. */
export const directionOf = (line: Line): MatchDirection => (netOf(line) < 0 ? 'out' : 'back')

/** What the books have for a payout that left or came back. */
export function bookedCents(
  { amount_cents, fee_cents, returned_cents }: BookedPayout,
  direction: MatchDirection,
): number {
  return direction === 'out' ? -(amount_cents + (fee_cents ?? 0)) : (returned_cents ?? amount_cents)
}

/** What the books have for the payouts of lines. */
export const bookedSum = (payouts: readonly MatchedPayout[]): number =>
  payouts.reduce((sum, payout) => sum + bookedCents(payout, payout.direction), 0)

/** Whether the money of a payout has moved in this direction; PayPal lists failed payouts in both. */
export function hasMoved({ state, sent_at, provider }: BookedPayout, direction: MatchDirection): boolean {
  if (provider === 'set-off') return false
  if (state === 'returned') return true
  if (state === 'failed') return sent_at !== null
  return direction === 'out' && (state === 'sent' || state === 'paid')
}

/** Whether a line has the amount of these payouts. A fee that the books do not know yet does not count. */
export function fits(line: Line, payouts: readonly BookedPayout[]): boolean {
  const direction = directionOf(line)
  const sum = payouts.reduce((cents, payout) => cents + bookedCents(payout, direction), 0)
  const lacksFee = payouts.some(({ provider, fee_cents }) => provider === 'paypal' && fee_cents === null)
  return sum === netOf(line) || ((lacksFee || feeToBook(line, payouts) > 0) && sum === line.amount_cents)
}

/** Cents of the fee that PayPal's line has for a payout which was paid with a file or by hand, and the books lack. */
export function feeToBook(line: Line, [payout, other]: readonly BookedPayout[]): number {
  const isOfPayPal = payout?.method_type === 'paypal' && payout.provider !== 'paypal'
  if (!isOfPayPal || other || payout.state !== 'paid' || payout.fee_cents) return 0
  return line.amount_cents === -payout.amount_cents ? Math.max(-line.fee_cents, 0) : 0
}
