import { expect, test } from 'vitest'
import { runRetention } from '../../operator/operations/retention.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aBoughtCard } from '../../testing/test-support/inventory.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { aClawback, aSettledProblem, reportWithPicture, today } from '../../testing/test-support/problems.ts'
import { createTestApp, customerPassword } from '../../testing/test-support/test-app.ts'

const DAY_MS = 24 * 60 * 60_000

test('an account is deleted only once its claw backs are repaid, and nothing about the person is left', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer('Dana Reyes'), await app.staff()]
  const { id, version, submissionId } = await aClawback(app, dana, boss)
  const remove = () => dana.api.account.deleteAccount({ password: customerPassword })
  await expect(remove()).rejects.toThrow(
    `You owe $92.00 for order ${submissionId}. You can delete your account once it is repaid.`,
  )
  const paid = { amount: 92, on: today(app), reference: 'From Dana' }
  await boss.api.admin.problems.recordRepayment({ id, version, ...paid })
  await aSettledProblem(app, boss, await aBoughtCard(app, dana, boss))
  await remove()
  const { db } = app.ctx
  const problems = await db.selectFrom('order_problems').selectAll().execute()
  expect(problems).toMatchObject([
    { owed_cents: 9200, note_encrypted: null, reason_encrypted: null },
    { owed_cents: 9200, note_encrypted: null, reason_encrypted: null },
  ])
  expect(JSON.stringify(await db.selectFrom('clawback_entries').selectAll().execute())).not.toContain('Dana')
  expect(await db.selectFrom('files').selectAll().where('problem_id', 'is not', null).execute()).toEqual([])
})

test('Clear All Data closes what sellers owe', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await aClawback(app, dana, boss)
  await boss.api.admin.data.clearAll()
  expect(await balancesOf(app)).toEqual({ 'cash:unassigned': -9200, cleared: 9200 })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('the pictures of a problem are purged some time after it was closed, not while the seller owes it', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { id, version } = await reportWithPicture(app, boss, submissionId)
  const evidence = async () =>
    (await app.ctx.db.selectFrom('files').select('id').where('problem_id', '=', id).execute()).length
  const decision = { decision: 'claw-back', reason: 'It was empty.' } as const
  const decided = await boss.api.admin.problems.decide({ id, version, ...decision })
  app.clock.advance((app.ctx.config.retentionDays + 1) * DAY_MS)
  await runRetention(app.ctx)
  expect(await evidence()).toBe(1)
  const fay = await app.colleague('finance')
  await fay.api.admin.problems.waive({ id, version: decided.version, note: 'Too old.' })
  app.clock.advance((app.ctx.config.retentionDays - 1) * DAY_MS)
  await runRetention(app.ctx)
  expect(await evidence()).toBe(1)
  const before = app.storage.objects.size
  app.clock.advance(2 * DAY_MS)
  expect((await runRetention(app.ctx)).photos).toBe(1)
  expect(await evidence()).toBe(0)
  expect(app.storage.objects.size).toBeLessThan(before)
  const { count } = await app.ctx.db
    .selectFrom('purges')
    .select((select) => select.fn.countAll().as('count'))
    .where('what', '=', 'photos')
    .where('subject_id', '=', submissionId)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThan(0)
})

test('staff who review or pay see the pictures, with an audit entry; support and other customers do not', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { evidence, submissionId } = await reportWithPicture(app, boss, await aBoughtCard(app, dana, boss))
  const picture = evidence[0]?.id ?? ''
  const read = async (as: Parameters<typeof app.request>[2]) =>
    (await app.request('GET', `/api/files/${picture}`, as)).statusCode
  const [rita, fay, sam] = [
    await app.colleague('reviewer'),
    await app.colleague('finance'),
    await app.colleague('support'),
  ]
  expect([await read({ as: rita }), await read({ as: fay }), await read({ as: boss })]).toEqual([200, 200, 200])
  expect([await read({ as: sam }), await read({ as: dana }), await read({ as: await app.customer() })]).toEqual([
    404, 404, 404,
  ])
  const views = await app.ctx.db
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'file.viewed')
    .where('object_id', '=', picture)
    .execute()
  expect(views.map(({ actor_id }) => actor_id).sort()).toEqual([rita.id, fay.id, boss.id].sort())
  expect(views.every(({ detail }) => detail === submissionId)).toBe(true)
})
