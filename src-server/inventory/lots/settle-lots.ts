import type { Buyer } from '#shared/inventory-schema.ts'
import { lotMessages } from '#shared/lot.ts'
import type { ReceiveInput, WriteOffLotInput } from '#shared/lot-schema.ts'
import { formatCents, roundedCents } from '#shared/money.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { viewBuyer } from '../buyers.ts'
import type { NewDisposition } from '../disposition-amounts.ts'
import { lockItemFor, lockSellersOf } from '../lock-item.ts'
import { recordDisposition } from '../record-disposition.ts'
import { endOrReopenLot, getLot, type LotRow, listLotRows, listOwedLots, updateLotItem } from './lot-queries.ts'

type Settled = Omit<ReceiveInput, 'id'> & Pick<NewDisposition, 'note'>
const ends = { received: 'paid', unpaid: 'unpaid' } as const

/**
 * What a buyer pays of these cards, or never pays, for the first ones first, by default all that they owe; with the
 * last cent of a card its number and code are erased. `amount` and `fee` are dollars.
 */
export async function settle(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  kind: 'received' | 'unpaid',
  buyerId: string,
  rows: readonly LotRow[],
  { amount, fee = 0, on, ...payment }: Settled,
): Promise<void> {
  const owed = sumOf(rows)
  let [left, feeCents] = [amount === undefined ? owed : roundedCents(amount), roundedCents(fee)]
  if (left > owed) throw invalid('amount', lotMessages.beyondOwed(formatCents(owed)))
  if (feeCents > left) throw invalid('fee', lotMessages.feeTooHigh)
  for (const row of rows) {
    const amountCents = Math.min(left, row.left_cents)
    if (amountCents === 0) continue
    const { item, mark } = await lockItemFor(app, tx, staff, { id: row.submission_id })
    if (amountCents === row.left_cents) await updateLotItem(tx, row, ends[kind])
    const part = { amountCents, feeCents: Math.min(feeCents, amountCents), ...payment, ...{ at: on, mark } }
    await recordDisposition(app, tx, staff, item, { kind, buyerId, lotId: row.lot_id, ...part })
    left -= amountCents
    feeCents -= part.feeCents
  }
}

const sumOf = (rows: readonly LotRow[]) => rows.reduce((sum, { left_cents }) => sum + left_cents, 0)

async function owedRows(tx: Tx, lotId: string): Promise<LotRow[]> {
  return (await listLotRows(tx, lotId)).filter(({ state }) => state === 'delivered')
}

/** A payment of a buyer for several lots, the oldest first. */
export async function receivePayment(ctx: CallContext, staff: Actor, { id, ...payment }: ReceiveInput): Promise<Buyer> {
  return inTransaction(ctx, async (tx, app) => {
    const buyer = await table('buyers').find(tx, { id })
    if (!buyer) throw notFound()
    const ids = await listOwedLots(tx, id)
    for (const lotId of ids.toSorted()) await getLot(tx, lotId)
    const rows = (await Promise.all(ids.map((lotId) => owedRows(tx, lotId)))).flat()
    if (rows.length === 0) throw conflict(lotMessages.notOwed)
    const cards = rows.map(({ submission_id }) => submission_id)
    await lockSellersOf(tx, cards)
    await settle(app, tx, staff, 'received', id, rows, payment)
    for (const lotId of ids) {
      await endOrReopenLot(tx, lotId, payment.reference ? { reference: payment.reference } : {})
      await audit(app, tx, staff, 'lot.recorded', lotId, 'paid')
    }
    return viewBuyer(tx, buyer)
  })
}

/** What the buyer never pays of a lot is a loss. */
export const writeOffLot = askedAct('buyer-debt', async (app, tx, staff, input: WriteOffLotInput, ask) => {
  const { id, amount, note } = input
  const lot = await getLot(tx, id)
  const rows = await owedRows(tx, id)
  const owed = sumOf(rows)
  if (owed === 0) throw conflict(lotMessages.notOwed)
  if (roundedCents(amount) !== owed) throw conflict(lotMessages.debtChanged(formatCents(owed)), { field: 'amount' })
  for (const { left_cents: cents, approved_by: approvedBy, user_id: seller } of rows)
    ask({ kind: 'lot', id, cents, isLoss: true, approvedBy, seller })
  await settle(app, tx, staff, 'unpaid', lot.buyer_id, rows, { note })
  await endOrReopenLot(tx, id)
  await audit(app, tx, staff, 'lot.recorded', id, `unpaid: ${formatCents(owed)}`)
})
