import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { withdrawItem } from '../../payouts/bought-item.ts'
import { accounts } from '../../payouts/ledger/accounts.ts'
import { sumUnsentOf } from '../../payouts/ledger/ledger-queries.ts'
import { postTransfers } from '../../payouts/ledger/post-transfers.ts'
import { findPayout } from '../../payouts/payout-queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InventoryItemTable } from '../../platform/db/inventory-tables.ts'
import { newId } from '../../platform/ids.ts'

/**
 * Withdraws a card that is in stock again although its payout came back while its buyer had it. `cards` has then what a
 * payout of the order still costs; the debt that ended meanwhile was booked against `margin`.
 */
export async function withdrawUnpaid(app: AppContext, tx: Tx, staff: Actor, item: InventoryItemTable): Promise<void> {
  const { submission_id: id, left_cost_cents: cost } = item
  const payout = await findPayout(tx, item.payout_id)
  if (!payout || (payout.state !== 'returned' && payout.state !== 'failed')) return
  if (!(await withdrawItem(app, tx, payout, { id }))) return
  const cents = (await sumUnsentOf(tx, id)) - cost
  if (cents === 0) return
  const [debit, credit] = cents > 0 ? [accounts.cards, accounts.margin] : [accounts.margin, accounts.cards]
  const about = { submission_id: id, payout_id: null, made_by: staff.id }
  const transfer = { kind: 'correction', debit, credit, amount_cents: Math.abs(cents) } as const
  await postTransfers(app, tx, [{ ...transfer, key: `correction:${newId()}`, ...about }])
}
