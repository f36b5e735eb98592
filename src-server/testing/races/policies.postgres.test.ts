import { expect, test, vi } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { waitingControls } from '../test-support/controls.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Policies that owners change on two nodes. */

const ROUNDS = 4

const site = await twoNodesOfFile()
const owner = await site.onBoth(await site.one.staff())

const nodes = () => [site.one, site.other] as const
const newest = async () => {
  const [payouts] = await owner[0].api.admin.policies.list()
  return payouts?.version ?? 0
}

test('of two changes based on the same version one is stored, the other a conflict, and both nodes apply it', () =>
  rounds(ROUNDS, async (first, second) => {
    const base = await newest()
    const change = (by: Person, stuckMinutes: number) => () =>
      by.api.admin.policies.change({ name: 'payouts', base, values: { ...policyDefaults.payouts, stuckMinutes } })
    await onlyOne([change(owner[first], 100 + 2 * base), change(owner[second], 101 + 2 * base)])
    expect(await newest()).toBe(base + 1)
    const rows = await site.one.ctx.db
      .selectFrom('policies')
      .selectAll()
      .where('name', '=', 'payouts')
      .where('version', '=', base + 1)
      .execute()
    const stored: unknown = JSON.parse(rows[0]?.body ?? '')
    for (const { ctx } of nodes()) await vi.waitFor(() => expect(ctx.policies.get('payouts')).toEqual(stored))
  }))

test('of a confirmation and a take-back of looser controls by two owners one counts, the other is a conflict', async () => {
  const olga = await site.onBoth(await site.one.colleague('owner'))
  await rounds(ROUNDS, async (first, second) => {
    await site.other.ctx.policies.refresh()
    const id = await waitingControls(site.one, owner[0])
    await onlyOne([
      () => olga[first].api.admin.policies.confirm({ id }),
      () => owner[second].api.admin.policies.takeBack({ id }),
    ])
  })
})
