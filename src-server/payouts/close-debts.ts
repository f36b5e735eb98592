import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { newId } from '../platform/ids.ts'
import { accounts, clearingOf, payableTo, receivableFrom } from './ledger/accounts.ts'
import { sumCardCost } from './ledger/ledger-queries.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'
import { listUnsettled } from './payout-end-queries.ts'
import { listReceivables } from './problem-queries.ts'

/**
 * Closes in the ledger what is owed or on its way, what customers owe, and what cards in stock or not paid yet have
 * cost. Their rows are deleted in the same transaction.
 */
export async function closeDebts(app: Pick<AppContext, 'clock'>, tx: Tx, by: string | null): Promise<void> {
  const unsettled = await listUnsettled(tx)
  const debts = unsettled.map(
    (payout): Transfer => ({
      kind: 'cleared',
      debit: debtOf(payout),
      credit: accounts.cleared,
      amount_cents: payout.amount_cents,
      key: `cleared:${payout.id}`,
      submission_id: null,
      payout_id: payout.id,
      made_by: by,
    }),
  )
  const receivables = (await listReceivables(tx)).map(
    ({ user_id, cents }): Transfer => ({
      kind: 'cleared',
      debit: accounts.cleared,
      credit: receivableFrom(user_id),
      amount_cents: cents,
      key: `cleared:${newId()}`,
      submission_id: null,
      payout_id: null,
      made_by: by,
    }),
  )
  const cost = await sumCardCost(tx)
  const stock: Transfer = {
    kind: 'cleared',
    debit: accounts.cleared,
    credit: accounts.cards,
    amount_cents: cost,
    key: `cleared:${newId()}`,
    submission_id: null,
    payout_id: null,
    made_by: by,
  }
  await postTransfers(app, tx, [...debts, ...receivables, ...(cost > 0 ? [stock] : [])])
}

function debtOf({ state, provider, user_id }: PayoutTable): string {
  const isMoving = (state === 'sending' || state === 'sent') && provider !== null
  return isMoving ? clearingOf(provider) : payableTo(user_id)
}
