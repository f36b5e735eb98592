import type { BalanceCheckTable } from '../../platform/db/file-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'

/**
 * Returns the value in cents that an offer can be about by a balance check: another one than the seller typed, or the
 * whole one, for a card of another brand. Undefined when the check found nothing to offer for.
 */
export function offeredValue(
  order: Pick<SubmissionTable, 'card_value_cents'>,
  { outcome, balance_cents: found }: Pick<BalanceCheckTable, 'outcome' | 'balance_cents'>,
): number | undefined {
  if (outcome === 'lower' || outcome === 'higher') return found ?? undefined
  return outcome === 'full' ? (found ?? order.card_value_cents) : undefined
}
