import type { BalanceCheckTable } from '../../platform/db/file-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'

/** Cents that an offer can be about; undefined when the check found what the seller has sent. */
export function offeredValue(
  order: Pick<SubmissionTable, 'card_value_cents'>,
  { outcome, balance_cents: found }: Pick<BalanceCheckTable, 'outcome' | 'balance_cents'>,
): number | undefined {
  if (outcome === 'lower' || outcome === 'higher') return found ?? undefined
  return outcome === 'full' ? (found ?? order.card_value_cents) : undefined
}
