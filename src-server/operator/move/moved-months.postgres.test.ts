import path from 'node:path'
import { expect, test } from 'vitest'
import { monthMessages } from '#shared/month.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aBoughtCard } from '../../testing/test-support/inventory.ts'
import { aNovember, close, reopen } from '../../testing/test-support/months.ts'
import { createMoveTarget, makeSingleSite } from '../../testing/test-support/move-target.ts'
import { startRedisServer } from '../../testing/test-support/redis-server.ts'
import { startS3Server } from '../../testing/test-support/s3-server.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import type { TestApp } from '../../testing/test-support/test-app.ts'
import { createApp } from '../../web/app.ts'

test('closed and reopened months, waiting acts and partly paid lots are the same after a move', async () => {
  await using redis = await startRedisServer()
  await using store = await startS3Server()
  using folder = tempFolder()
  let cookie = ''
  const get = async ({ server }: Pick<TestApp, 'server'>, name: string) =>
    (await server.inject({ url: `/api/admin/${name}`, headers: { cookie } })).json()
  const read = (app: Pick<TestApp, 'server'>) =>
    Promise.all(['months', 'waiting-acts', 'inventory/buyers'].map((name) => get(app, name)))
  let before: unknown
  const shop = await makeSingleSite(path.join(folder.path, 'shop'), true, async (app) => {
    const own = await aNovember(app)
    const submissionId = await aBoughtCard(app, await app.customer(), own.boss)
    const { id } = await own.boss.api.lots.make({ buyer: 'Resale Inc.', items: [{ submissionId, price: 96 }] })
    await own.boss.api.lots.record({ id, outcome: 'delivered' })
    const [buyer] = await own.boss.api.inventory.buyers()
    await own.boss.api.inventory.receive({ id: buyer?.id ?? '', amount: 30 })
    for (const step of [close, reopen, close]) expect(await step(own)).toEqual(['released'])
    await own.fay.api.statements.moveMoney({ from: 'owner', to: own.bank, amount: 9000, on: '2026-12-01' })
    ;({ cookie } = await app.staff())
    before = await read(app)
  })
  const target = await createMoveTarget(shop, redis, store)
  await target.move()
  await using ctx = await target.serve(path.join(folder.path, 'node'))
  const { server } = await createApp(ctx)
  expect(await read({ server })).toEqual(before)
  expect(before).toMatchObject([{ months: [{}, { closing: {}, former: [{}] }] }, [{ kind: 'move' }], [{ owed: 66 }]])
  const payload = { from: 'owner', to: 'unassigned', amount: 1, on: '2026-11-20' }
  const refused = await server.inject({ method: 'POST', url: '/api/admin/money-moves', headers: { cookie }, payload })
  expect([refused.statusCode, refused.json().message]).toEqual([409, monthMessages.closed('2026-11')])
  expect((await verifyLedger(ctx.db)).problem).toBeUndefined()
  await server.close()
})
