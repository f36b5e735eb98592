import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#migrations/0041-disabled-holds.ts'
import { anApproval, livePayoutOf } from '../test-support/payouts.ts'
import { createTestApp } from '../test-support/test-app.ts'

test('payouts of customers who were disabled before are held, those of all others stay as they are', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  const [dana, tom, boss] = [await app.customer(), await app.customer('Tom Okafor'), await app.staff()]
  const [own, other] = [await anApproval(app, dana, boss), await anApproval(app, tom, boss)]
  const disabled_at = app.clock.now().toISOString()
  await db.updateTable('users').set({ disabled_at }).where('id', '=', dana.id).execute()
  await up(db as unknown as Kysely<never>)
  expect(await livePayoutOf(app, own.submissionId)).toMatchObject({ state: 'held', version: 2 })
  expect(await livePayoutOf(app, other.submissionId)).toMatchObject({ state: 'ready', version: 1 })
  const { holds } = await boss.api.payouts.get({ id: own.payoutId })
  expect(holds).toMatchObject([{ kind: 'account-disabled', madeAt: disabled_at }])
  expect((await boss.api.payouts.totals()).held).toEqual({ count: 1, amount: 92 })
})
