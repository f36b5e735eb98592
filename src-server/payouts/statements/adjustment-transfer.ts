import type { StatementEntryTable } from '../../platform/db/statement-tables.ts'
import { accounts, cashOf } from '../ledger/accounts.ts'
import type { Transfer } from '../ledger/post-transfers.ts'

type Entry = Pick<StatementEntryTable, 'id' | 'kind' | 'amount_cents' | 'provider' | 'payout_id'>

/** The transfer of an adjusting entry, or the one that takes it back. */
export function adjustmentTransfer(entry: Entry, by: string, isReversal = false): Transfer {
  const { id, kind, amount_cents, provider, payout_id } = entry
  const [cash, other] = [cashOf(provider), kind === 'fee' ? accounts.fees : accounts.adjustments]
  const isLess = amount_cents < 0 !== isReversal
  const sides = isLess ? { debit: other, credit: cash } : { debit: cash, credit: other }
  const key = `adjustment:${id}${isReversal ? '-reversed' : ''}`
  const about = { submission_id: null, payout_id, made_by: by }
  return { kind: 'adjustment', ...sides, amount_cents: Math.abs(amount_cents), key, ...about }
}
