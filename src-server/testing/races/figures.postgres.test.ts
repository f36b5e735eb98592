import { expect, test } from 'vitest'
import { keepFigures, rebuildFigures } from '../../reports/keep-figures.ts'
import { aBoughtCard } from '../test-support/inventory.ts'
import { outcomes, rounds, type TwoNodes, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** The figures of the reports, kept by two nodes at once. */

const ROUNDS = 4

const site = await twoNodesOfFile()

test('two nodes that keep the figures at once add each transfer once', async () => {
  const [dana, boss] = [await site.one.customer(), await site.one.staff()]
  await rounds(ROUNDS, async () => {
    await aBoughtCard(site.one, dana, boss)
    const keep =
      ({ ctx }: TwoNodes['one']) =>
      () =>
        keepFigures(ctx)
    expect(await outcomes(keep(site.one), keep(site.other))).toEqual(['ok', 'ok'])
  })
  expect((await boss.api.admin.reports.business({})).total).toMatchObject({ bought: ROUNDS, paid: 92 * ROUNDS })
  expect((await rebuildFigures(site.other.ctx)).differences).toEqual([])
})

test('a rebuild beside the job finds nothing wrong', async () => {
  const [dana, boss] = [await site.one.customer(), await site.one.staff()]
  await rounds(ROUNDS, async () => {
    await aBoughtCard(site.one, dana, boss)
    const [rebuilt] = await Promise.all([rebuildFigures(site.one.ctx), keepFigures(site.other.ctx)])
    expect(rebuilt.differences).toEqual([])
  })
})
