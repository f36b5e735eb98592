import { expect, test } from 'vitest'
import { aBoughtCard } from '../testing/test-support/inventory.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { sumStockByBrand } from './list-items.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

test('a card changes its age after whole days, as its line in the list counts them, at any time of the day', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await aBoughtCard(app, dana, boss)
  const agesInStock = async () => {
    const { ages } = await sumStockByBrand(app.ctx)
    return Object.entries(ages).flatMap(([age, { count }]) => (count > 0 ? [age] : []))
  }
  app.clock.advance(3 * DAY_MS - MINUTE_MS)
  expect(await agesInStock()).toEqual(['0-2'])
  app.clock.advance(2 * MINUTE_MS)
  expect(await agesInStock()).toEqual(['3-7'])
  app.clock.advance(5 * DAY_MS - 2 * MINUTE_MS)
  expect(await agesInStock()).toEqual(['3-7'])
  app.clock.advance(2 * MINUTE_MS)
  expect(await agesInStock()).toEqual(['8-30'])
})
