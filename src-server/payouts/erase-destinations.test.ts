import { expect, test } from 'vitest'
import { releaseAll } from '../testing/test-support/controls.ts'
import { aReturnedPayout } from '../testing/test-support/payouts.ts'
import { createWorld } from '../testing/test-support/world.ts'
import { eraseOldDestinations } from './erase-destinations.ts'

const YEAR_MS = 365 * 24 * 60 * 60_000

test('where a payout went is kept while it is owed again, and erased by age once its debt is closed', async () => {
  await using world = await createWorld()
  const { ctx, clock } = world.app
  const { id, version } = await aReturnedPayout(world)
  const destination = async () =>
    (await ctx.db.selectFrom('payouts').select('details_encrypted').where('id', '=', id).executeTakeFirstOrThrow())
      .details_encrypted
  clock.advance(YEAR_MS)
  expect(await eraseOldDestinations(ctx)).toBe(0)
  expect(await destination()).not.toBeNull()
  await world.owner.api.payouts.closeDebt({ id, version, note: 'The card was empty.' })
  await releaseAll(world.finance)
  expect(await eraseOldDestinations(ctx)).toBe(1)
  expect(await destination()).toBeNull()
})
