import { expect, test } from 'vitest'
import type { ItemListInput } from '#shared/inventory-schema.ts'
import { openInventorySite } from '../testing/test-support/inventory-site.ts'
import { type PlanStep, planSteps } from '../testing/test-support/query-plans.ts'
import { listItems, sumStockByBrand } from './list-items.ts'
import { sumLots } from './lots/lot-queries.ts'

/**
 * Matches steps whose time grows with the tables. Reading an index in its order up to a limit is fine, and so is
 * sorting a page or the bounded matches of a search. There are few buyers and few counts.
 */
function isSlow({ step, query }: PlanStep): boolean {
  if (/^SCAN (inventory_items|dispositions|card_places|lot_items|lots|users|submissions)\b/.test(step))
    return !(step.includes('USING') && /\blimit\b/.test(query))
  return step.includes('USE TEMP B-TREE FOR ORDER BY') && !/ in \(select|in \(\?|union/.test(query)
}

const lists: Record<string, Partial<ItemListInput>> = {
  'all cards': {},
  'a page far back': { page: 400 },
  'what is in stock': { state: 'stock' },
  'what is in stock of an age': { state: 'stock', age: '3-7' },
  'what is in stock for long': { state: 'stock', age: 'older' },
  'what is in stock of a brand': { state: 'stock', brand: 'apple' },
  'what is in stock of a brand and an age': { state: 'stock', brand: 'apple', age: '8-30' },
  'what was disposed of': { state: 'disposed' },
  'what was disposed of of a brand': { state: 'disposed', brand: 'apple' },
  'an age': { age: '0-2' },
  'a search': { search: '6KRD' },
  'a search for a reference': { search: 'INV-20' },
  'a search for a buyer in stock': { search: 'resale', state: 'stock' },
}

test.each(Object.keys(lists))('reads no whole table of items for %s', async (name) => {
  await using site = await openInventorySite()
  await site.sell(await site.buy(), {})
  const steps = await planSteps(site.app, () => listItems(site.app.ctx, { page: 1, limit: 25, ...lists[name] }))
  expect(steps.filter(isSlow)).toEqual([])
})

test('reads no whole table of items for the stock by age and brand, and of cards for the sums of lots', async () => {
  await using site = await openInventorySite()
  const { ctx } = site.app
  for (const read of [() => sumStockByBrand(ctx), () => sumLots(ctx.db, ['LOT-1', 'LOT-2'])])
    expect((await planSteps(site.app, read)).filter(isSlow)).toEqual([])
})

test('detects a query without an index', async () => {
  await using site = await openInventorySite()
  const { db } = site.app.ctx
  const counted = await planSteps(site.app, () =>
    db.selectFrom('inventory_items').select('submission_id').where('version', '=', 7).execute(),
  )
  expect(counted.some(isSlow)).toBe(true)
})
