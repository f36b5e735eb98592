import { expect, test } from 'vitest'
import { atRate, publish } from '../test-support/published-rates.ts'
import { outcomes, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Rates on two nodes. */

const site = await twoNodesOfFile()
const owner = await site.onBoth(await site.one.staff())

const versionOf = (at: 0 | 1) => [site.one, site.other][at]?.ctx.catalogue.current.version

test('nodes that start at once make one first version', async () => {
  const versions = await site.one.ctx.db.selectFrom('catalogue_versions').select('version').execute()
  expect(versions).toEqual([{ version: 1 }])
  expect([versionOf(0), versionOf(1)]).toEqual([1, 1])
})

test('20 publishes on one base over both nodes make one version', async () => {
  const base = versionOf(0) ?? 0
  const calls = Array.from({ length: 20 }, (_, at) => () => {
    const changes = [atRate(site.one, 'apple', 9000 + at)]
    return owner[at % 2 === 0 ? 0 : 1].api.admin.rates.publish({ base, changes, note: 'A test' })
  })
  const made = await outcomes(...calls)
  expect(made.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'conflict'), 'ok'])
  await expect.poll(() => [versionOf(0), versionOf(1)]).toEqual([base + 1, base + 1])
})

test('the other node quotes by a published rate without waiting for its next reading', async () => {
  const quote = async () =>
    (await site.other.request('POST', '/api/quote', { body: { cardBrand: 'steam', cardValue: 100 } })).json()
  await quote()
  await publish(site.one, owner[0], atRate(site.one, 'steam', 8100))
  // No clock moves, so that only the hint of the first node can cause the reading.
  await expect.poll(async () => (await quote()).payoutAmount).toBe(81)
})

test('a node that has not read a version yet accepts its quotes', async () => {
  const before = site.other.ctx.catalogue.current
  const rateIn = site.other.ctx.catalogue.rateIn
  const version = await publish(site.one, owner[0], atRate(site.one, 'visa', 8200))
  expect(before.version).toBeLessThan(version)
  expect(await rateIn(version, { slug: 'visa', valueCents: 10_000 })).toBe(8200)
  expect(await rateIn(version + 1, { slug: 'visa', valueCents: 10_000 })).toBeUndefined()
})
