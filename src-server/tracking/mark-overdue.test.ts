import { expect, vi } from 'vitest'
import { MINUTE_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { worksAlone } from '../testing/test-support/controls.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { rowOf } from '../testing/test-support/rejected-order.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { markDueOrders, startOverdueMarks } from './mark-overdue.ts'

const lateMails = async (app: TestApp, { email }: Person) =>
  (await app.mails()).filter(({ to, subject }) => to === email && subject.includes('takes longer'))

/** A site that promises a decision within a minute. */
async function aHurriedSite(variables: Record<string, string> = {}) {
  const app = await createTestApp(variables)
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { promiseMinutes: 1 })
  return { app, dana, boss }
}

test('marks an order within 30 seconds of its due time, mails its customer once and shows it to both', async () => {
  const { app, dana, boss } = await aHurriedSite()
  await using _ = app
  const stop = startOverdueMarks(app.ctx)
  const id = await aSubmission(app, dana)
  app.clock.advance(MINUTE_MS)
  await vi.waitFor(async () => {
    app.clock.advance(0)
    expect((await rowOf(app, id)).overdue_at).not.toBeNull()
  })
  const { created_at, due_at, overdue_at } = await rowOf(app, id)
  expect(overdue_at).toBe(due_at)
  expect(Date.parse(due_at ?? '') - Date.parse(created_at)).toBe(MINUTE_MS)
  expect(await lateMails(app, dana)).toHaveLength(1)
  expect((await dana.api.transactions.get({ id })).tracking).toMatchObject({ overdueSince: due_at })
  expect(await boss.api.admin.submissions.waiting()).toMatchObject({ overdue: 1, oldestDue: { id } })
  const listed = async () => (await boss.api.admin.submissions.list({ list: 'overdue' })).data.map((each) => each.id)
  expect(await boss.api.admin.submissions.lists()).toContainEqual({ name: 'overdue', count: 1, overdue: 1 })
  expect(await listed()).toEqual([id])

  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  expect(await boss.api.admin.submissions.waiting()).toMatchObject({ overdue: 0 })
  expect(await listed()).toEqual([])
  expect((await dana.api.transactions.get({ id })).tracking).toBeUndefined()
  app.clock.advance(60 * MINUTE_MS)
  await markDueOrders(app.ctx)
  expect(await lateMails(app, dana)).toHaveLength(1)
  stop()
})

test('an undone decision on an overdue order sends no second mail', async () => {
  const { app, dana, boss } = await aHurriedSite()
  await using _ = app
  const submissionId = await aSubmission(app, dana)
  app.clock.advance(2 * MINUTE_MS)
  await markDueOrders(app.ctx)
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  await boss.api.admin.review.undoStatus({ submissionId, version })
  expect((await rowOf(app, submissionId)).overdue_at).not.toBeNull()
  await markDueOrders(app.ctx)
  expect(await lateMails(app, dana)).toHaveLength(1)
})

test('marks at the start what became due while the server was down, once', async () => {
  using folder = tempFolder()
  const variables = { DATA_DIR: folder.path, DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite` }
  const before = await aHurriedSite(variables)
  const id = await aSubmission(before.app, before.dana)
  await before.app[Symbol.asyncDispose]()

  for (const isFirst of [true, false]) {
    const app = await createTestApp(variables)
    app.clock.advance(5 * MINUTE_MS)
    const stop = startOverdueMarks(app.ctx)
    await vi.waitFor(async () => expect((await rowOf(app, id)).overdue_at).not.toBeNull())
    expect(await lateMails(app, before.dana)).toHaveLength(isFirst ? 1 : 0)
    stop()
    await app[Symbol.asyncDispose]()
  }
})

test('measures again after 20 new outcomes, without the hourly job', async ({ app }) => {
  await worksAlone(app)
  const [dana, boss] = [await app.customer(), await app.staff()]
  const stop = startOverdueMarks(app.ctx)
  for (let order = 0; order < 20; order++) {
    const submissionId = await aSubmission(app, dana)
    app.clock.advance(4 * MINUTE_MS)
    await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  }
  await vi.waitFor(() => expect(app.ctx.serviceTimes.decision('apple')).toMatchObject({ samples: 20 }))
  stop()
})
