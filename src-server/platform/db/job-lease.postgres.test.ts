import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { openTestDatabase } from '../../testing/test-support/test-database.ts'
import { MINUTE_MS } from '../clock.ts'
import { createLog } from '../logging/logger.ts'
import { runWithLease } from './job-lease.ts'

const log = createLog({ logLevel: 'silent', nodeName: undefined })

/** A job that runs until `end` is called. */
function longJob() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let started = () => {}
  const isStarted = new Promise<void>((resolve) => {
    started = resolve
  })
  const work = () => {
    started()
    return ended
  }
  return { work, end: () => end(), isStarted }
}

test('a job runs on one node at a time, and on any when it has ended or failed', async () => {
  await using db = await openTestDatabase()
  const ctx = { db, clock: createTestClock(), log }
  const first = longJob()
  const running = runWithLease(ctx, 'sweep', first.work)
  await first.isStarted
  expect(await runWithLease(ctx, 'sweep', () => Promise.reject(new Error('ran twice')))).toBe(false)
  expect(await runWithLease(ctx, 'retention', async () => {})).toBe(true)
  first.end()
  expect(await running).toBe(true)
  await expect(runWithLease(ctx, 'sweep', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await runWithLease(ctx, 'sweep', async () => {})).toBe(true)
})

test('a lease is renewed while the job runs; that of a dead node ends after five minutes', async () => {
  await using db = await openTestDatabase()
  const [clock, clockOfDeadNode] = [createTestClock(), createTestClock()]
  const job = longJob()
  const running = runWithLease({ db, clock, log }, 'alive', job.work)
  const dead = longJob()
  // Its clock stands still, so it never renews.
  const stuck = runWithLease({ db, clock: clockOfDeadNode, log }, 'dead', dead.work)
  await Promise.all([job.isStarted, dead.isStarted])
  const endsAt = async () =>
    (await db.selectFrom('job_leases').select('ends_at').where('job', '=', 'alive').executeTakeFirst())?.ends_at
  for (let minute = 1; minute <= 6; minute++) {
    const before = await endsAt()
    clock.advance(MINUTE_MS)
    await expect.poll(endsAt).not.toBe(before)
  }
  expect(await runWithLease({ db, clock, log }, 'alive', async () => {})).toBe(false)
  expect(await runWithLease({ db, clock, log }, 'dead', async () => {})).toBe(true)
  job.end()
  dead.end()
  await Promise.all([running, stuck])
})
