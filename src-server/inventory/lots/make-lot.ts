import { lotMessages } from '#shared/lot.ts'
import type { LotDetail, MakeLotInput } from '#shared/lot-schema.ts'
import { formatCents, roundedCents } from '#shared/money.ts'
import { checkOwnOrder } from '../../accounts/staff-links.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { assertNoneWaits, countedCents, sumAlone } from '../../controls/act-queries.ts'
import { needsSecondPerson } from '../../controls/second-person.ts'
import { findItem, findOpenLotOf, updateItem } from '../../payouts/item-queries.ts'
import { DAY_MS, timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { InventoryItemTable } from '../../platform/db/inventory-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict, invalid } from '../../platform/errors.ts'
import { newId, newPrefixedId } from '../../platform/ids.ts'
import { lockSubmission } from '../../submissions/submission-queries.ts'
import { buyerNamed } from '../buyers.ts'
import { viewLot } from './list-lots.ts'

/**
 * Waits for a second person from the amount of the controls; what the maker sold alone in 24 hours counts. A repeat
 * with the same request key returns the same lot.
 */
export async function makeLot(ctx: CallContext, staff: Actor, input: MakeLotInput): Promise<LotDetail> {
  const { app } = ctx
  const items = sortedItems(input.items)
  const cents = items.reduce((sum, { price_cents }) => sum + price_cents, 0)
  const now = timestamp(app.clock)
  const made = { made_by: staff.id, made_at: now, request_key: input.requestKey ?? newId() }
  return inTransaction(ctx, async (tx) => {
    const lot = {
      ...made,
      id: newPrefixedId('LOT'),
      buyer_id: await buyerNamed(app, tx, staff, input.buyer),
      ...{ state: 'made' as const, version: 1 },
    }
    if (!(await table('lots').insertOnce(tx, lot))) {
      const former = await table('lots').find(tx, { made_by: made.made_by, request_key: made.request_key })
      if (!former) throw new Error('A lot was made with this request key and cannot be found.')
      return viewLot(app, tx, staff, former.id)
    }
    let counted = 0
    for (const { submission_id, price_cents } of items) {
      const { left_face_cents: face_cents, left_cost_cents: cost_cents } = await offer(app, tx, staff, submission_id)
      counted += countedCents({ face_cents, cost_cents, price_cents })
      await table('lot_items').insert(tx, { lot_id: lot.id, submission_id, price_cents, state: 'offered' })
    }
    // After the locks of the cards, as other sales of this person do.
    counted += await sumAlone(tx, staff.id, timestamp(app.clock, -DAY_MS))
    if (!needsSecondPerson(app, counted))
      await table('lots').update(tx, { id: lot.id }, { state: 'released', released_at: now })
    await audit(app, tx, staff, 'lot.made', lot.id, `${countOf(items.length)}, ${formatCents(cents)}`)
    return viewLot(app, tx, staff, lot.id)
  })
}

/** So that two calls do not wait for each other. */
function sortedItems(items: MakeLotInput['items']) {
  const sorted = items
    .map(({ submissionId, price }) => ({ submission_id: submissionId, price_cents: roundedCents(price) }))
    .toSorted((one, other) => (one.submission_id < other.submission_id ? -1 : 1))
  const twice = sorted.find(({ submission_id }, at) => submission_id === sorted[at + 1]?.submission_id)
  if (twice) throw invalid('items', lotMessages.twice(twice.submission_id))
  return sorted
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

/** '1 card', '25 cards' */
export function countOf(cards: number): string {
  return cards === 1 ? '1 card' : `${cards} cards`
}

/** Lists a locked item in a lot, or takes it back; returns false if it has changed. */
export async function changeListing(
  app: AppContext,
  tx: Tx,
  item: Pick<InventoryItemTable, 'submission_id' | 'version'>,
  state: 'listed' | 'in-stock',
): Promise<boolean> {
  const isChanged = await updateItem(tx, item, { state })
  if (isChanged) await app.events.emit(tx, { name: 'item.changed', submissionIds: [item.submission_id] })
  return isChanged
}
