import { plusDays } from '#shared/business-day.ts'
import type { AppContext } from '../context.ts'
import { today } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'
import { accounts, clearingOf, payableTo } from './ledger/accounts.ts'
import { listAssets, sumOfPlace } from './ledger/ledger-queries.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'
import { listMoneyAccounts } from './money-place.ts'
import { listUnsettled } from './payout-queries.ts'
import { getNewestAttempt } from './send-payout.ts'

/**
 * Closes in the ledger what is owed or on its way, what customers and buyers owe, and what cards in stock or not paid
 * yet have cost. Their rows are deleted in the same transaction. Money accounts begin again on the next day, with what
 * they have.
 */
export async function closeDebts(app: AppContext, tx: Tx, by: string | null) {
  const cleared = (debit: string, credit: string, cents: number, payoutId: string | null = null): Transfer => ({
    ...{ kind: 'cleared', debit, credit, amount_cents: cents, key: `cleared:${payoutId ?? newId()}` },
    ...{ payout_id: payoutId, made_by: by },
  })
  const debts: Transfer[] = []
  for (const payout of await listUnsettled(tx))
    debts.push(cleared(await debtOf(tx, payout), accounts.cleared, payout.amount_cents, payout.id))
  const assets = (await listAssets(tx)).filter(({ cents }) => cents > 0)
  const closed = assets.map(({ account, cents }) => cleared(accounts.cleared, account, cents))
  await postTransfers(app, tx, [...debts, ...closed])
  const opening_on = plusDays(today(app), 1)
  for (const { id } of await listMoneyAccounts(tx)) {
    // What its bank has not booked yet comes with a line, but has no movement any more.
    const asks = (await table('statement_lines').find(tx, { account_id: id })) && { needs_opening: 1 }
    const opening = { opening_on, opening_cents: await sumOfPlace(tx, id), ...asks }
    await table('statement_accounts').update(tx, { id }, opening)
  }
}

async function debtOf(tx: Tx, { id, state, user_id }: PayoutTable) {
  const isMoving = state === 'sending' || state === 'sent'
  return isMoving ? clearingOf((await getNewestAttempt(tx, id)).money_account) : payableTo(user_id)
}
