import { lotMessages } from '#shared/lot.ts'
import type { RecordLotInput } from '#shared/lot-schema.ts'
import type { IdInput } from '#shared/text-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { InventoryItemTable, LotTable } from '../../platform/db/inventory-tables.ts'
import { conflict } from '../../platform/errors.ts'
import { lockItemFor } from '../lock-item.ts'
import { recordDisposition } from '../record-disposition.ts'
import { getLot, type LotRow, listLotRows, updateLot, updateLotItem } from './lot-queries.ts'
import { changeListing, countOf } from './make-lot.ts'

/** All or none of the given cards, by default of all that wait. A refused card is in stock again. */
export async function recordLot(ctx: CallContext, staff: Actor, input: RecordLotInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const lot = await getLot(tx, input.id)
    if (lot.state === 'made') throw conflict(lotMessages.notReleased)
    if (lot.state !== 'released') throw conflict(lotMessages.hasEnded)
    const rows = chosen(await listLotRows(tx, lot.id), input)
    if (input.outcome === 'paid' && lot.downloaded_at === null && rows.some(({ kept_until }) => kept_until !== null))
      throw conflict(lotMessages.downloadFirst)
    for (const row of rows) await record(app, tx, staff, { lot, row, input })
    const isOpen = (await listLotRows(tx, lot.id)).some(waits)
    await updateLot(tx, lot, {
      ...(!isOpen && { state: 'closed' }),
      ...(input.reference && { reference: input.reference }),
    })
    await audit(app, tx, staff, 'lot.recorded', lot.id, `${input.outcome}: ${countOf(rows.length)}`)
  })
}

/** Only before the download: its cards are in stock again. */
export async function cancelLot(ctx: CallContext, staff: Actor, { id }: IdInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const lot = await getLot(tx, id)
    if (lot.state !== 'made' && lot.state !== 'released') throw conflict(lotMessages.hasEnded)
    const rows = await listLotRows(tx, id)
    if (lot.downloaded_at !== null || rows.some(({ state }) => state === 'delivered' || state === 'paid'))
      throw conflict(lotMessages.isDownloaded)
    for (const row of rows.filter(waits))
      await takeBack(app, tx, row, (await lockItemFor(app, tx, staff, { id: row.submission_id })).item)
    await updateLot(tx, lot, { state: 'canceled' })
    await audit(app, tx, staff, 'lot.canceled', id)
  })
}

function waits({ state }: LotRow): boolean {
  return state === 'offered' || state === 'delivered'
}

function chosen(rows: readonly LotRow[], { items, outcome }: RecordLotInput): LotRow[] {
  const open = rows.filter((row) => (outcome === 'delivered' ? row.state === 'offered' : waits(row)))
  const missing = items?.find((id) => !open.some(({ submission_id }) => submission_id === id))
  if (missing !== undefined) throw conflict(lotMessages.notInLot(missing))
  const some = open.filter(({ submission_id }) => !items || items.includes(submission_id))
  if (some.length === 0) throw conflict(lotMessages.hasEnded)
  return some
}

type Recorded = { lot: LotTable; row: LotRow; input: RecordLotInput }

async function record(app: AppContext, tx: Tx, staff: Actor, { lot, row, input }: Recorded) {
  const { item } = await lockItemFor(app, tx, staff, { id: row.submission_id })
  if (input.outcome === 'refused') return takeBack(app, tx, row, item)
  if (item.state !== 'listed') throw conflict(lotMessages.withdrawn(row.submission_id))
  await updateLotItem(tx, row, input.outcome)
  if (input.outcome === 'delivered') return
  await recordDisposition(app, tx, staff, item, {
    kind: 'sold',
    buyerId: lot.buyer_id,
    amountCents: row.price_cents,
    ...{ reference: input.reference, account: input.account },
    lotId: lot.id,
  })
}

/** A card whose payout came back stays withdrawn. */
async function takeBack(app: AppContext, tx: Tx, row: LotRow, item: InventoryItemTable) {
  await updateLotItem(tx, row, 'refused')
  if (item.state === 'listed') await changeListing(app, tx, item, 'in-stock')
}
