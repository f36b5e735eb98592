import { expect, test } from 'vitest'
import { problemMessages } from '#shared/problem.ts'
import { aClawback, today } from '../../testing/test-support/problems.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

test('a change of a problem on an old version is a conflict and changes nothing', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { id, version } = await aClawback(app, dana, boss)
  const { problems } = boss.api.admin
  const old = { id, version: version - 1 }
  for (const call of [
    () => problems.recordRepayment({ ...old, amount: 30, on: today(app), reference: 'WIRE-1' }),
    () => problems.waive({ ...old, note: 'It was our mistake.' }),
  ])
    await expect(call()).rejects.toMatchObject({ message: problemMessages.changed, cause: { code: 'conflict' } })
  const rows = app.ctx.db.selectFrom('order_problems').select(['version', 'left_cents'])
  expect(await rows.execute()).toEqual([{ version, left_cents: 9200 }])
})
