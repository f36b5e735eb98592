import { plusDays } from '#shared/business-day.ts'
import type { AppContext } from '../context.ts'
import { today } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'
import { listBuyerDebts } from './item-queries.ts'
import { accounts, clearingOf, owedByBuyer, payableTo, receivableFrom } from './ledger/accounts.ts'
import { sumCardCost, sumOfPlace } from './ledger/ledger-queries.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'
import { listMoneyAccounts } from './money-place.ts'
import { listUnsettled } from './payout-queries.ts'
import { listReceivables } from './problem-queries.ts'
import { getNewestAttempt } from './send-payout.ts'

/**
 * Closes in the ledger what is owed or on its way, what customers and buyers owe, and what cards in stock or not paid
 * yet have cost. Their rows are deleted in the same transaction. Money accounts begin again on the next day, with what
 * they have.
 */
export async function closeDebts(app: AppContext, tx: Tx, by: string | null): Promise<void> {
  const cleared = (debit: string, credit: string, cents: number, payoutId: string | null = null): Transfer => ({
    ...{ kind: 'cleared', debit, credit, amount_cents: cents, key: `cleared:${payoutId ?? newId()}` },
    ...{ submission_id: null, payout_id: payoutId, made_by: by },
  })
  const debts: Transfer[] = []
  for (const payout of await listUnsettled(tx))
    debts.push(cleared(await debtOf(tx, payout), accounts.cleared, payout.amount_cents, payout.id))
  const receivables = (await listReceivables(tx)).map(({ user_id, cents }) =>
    cleared(accounts.cleared, receivableFrom(user_id), cents),
  )
  const buyers = (await listBuyerDebts(tx)).map(({ buyer_id, cents }) =>
    cleared(accounts.cleared, owedByBuyer(buyer_id), cents),
  )
  const cost = await sumCardCost(tx)
  const stock = cost > 0 ? [cleared(accounts.cleared, accounts.cards, cost)] : []
  await postTransfers(app, tx, [...debts, ...receivables, ...buyers, ...stock])
  const opening_on = plusDays(today(app), 1)
  for (const { id } of await listMoneyAccounts(tx)) {
    const opening_cents = await sumOfPlace(tx, id)
    await table('statement_accounts').update(tx, { id }, { opening_on, opening_cents })
  }
}

async function debtOf(tx: Tx, { id, state, user_id }: PayoutTable) {
  const isMoving = state === 'sending' || state === 'sent'
  return isMoving ? clearingOf((await getNewestAttempt(tx, id)).money_account) : payableTo(user_id)
}
