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
export async function closeDebts(app: AppContext, tx: Tx, by: string | null): Promise<void> {
  const cleared = (debit: string, credit: string, cents: number, payoutId: string | null = null): Transfer => ({
    ...{ kind: 'cleared', debit, credit, amount_cents: cents, key: `cleared:${payoutId ?? newId()}` },
    ...{ submission_id: null, payout_id: payoutId, made_by: by },
  })
  const debts = (await listUnsettled(tx)).map((payout) =>
    cleared(debtOf(payout), accounts.cleared, payout.amount_cents, payout.id),
  )
  const receivables = (await listReceivables(tx)).map(({ user_id, cents }) =>
    cleared(accounts.cleared, receivableFrom(user_id), cents),
  )
  const cost = await sumCardCost(tx)
  const stock = cost > 0 ? [cleared(accounts.cleared, accounts.cards, cost)] : []
  await postTransfers(app, tx, [...debts, ...receivables, ...stock])
}

function debtOf({ state, provider, user_id }: PayoutTable) {
  const isMoving = (state === 'sending' || state === 'sent') && provider !== null
  return isMoving ? clearingOf(provider) : payableTo(user_id)
}
