import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { accounts, clearingOf, payableTo } from './ledger/accounts.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { listUnsettled } from './payout-end-queries.ts'

/** Closes in the ledger what is owed or on its way for all payouts, whose rows are deleted in the same transaction. */
export async function closeDebts(app: Pick<AppContext, 'clock'>, tx: Tx, by: string | null): Promise<void> {
  const unsettled = await listUnsettled(tx)
  await postTransfers(
    app,
    tx,
    unsettled.map((payout) => ({
      kind: 'cleared',
      debit: debtOf(payout),
      credit: accounts.cleared,
      amount_cents: payout.amount_cents,
      key: `cleared:${payout.id}`,
      submission_id: null,
      payout_id: payout.id,
      made_by: by,
    })),
  )
}

function debtOf({ state, provider, user_id }: PayoutTable): string {
  const isMoving = (state === 'sending' || state === 'sent') && provider !== null
  return isMoving ? clearingOf(provider) : payableTo(user_id)
}
