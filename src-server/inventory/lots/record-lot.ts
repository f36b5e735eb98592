import { lotMessages } from '#shared/lot.ts'
import type { ReceiveInput, RecordLotInput, WriteOffLotInput } from '#shared/lot-schema.ts'
import { formatCents, roundedCents, sumOf } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { IdInput } from '#shared/text-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { chosenOf, countOf } from '../../payouts/batch.ts'
import { withdrawItem } from '../../payouts/bought-item.ts'
import { updateItem } from '../../payouts/item-queries.ts'
import { sumUnsentOf } from '../../payouts/ledger/ledger-queries.ts'
import { findPayout } from '../../payouts/payout-queries.ts'
import { today } from '../../platform/days.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { InventoryItemTable, LotTable } from '../../platform/db/inventory-tables.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { type NewDisposition, standing } from '../disposition-amounts.ts'
import { listDispositions } from '../disposition-queries.ts'
import { correctDisposition, lockItemFor, lockSellersOf, recordDisposition } from '../record-disposition.ts'
import {
  endOrReopenLot,
  type LotRow,
  listLotRows,
  listOwedLots,
  lockLot,
  updateLot,
  updateLotItem,
  waits,
} from './lot-queries.ts'

/**
 * All or none of the given cards, by default of all that wait. A delivered card is sold, and its buyer owes the price;
 * a payment may be a part of it, for the first cards first. A refused card is in stock again, or to be checked.
 */
export const recordLot = askedAct('lot-outcome', async (app, tx, staff, input: RecordLotInput) => {
  const lot = await lockLot(tx, input.id)
  if (lot.state === 'made') throw conflict(lotMessages.notReleased)
  if (lot.state !== 'released') throw conflict(lotMessages.hasEnded)
  const { outcome, items: ids } = input
  const missing = (id: string) => conflict(lotMessages.notInLot(id))
  const open = (await listLotRows(tx, lot.id)).filter(waits)
  const rows = chosenOf(open, { ids, none: lotMessages.hasEnded, missing })
  if (outcome === 'paid' && lot.downloaded_at === null && rows.some(({ kept_until }) => kept_until !== null))
    throw conflict(lotMessages.downloadFirst)
  for (const row of rows) {
    if (outcome === 'refused') await takeBack(app, tx, staff, row)
    else if (row.state === 'offered') await deliver(app, tx, staff, lot, row)
  }
  if (outcome === 'paid') await settle(app, tx, staff, 'received', lot.buyer_id, rows, input)
  await endOrReopenLot(tx, lot.id, input.reference)
  await audit(app, tx, staff, 'lot.recorded', lot.id, `${outcome}: ${countOf(rows, 'card')}`)
})

/** Only before the download: its cards are in stock again. */
export async function cancelLot(ctx: CallContext, staff: Actor, { id }: IdInput) {
  await inTransaction(ctx, async (tx, app) => {
    const lot = await lockLot(tx, id)
    if (lot.state !== 'made' && lot.state !== 'released') throw conflict(lotMessages.hasEnded)
    const rows = await listLotRows(tx, id)
    if (lot.downloaded_at !== null || rows.some(({ state }) => state === 'delivered' || state === 'paid'))
      throw conflict(lotMessages.isDownloaded)
    for (const row of rows.filter(waits)) await takeBack(app, tx, staff, row)
    await updateLot(tx, lot, { state: 'canceled' })
    await audit(app, tx, staff, 'lot.canceled', id)
  })
}

/** Sells an offered card: its buyer owes the price. Number and code are kept until they have paid. */
export async function deliver(app: AppContext, tx: Tx, staff: Actor, lot: LotTable, row: LotRow) {
  const { item, mark } = await lockItemFor(app, tx, staff, { id: row.id })
  if (item.state !== 'listed') throw conflict(lotMessages.withdrawn(row.id))
  await updateLotItem(tx, row, 'delivered')
  const sale = { kind: 'sold', buyerId: lot.buyer_id, amountCents: row.price_cents, lotId: lot.id, mark } as const
  await recordDisposition(app, tx, staff, item, sale)
}

/** The sale of a delivered card is reversed. A card whose payout came back is withdrawn. */
async function takeBack(app: AppContext, tx: Tx, staff: Actor, row: LotRow) {
  const { item, mark } = await lockItemFor(app, tx, staff, { id: row.id })
  if (row.state === 'offered') {
    await updateLotItem(tx, row, 'refused')
    if (item.state === 'listed') await changeListing(app, tx, item, 'in-stock')
    return
  }
  const last = standing(await listDispositions(tx, row.id)).at(-1)
  if (last?.kind !== 'sold') throw conflict(lotMessages.paidInPart(row.id))
  const again = await correctDisposition(app, tx, staff, item, { id: last.id, note: '', mark })
  await withdrawUnpaid(app, tx, again)
}

/** Withdraws a card that is in stock again although its payout came back, or was never sent, while it was not. */
export async function withdrawUnpaid(app: AppContext, tx: Tx, { submission_id: id, payout_id }: InventoryItemTable) {
  const payout = await findPayout(tx, payout_id)
  if (payout && ['returned', 'failed', 'canceled'].includes(payout.state))
    await withdrawItem(app, tx, payout, id, await sumUnsentOf(tx, id))
}

type Settled = Omit<ReceiveInput, 'id'> & Pick<NewDisposition, 'note'>
const ends = { received: 'paid', unpaid: 'unpaid' } as const

/**
 * What a buyer pays of these cards, or never pays, for the first ones first, by default all that they owe; with the
 * last cent of a card its number and code are erased. `amount` and `fee` are dollars. A reference is of one payment.
 */
async function settle(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  kind: 'received' | 'unpaid',
  buyerId: string,
  rows: readonly LotRow[],
  { amount, fee = 0, on, ...payment }: Settled,
) {
  const owed = sumOf(rows, 'left_cents')
  const { reference } = payment
  const former = reference ? await table('dispositions').list(tx, { buyer_id: buyerId, kind, reference }) : []
  if (former.length > 0 && !(await table('dispositions').find(tx, { corrects: idsOf(former) })))
    throw conflict(lotMessages.isRecorded(reference ?? ''), { field: 'reference' })
  let [left, feeCents] = [amount === undefined ? owed : roundedCents(amount), roundedCents(fee)]
  if (left > owed) throw invalid('amount', lotMessages.beyondOwed(formatCents(owed)))
  if (feeCents > left) throw invalid('fee', lotMessages.feeTooHigh)
  if (on !== undefined && on > today(app)) throw invalid('on', statementMessages.dayToCome)
  for (const row of rows) {
    const amountCents = Math.min(left, row.left_cents)
    if (amountCents === 0) continue
    const { item, mark } = await lockItemFor(app, tx, staff, { id: row.id })
    if (amountCents === row.left_cents) await updateLotItem(tx, row, ends[kind])
    const part = { amountCents, feeCents: Math.min(feeCents, amountCents), ...payment, ...{ at: on, mark } }
    await recordDisposition(app, tx, staff, item, { kind, buyerId, lotId: row.lot_id, ...part })
    left -= amountCents
    feeCents -= part.feeCents
  }
}

async function owedRows(tx: Tx, lotId: string) {
  return (await listLotRows(tx, lotId)).filter(({ state }) => state === 'delivered')
}

/** A payment of a buyer for several lots, the oldest first. */
export const receivePayment = askedAct('buyer-payment', async (app, tx, staff, { id, ...payment }: ReceiveInput) => {
  await table('buyers').getLocked(tx, { id })
  const ids = await listOwedLots(tx, id)
  for (const lotId of ids.toSorted()) await lockLot(tx, lotId)
  const rows = (await Promise.all(ids.map((lotId) => owedRows(tx, lotId)))).flat()
  if (rows.length === 0) throw conflict(lotMessages.notOwed)
  await lockSellersOf(tx, idsOf(rows))
  await settle(app, tx, staff, 'received', id, rows, payment)
  for (const lotId of ids) {
    await endOrReopenLot(tx, lotId, payment.reference)
    await audit(app, tx, staff, 'lot.recorded', lotId, 'paid')
  }
})

/** What the buyer never pays of a lot is a loss. */
export const writeOffLot = askedAct('buyer-debt', async (app, tx, staff, input: WriteOffLotInput, ask) => {
  const { id, amount, note } = input
  const lot = await lockLot(tx, id)
  const rows = await owedRows(tx, id)
  const owed = sumOf(rows, 'left_cents')
  if (owed === 0) throw conflict(lotMessages.notOwed)
  if (roundedCents(amount) !== owed) throw conflict(lotMessages.debtChanged(formatCents(owed)), { field: 'amount' })
  for (const { left_cents: cents, approved_by: approvedBy, user_id: seller } of rows)
    ask({ kind: 'lot', id, cents, isLoss: true, approvedBy, seller })
  await settle(app, tx, staff, 'unpaid', lot.buyer_id, rows, { note })
  await endOrReopenLot(tx, id)
  await audit(app, tx, staff, 'lot.recorded', id, `unpaid: ${formatCents(owed)}`)
})

/** Lists a locked item in a lot, or takes it back; returns false if it has changed. */
export async function changeListing(app: AppContext, tx: Tx, item: InventoryItemTable, state: 'listed' | 'in-stock') {
  const isChanged = await updateItem(tx, item, { state })
  if (isChanged) await app.events.emit(tx, { name: 'item.changed', submissionIds: [item.submission_id] })
  return isChanged
}
