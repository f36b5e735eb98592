import { LOT_REPEAT_MINUTES, type LotDownload, lotMessages } from '#shared/lot.ts'
import type { DownloadLotInput, Lot, LotContent, LotDetail, LotListInput, MakeLotInput } from '#shared/lot-schema.ts'
import { formatCents, roundedCents, sumOf } from '#shared/money.ts'
import { recoveryProblems } from '#shared/recovery.ts'
import type { IdInput } from '#shared/text-schema.ts'
import type { ReleaseActInput } from '#shared/waiting-act-schema.ts'
import { getUser } from '../../accounts/account-queries.ts'
import { requireScope } from '../../accounts/api-tokens/find-token-holder.ts'
import { auditOwnOrder, checkOwnOrder } from '../../accounts/staff-links.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { assertNoneWaits, countedCents, sumAlone } from '../../controls/act-queries.ts'
import { assertMayRelease, needsSecondPerson } from '../../controls/second-person.ts'
import { countOf, inOrder, insertBatch, newBatch } from '../../payouts/batch.ts'
import { findItem, findOpenLotOf } from '../../payouts/item-queries.ts'
import { decimalFromCents } from '../../payouts/paypal/payment-fields.ts'
import { timestamp } from '../../platform/clock.ts'
import { assertStillAllowed, type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { LotTable } from '../../platform/db/inventory-tables.ts'
import { table } from '../../platform/db/table.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { fieldsOf, moneyOf, personOf } from '../../platform/without-nulls.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../submissions/csv-file.ts'
import { lockSubmission } from '../../submissions/submission-queries.ts'
import { buyerNamed } from '../buyers.ts'
import { getNamedLot, type LotRow, listLotPage, listLotRows, lockLot, sumLots, updateLot } from './lot-queries.ts'
import { changeListing, deliver } from './record-lot.ts'

/**
 * Waits for a second person from the amount of the controls; what the maker sold alone in 24 hours counts. A repeat
 * with the same request key returns the same lot.
 */
export async function makeLot(ctx: CallContext, staff: Actor, input: MakeLotInput): Promise<LotDetail> {
  const items = inOrder(input.items.map(({ submissionId: id, price }) => ({ id, price_cents: roundedCents(price) })))
  const twice = items.find(({ id }, at) => id === items[at + 1]?.id)
  if (twice) throw invalid('items', lotMessages.twice(twice.id))
  return inTransaction(ctx, async (tx, app) => {
    const buyer_id = await buyerNamed(app, tx, staff, input.buyer)
    const made = { ...newBatch(app, staff, 'LOT', input.requestKey), buyer_id, state: 'made', version: 1 } as const
    const { batch: lot, isRepeat } = await insertBatch(tx, table('lots'), made)
    if (isRepeat) return viewLot(app, staff, lot, tx)
    let counted = 0
    for (const { id, price_cents } of items) {
      const { left_face_cents: face_cents, left_cost_cents: cost_cents } = await offer(app, tx, staff, id)
      counted += countedCents({ face_cents, cost_cents, price_cents })
      await table('lot_items').insert(tx, { lot_id: lot.id, submission_id: id, price_cents, state: 'offered' })
    }
    // After the locks of the cards, as other sales of this person do.
    counted += await sumAlone(app, tx, staff.id)
    if (!needsSecondPerson(app, counted))
      await table('lots').update(tx, { id: lot.id }, { state: 'released', released_at: lot.made_at })
    const detail = `${countOf(items, 'card')}, ${formatCents(sumOf(items, 'price_cents'))}`
    await audit(app, tx, staff, 'lot.made', lot.id, detail)
    return viewLot(app, staff, lot, tx)
  })
}

async function offer(app: AppContext, tx: Tx, staff: Actor, id: string) {
  const order = await lockSubmission(tx, id)
  const item = order && (await findItem(tx, id))
  if (!item) throw new AppError('not_found', lotMessages.unknownItem(id))
  await checkOwnOrder(app, tx, staff, { permission: 'pay', customerId: order.user_id })
  await assertNoneWaits(tx, 'card', id)
  const lotId = await findOpenLotOf(tx, id)
  if (lotId !== undefined) throw conflict(lotMessages.inLot(id, lotId))
  if (item.state !== 'in-stock' || !(await changeListing(app, tx, item, 'listed')))
    throw conflict(lotMessages.notInStock(id))
  return item
}

/** Newest first. */
export async function listLots({ db }: AppContext, input: LotListInput) {
  const { rows, pagination } = await listLotPage(db, input)
  const sumsOf = await sumLots(db, idsOf(rows))
  return { data: rows.map((row) => view(row, sumsOf)), pagination }
}

/** With its cards as they are now, for this person. */
export async function viewLot(app: AppContext, staff: { id: string }, { id }: IdInput, db: Db = app.db) {
  const row = await getNamedLot(db, id)
  const items = (await listLotRows(db, id)).map(itemView)
  return { ...view(row, await sumLots(db, [id])), items, download: downloadOf(row, staff.id, timestamp(app.clock)) }
}

function downloadOf(lot: LotTable, staffId: string, now: string): LotDownload {
  const { state, downloaded_by, downloaded_at } = lot
  if (state === 'made') return 'waiting'
  if (state !== 'released') return 'closed'
  if (downloaded_at === null) return 'ready'
  const until = Date.parse(downloaded_at) + LOT_REPEAT_MINUTES * 60_000
  return downloaded_by === staffId && Date.parse(now) < until ? 'again' : 'done'
}

function itemView(row: LotRow): LotDetail['items'][number] {
  return {
    ...fieldsOf(row, 'submission_id', 'number_end', 'state', 'item_state', 'card_type as brand'),
    ...moneyOf(row, 'face_cents as faceValue', 'cost_cents', 'price_cents', 'left_cents as owed'),
    ...(row.state !== 'delivered' && { owed: 0 }),
    isKept: row.kept_until !== null,
  }
}

type Named = Awaited<ReturnType<typeof getNamedLot>>
function view(row: Named, sumsOf: Awaited<ReturnType<typeof sumLots>>): Lot {
  const { left: owed, ...totals } = sumsOf(row.id)
  return {
    ...fieldsOf(row, 'id', 'state', 'reference', 'made_at', 'released_at', 'downloaded_at'),
    buyer: fieldsOf(row, 'buyer_id as id', 'buyer_name as name'),
    madeBy: fieldsOf(row, 'made_by as id', 'made_by_name as name'),
    releasedBy: personOf(row.released_by, row.released_by_name),
    downloadedBy: personOf(row.downloaded_by, row.downloaded_by_name),
    ...totals,
    owed,
  }
}

/** Its maker may release it only while no one else may, and repeats the sum. */
export async function releaseLot(ctx: CallContext, staff: Actor, { id, amount }: ReleaseActInput) {
  await inTransaction(ctx, async (tx, app) => {
    const lot = await lockLot(tx, id)
    if (lot.state !== 'made') throw conflict(lotMessages.notMade)
    const cents = sumOf(await listLotRows(tx, id), 'price_cents')
    const detail = await assertMayRelease(app, tx, staff, { askedBy: lot.made_by, cents, amount })
    await updateLot(tx, lot, { state: 'released', released_by: staff.id, released_at: timestamp(app.clock) })
    await audit(app, tx, staff, 'lot.released', id, detail)
  })
}

const head = ['Order', 'Brand', 'Face value', 'Price', 'Number', 'Code']

/**
 * Returns the stored numbers and codes once, and delivers the cards; the person who got them can repeat an interrupted
 * download for some minutes. The audit log has each card before. `countReveals` throws at the limit of the caller.
 */
export async function downloadLot(
  ctx: CallContext,
  staff: Actor,
  { id, currentPassword }: DownloadLotInput,
  countReveals: (cards: number) => Promise<void>,
): Promise<LotContent> {
  const { app } = ctx
  await assertStillAllowed(ctx)
  requireScope(staff, 'submissions:reveal')
  const { password_hash } = await getUser(app.db, staff.id)
  if (!(await app.passwords.verify(password_hash, currentPassword)))
    throw invalid('currentPassword', recoveryProblems.wrongCurrentPassword.message)
  const asked = await lockLot(app.db, id)
  await assertReadable(app, app.db, staff, asked)
  if (asked.downloaded_at === null) await countReveals((await listLotRows(app.db, id)).filter(isKept).length)
  return inTransaction(ctx, async (tx) => {
    const lot = await lockLot(tx, id)
    const isAgain = await assertReadable(app, tx, staff, lot)
    const lines: string[] = []
    for (const row of (await listLotRows(tx, id)).filter(isReadable)) {
      lines.push(await lineOf(app, tx, staff, row))
      if (row.state === 'offered') await deliver(app, tx, staff, lot, row)
    }
    if (lines.length === 0) throw conflict(lotMessages.hasEnded)
    if (!isAgain) await updateLot(tx, lot, { downloaded_by: staff.id, downloaded_at: timestamp(app.clock) })
    await audit(app, tx, staff, 'lot.downloaded', id, countOf(lines, 'card', isAgain))
    return {
      lot: await viewLot(app, staff, { id }, tx),
      name: `${id}.csv`,
      content: BYTE_ORDER_MARK + csvLine(head) + lines.join(''),
    }
  })
}

/** Returns whether this person has downloaded it before. @throws AppError when they cannot have it now */
async function assertReadable(app: AppContext, db: CallContext['app']['db'], staff: Actor, lot: LotTable) {
  const download = downloadOf(lot, staff.id, timestamp(app.clock))
  if (download === 'waiting') throw conflict(lotMessages.notReleased)
  if (download === 'closed') throw conflict(lotMessages.hasEnded)
  if (download === 'done' && lot.downloaded_by !== null)
    throw conflict(lotMessages.downloaded((await getUser(db, lot.downloaded_by)).name))
  return download === 'again'
}

/** It is delivered, or offered and its payout has not come back. */
function isReadable({ state, item_state }: LotRow) {
  return state === 'delivered' || (state === 'offered' && item_state === 'listed')
}

function isKept(row: LotRow) {
  return isReadable(row) && row.kept_until !== null
}

async function lineOf(app: AppContext, tx: Tx, staff: Actor, row: LotRow) {
  const order = await lockSubmission(tx, row.submission_id)
  if (!order) throw notFound()
  const auditOrder = await auditOwnOrder(app, tx, staff, 'pay', order)
  const isHeld = order.kept_until !== null
  if (isHeld) await auditOrder('submission.revealed', `cardNumber and securityCode, ${row.lot_id}`)
  const secret = (column: 'card_number_encrypted' | 'security_code_encrypted') =>
    (isHeld && textIn(app.keyring, 'submissions', order, column)) || ''
  return csvLine([
    order.id,
    order.card_type,
    decimalFromCents(row.offered_face_cents),
    decimalFromCents(row.price_cents),
    secret('card_number_encrypted'),
    secret('security_code_encrypted'),
  ])
}
