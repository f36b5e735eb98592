import { expect, test } from 'vitest'
import { atRate, publish } from '../testing/test-support/published-rates.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('returns the newest terms, those of an old version, and when each brand was last published', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const rateOf = async (version?: number) => {
    const { brands } = await owner.api.admin.rates.list({ version })
    return brands.find(({ slug }) => slug === 'apple')?.bands.map(({ rateBps }) => rateBps)
  }
  app.clock.advance(60_000)
  const first = app.ctx.catalogue.current.version
  await publish(app, owner, atRate(app, 'apple', 9_000))
  expect(await rateOf()).toEqual([9_000])
  expect(await rateOf(first)).toEqual([9_200])
  const { newest, lastChanges } = await owner.api.admin.rates.list({ version: first })
  expect(newest.version).toBe(first + 1)
  expect(lastChanges.apple).toBe(newest.madeAt)
  expect(Date.parse(lastChanges.steam ?? '')).toBeLessThan(Date.parse(newest.madeAt))
})

test('rejects a version that does not exist', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  await expect(owner.api.admin.rates.list({ version: 99 })).rejects.toThrow('There is no version 99.')
})
