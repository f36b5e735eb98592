import { inventoryMessages } from '#shared/inventory.ts'
import type { DisposeItemsInput } from '#shared/inventory-schema.ts'
import { askedAct } from '../controls/perform-act.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { idsOf } from '../platform/ids.ts'
import { lockItemFor, lockSellersOf } from './lock-item.ts'
import { recordOnce } from './record-once.ts'

/** All or none; amounts are of each card. A refusal names the first card that it is about. */
export const disposeItems = askedAct('cards', async (app, tx, staff, given: DisposeItemsInput, ask) => {
  const { items, ...input } = given
  const twice = items.find(({ id }, at) => items.findIndex((each) => each.id === id) !== at)
  if (twice) throw invalid('items', inventoryMessages.chosenTwice(twice.id))
  let recorded = 0
  await lockSellersOf(tx, idsOf(items))
  for (const { id, version } of items.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const isNew = await naming(id, items.length, async () =>
      recordOnce(app, tx, staff, await lockItemFor(app, tx, staff, { id }), { ...input, version }, ask),
    )
    if (isNew) recorded++
  }
  return { recorded, already: items.length - recorded }
})

/** A refusal names the card, where there are several. */
async function naming<Result>(id: string, count: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || count === 1) throw error
    const { code, message, detail } = error
    if (code === 'not_found') throw new AppError(code, inventoryMessages.noItem(id))
    throw code === 'bad_request' || code === 'conflict' ? new AppError(code, `${id}: ${message}`, detail) : error
  }
}
