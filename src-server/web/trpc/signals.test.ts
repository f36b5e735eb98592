import { expect, test } from 'vitest'
import { openInventorySite } from '../../testing/test-support/inventory-site.ts'
import { itemSignals } from './signals.ts'

test('an open list gets the order of each card that is bought, disposed of or corrected', async () => {
  await using site = await openInventorySite()
  const abort = new AbortController()
  const id = await site.buy()
  const signals = itemSignals(site.app.ctx, abort.signal)
  const sold = await site.sell(id, {})
  expect((await signals.next()).value).toEqual({ id })
  const disposition = sold.dispositions[0]?.id ?? ''
  await site.boss.api.inventory.correct({ id, version: sold.version, disposition, note: 'A mistake.' })
  expect((await signals.next()).value).toEqual({ id })
  const next = await site.buy()
  expect((await signals.next()).value).toEqual({ id: next })
  abort.abort()
})
