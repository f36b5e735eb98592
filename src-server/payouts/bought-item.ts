import { isOurs } from '#shared/inventory.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'
import { findItem, findOpenLotOf, insertDisposition, stockState, updateItem } from './item-queries.ts'
import { accounts } from './ledger/accounts.ts'
import { postTransfers, signed } from './ledger/post-transfers.ts'
import type { PaidOrder } from './payout-queries.ts'

const NUMBER_END_LENGTH = 4

/**
 * Records that the card of a payout is bought: its item is new, or again what the order says after a former payout came
 * back: in stock, or listed while a lot waits for it. An item of which something was disposed only changes its payout.
 */
export async function recordBought(app: AppContext, tx: Tx, payout: PayoutTable, order: PaidOrder) {
  const item = await findItem(tx, order.id)
  if (item?.payout_id === payout.id && item.state !== 'withdrawn') return
  const bought = {
    payout_id: payout.id,
    approved_at: payout.approved_at,
    approved_by: payout.approved_by,
    bought_at: payout.sent_at ?? timestamp(app.clock),
  }
  if (item && item.state !== 'withdrawn') return void (await updateItem(tx, item, bought))
  const { id, card_value_cents: face } = order
  const cost = payout.amount_cents
  const isInLot = item !== undefined && (await findOpenLotOf(tx, id)) !== undefined
  const whole = {
    ...bought,
    brand: order.card_brand,
    face_cents: face,
    left_face_cents: face,
    cost_cents: cost,
    left_cost_cents: cost,
    state: isInLot ? ('listed' as const) : await stockState(tx, { submission_id: id, left_face_cents: face }),
    number_end: order.card_number_masked.slice(-NUMBER_END_LENGTH),
  }
  if (!item)
    return table('inventory_items').insert(tx, { submission_id: id, user_id: payout.user_id, version: 1, ...whole })
  await updateItem(tx, item, whole)
  await noteChange(app, tx, id, 'restocked')
}

/**
 * Withdraws the item of a payout that came back; not when something was disposed of it. The ledger account of cards has
 * then the cents that are owed for it, also when a former payout has bought it for another price.
 */
export async function withdrawItem(app: AppContext, tx: Tx, paid: PayoutTable, id: string, owed = paid.amount_cents) {
  const item = await findItem(tx, id)
  if (!item || item.payout_id !== paid.id || !isWhole(item)) return
  await updateItem(tx, item, { state: 'withdrawn', left_cost_cents: 0, left_face_cents: 0 })
  await noteChange(app, tx, id, 'withdrawn')
  const moved = signed(accounts.cards, accounts.margin, owed - item.left_cost_cents)
  const about = { key: `correction:${newId()}`, submission_id: id, made_by: null }
  if (moved.amount_cents > 0) await postTransfers(app, tx, [{ kind: 'correction', ...moved, ...about }])
}

/** Whether the card of an order was bought and something was done with it, so that it is not waiting for its payout. */
export async function isDisposed(tx: Tx, submissionId: string) {
  const item = await findItem(tx, submissionId)
  return item !== undefined && item.state !== 'withdrawn'
}

function isWhole({ state, face_cents, left_face_cents }: InventoryItemTable) {
  return (isOurs(state) || state === 'listed') && left_face_cents === face_cents
}

async function noteChange(app: AppContext, tx: Tx, submission_id: string, kind: 'withdrawn' | 'restocked') {
  const at = timestamp(app.clock)
  await insertDisposition(tx, { ...noMovement, id: newId(), submission_id, kind, at, made_at: at })
}

export const noMovement = { face_cents: 0, cost_cents: 0, amount_cents: 0, fee_cents: 0 }
