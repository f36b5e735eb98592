import { expect, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { createClockGuard, jobs, startScheduledJobs } from './scheduled-jobs.ts'

const PATIENCE = { timeout: 20_000 }
const warning = 'the clock is days ahead of the last known time'

/** Data that a wrong clock would delete: number and photo of a final submission, sessions, an unattached photo. */
async function leftIn(app: TestApp) {
  const { db } = app.ctx
  const numbers = await db
    .selectFrom('submissions')
    .select('id')
    .where('card_number_encrypted', 'is not', null)
    .execute()
  const sessions = await db.selectFrom('sessions').select('user_id').execute()
  const files = await db.selectFrom('files').select('id').execute()
  return { numbers: numbers.length, isSignedIn: sessions.length > 0, files: files.length }
}

async function aSiteWithAnEndedSubmission(): Promise<TestApp> {
  const app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed', version: 1 })
  await anUpload(app, customer)
  return app
}

test('pauses deletion by age for an hour when the clock is 31 days ahead at the start', async () => {
  await using app = await aSiteWithAnEndedSubmission()
  const before = await leftIn(app)
  expect(before).toEqual({ numbers: 1, isSignedIn: true, files: 2 })
  app.clock.advance(31 * DAY_MS)
  const stop = startScheduledJobs(app.ctx)
  await vi.waitFor(() => expect(app.log()).toContain(warning), PATIENCE)
  expect(await leftIn(app)).toEqual(before)
  app.clock.advance(HOUR_MS)
  await vi.waitFor(async () => expect(await leftIn(app)).toEqual({ numbers: 0, isSignedIn: false, files: 0 }), PATIENCE)
  stop()
})

test('deletes nothing when the clock is corrected within the hour', async () => {
  await using app = await aSiteWithAnEndedSubmission()
  const before = await leftIn(app)
  app.clock.advance(31 * DAY_MS)
  const guard = createClockGuard(app.ctx)
  expect(await guard.isTrusted()).toBe(false)
  app.clock.set(app.clock.now().getTime() - 31 * DAY_MS)
  expect(await guard.isTrusted()).toBe(true)
  expect(await leftIn(app)).toEqual(before)
})

test('recent audit entries with the wrong time do not make the clock trusted after a restart', async () => {
  await using app = await aSiteWithAnEndedSubmission()
  app.clock.advance(31 * DAY_MS)
  expect(await createClockGuard(app.ctx).isTrusted()).toBe(false)
  app.clock.advance(10 * 60 * 1000)
  await app.staff()
  expect(await createClockGuard(app.ctx).isTrusted()).toBe(false)
})

test('entries of an earlier jump do not make the same wrong time trusted', async () => {
  await using app = await aSiteWithAnEndedSubmission()
  const start = app.clock.now().getTime()
  for (const time of [start + 31 * DAY_MS, start + HOUR_MS]) {
    app.clock.set(time)
    await app.staff()
  }
  app.clock.set(start + 31 * DAY_MS + 2 * HOUR_MS)
  expect(await createClockGuard(app.ctx).isTrusted()).toBe(false)
})

test('detects a jump while the server runs, and accepts a night without requests', async () => {
  await using app = await aSiteWithAnEndedSubmission()
  const guard = createClockGuard(app.ctx)
  for (const days of [0, 1, 2]) {
    app.clock.advance(days * DAY_MS)
    expect(await guard.isTrusted()).toBe(true)
  }
  app.clock.advance(2 * DAY_MS + 1)
  expect(await guard.isTrusted()).toBe(false)
  app.clock.advance(HOUR_MS)
  expect(await guard.isTrusted()).toBe(true)
})

test('trusts the clock of an empty site', async ({ app }) => {
  expect(await createClockGuard(app.ctx).isTrusted()).toBe(true)
  expect(app.log()).not.toContain(warning)
})

test('logs and counts a failed job and runs all others', async () => {
  await using app = await aSiteWithAnEndedSubmission()
  app.clock.advance(31 * DAY_MS)
  await app.staff()
  const broken = { name: 'broken', run: () => Promise.reject(new Error('no such table')) }
  const stop = startScheduledJobs(app.ctx, [broken, ...jobs, broken])
  app.clock.advance(HOUR_MS)
  await vi.waitFor(() => expect(app.ctx.jobRuns.counts().get('broken')?.failed).toBeGreaterThan(1), PATIENCE)
  await vi.waitFor(async () => expect(await leftIn(app)).toMatchObject({ numbers: 0, files: 0 }), PATIENCE)
  for (const { name } of jobs)
    await vi.waitFor(() => expect(app.ctx.jobRuns.counts().get(name)?.succeeded).toBeGreaterThan(0), PATIENCE)
  expect(app.log()).toContain('"job":"broken"')
  expect(app.log()).toContain('no such table')
  stop()
})

test('a long job delays no other job and does not overlap itself', async ({ app }) => {
  let [started, others, lasts] = [0, 0, 0]
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const long = {
    name: 'long',
    isLong: true as const,
    run: () => {
      started++
      return ended
    },
  }
  const other = { name: 'other', run: async () => void others++ }
  // Starts once `other` has returned its lease, without which the next hour would not run it.
  const last = { name: 'last', run: async () => void lasts++ }
  const stop = startScheduledJobs(app.ctx, [long, other, last])
  await vi.waitFor(() => expect([others, lasts]).toEqual([1, 1]), PATIENCE)
  app.clock.advance(HOUR_MS)
  await vi.waitFor(() => expect(others).toBe(2), PATIENCE)
  expect(started).toBe(1)
  end()
  await vi.waitFor(() => expect(app.ctx.jobRuns.counts().get('long')?.succeeded).toBe(1), PATIENCE)
  stop()
})
