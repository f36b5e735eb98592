import { afterEach, expect, vi } from 'vitest'
import { jobs } from '../../operator/jobs/scheduled-jobs.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { emitEvents } from '../../testing/test-support/emit-events.ts'
import { created, openJournalSite } from '../../testing/test-support/journal-site.ts'
import { DAY_MS, MINUTE_MS, timestamp } from '../clock.ts'
import { startDueWork } from './due-work.ts'
import { findNewestNumber } from './journal-queries.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('an event during a run causes one more run after it', async ({ app }) => {
  let endFirst = () => {}
  const first = new Promise<undefined>((resolve) => {
    endFirst = () => resolve(undefined)
  })
  const run = vi.fn(async (): Promise<string | undefined> => undefined).mockReturnValueOnce(first)
  const { wake, stop } = startDueWork(app.ctx, { run, wakesOn: ['resync'], failure: 'failed' })
  wake()
  wake()
  expect(run).toHaveBeenCalledTimes(1)
  endFirst()
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  await stop()
  wake()
  expect(run).toHaveBeenCalledTimes(2)
})

test('events after a run share the next one', async ({ app }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const run = vi.fn(async (): Promise<string | undefined> => undefined)
  const { stop } = startDueWork(app.ctx, { run, wakesOn: ['policy.changed'], failure: 'failed' })
  for (let count = 0; count < 20; count++) await emitEvents(app.ctx, { name: 'policy.changed', policy: 'reviews' })
  expect(run).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  await stop()
  vi.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledTimes(2)
})

test('runs when the next work is due, and looks again within the hour when that is months away', async ({ app }) => {
  const dueIn = [10_000, 90 * DAY_MS]
  const waits: number[] = []
  const clock = {
    ...app.clock,
    after: (ms: number, work: () => void) => {
      waits.push(ms)
      return app.clock.after(ms, work)
    },
  }
  const run = vi.fn(async () => {
    const ms = dueIn.shift()
    return ms === undefined ? undefined : timestamp(clock, ms)
  })
  const { stop } = startDueWork({ ...app.ctx, clock }, { run, wakesOn: [], failure: 'failed' })
  await vi.waitFor(() => expect(waits).toEqual([10_000]))
  app.clock.advance(10_000)
  await vi.waitFor(() => expect(waits).toEqual([10_000, 60 * 60_000]))
  await stop()
})

test('a run that throws is logged once and repeated until one succeeds', async ({ app }) => {
  const down = new Error('database is down')
  const run = vi
    .fn(async (): Promise<string | undefined> => undefined)
    .mockRejectedValueOnce(down)
    .mockRejectedValueOnce(down)
  const error = vi.fn()
  const ctx = { ...app.ctx, log: { ...app.ctx.log, error } }
  const { stop } = startDueWork(ctx, { run, wakesOn: [], failure: 'could not do it' })
  for (const runs of [2, 3])
    await vi.waitFor(() => {
      app.clock.advance(10_000)
      expect(run).toHaveBeenCalledTimes(runs)
    })
  expect(error.mock.calls).toEqual([[{ err: down }, 'could not do it']])
  await stop()
})

const resync = { name: 'resync' }

test('a number that is missing delays no later one and is delivered when its transaction commits', async () => {
  await using site = await openJournalSite()
  const node = await site.startNode()
  await site.commit(1)
  await site.commit(4)
  await site.advance(1_000)
  expect(node.heard).toEqual([1, 4].map(created))
  await site.advance(28_000)
  await site.commit(3)
  await site.advance(1_000)
  await site.commit(2)
  await site.commit(5)
  await site.advance(1_000)
  expect(node.heard).toEqual([1, 4, 3, 2, 5].map(created))
  await site.advance(1_000)
  expect(node.heard).toHaveLength(5)
})

test('a number that stays missing is given up 30 seconds after this node saw that it was', async () => {
  await using site = await openJournalSite()
  const node = await site.startNode()
  await site.commit(2)
  await site.advance(1_000)
  await site.advance(29_000)
  await site.advance(1_000)
  await site.advance(1_000)
  await site.commit(1)
  await site.advance(1_000)
  expect(node.heard).toEqual([created(2)])
})

test('a missing number is not given up while the database cannot be read', async () => {
  await using site = await openJournalSite()
  const node = await site.startNode()
  await site.commit(2)
  await site.advance(1_000)
  await site.breakJournal()
  for (let failure = 0; failure < 5; failure++) await site.advance(15_000)
  await site.repairJournal()
  await site.commit(1)
  await site.advance(MINUTE_MS)
  expect(node.heard).toEqual([2, 1].map(created))
})

test('a new node delivers no old rows, but those of transactions that were open when it started', async () => {
  await using site = await openJournalSite()
  for (const id of [1, 2, 4]) await site.commit(id)
  const node = await site.startNode()
  await site.advance(1_000)
  expect(node.heard).toEqual([])
  await site.commit(3)
  await site.commit(5)
  await site.advance(1_000)
  expect(node.heard).toEqual([3, 5].map(created))
})

test('more rows than one batch are delivered completely and in order', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  site.network.lose()
  const numbers = Array.from({ length: 1_201 }, (_, number) => number)
  await one.emit(...numbers)
  await site.advance(1_000)
  expect(other.heard).toEqual(numbers.map(created))
})

test('a gap with more rows than one batch is filled completely', async () => {
  await using site = await openJournalSite()
  const node = await site.startNode()
  await site.commit(1_300)
  await site.advance(1_000)
  const late = Array.from({ length: 1_201 }, (_, number) => number + 1)
  const rows = late.map((id) => ({ id, payload: JSON.stringify(created(id)), node: 'elsewhere', at: '' }))
  await site.db.insertInto('events').values(rows).execute()
  await site.advance(1_000)
  expect(node.heard).toEqual([1_300, ...late].map(created))
})

test('retries more and more rarely while the database fails, then delivers what was missed', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  await one.events.stop()
  await site.breakJournal()
  const reads = async (ms: number) => {
    const before = other.reads()
    site.clock.advance(ms)
    await vi.waitFor(() => expect(other.reads()).toBe(before + 1))
  }
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    site.clock.advance(waitMs - 1)
    await reads(1)
  }
  expect(site.log()).toContain('could not read events of other nodes')
  await site.repairJournal()
  await site.commit(1)
  // A hint does not shorten the pause. Queries of a connection take turns, so a reading would be over after these.
  const before = other.reads()
  one.channel.send({})
  site.clock.advance(14_999)
  for (let turn = 0; turn < 10; turn++) await findNewestNumber(site.db)
  expect(other.reads()).toBe(before)
  await reads(1)
  expect(other.heard).toEqual([created(1)])
  await reads(1_000)
})

test('a node that was away for longer than the journal goes back resyncs and delivers what comes then', async () => {
  await using site = await openJournalSite()
  const node = await site.startNode()
  const abort = new AbortController()
  const subscription = node.events.subscribe(['submission.created'], abort.signal)[Symbol.asyncIterator]()
  await site.breakJournal()
  await site.advance(1_000)
  site.clock.set(site.clock.now().getTime() + 51 * MINUTE_MS)
  await site.repairJournal()
  await site.commit(1)
  await site.advance(1_000)
  expect(node.heard).toEqual([resync])
  expect((await subscription.next()).value).toEqual(resync)
  await site.commit(2)
  await site.advance(1_000)
  expect(node.heard).toEqual([resync, created(2)])
  expect((await subscription.next()).value).toEqual(created(2))
  abort.abort()
})

test('a node resyncs when a failed database comes back with an older journal', async () => {
  await using site = await openJournalSite()
  const node = await site.startNode()
  await site.commit(100)
  await site.advance(1_000)
  await site.breakJournal()
  await site.advance(1_000)
  await site.repairJournal()
  await site.db.deleteFrom('events').execute()
  await site.commit(50)
  await site.advance(MINUTE_MS)
  expect(node.heard).toEqual([created(100), resync])
  await site.commit(51)
  await site.advance(1_000)
  expect(node.heard).toEqual([created(100), resync, created(51)])
})

test('the job deletes rows that are older than an hour, except the newest one', async ({ app }) => {
  const { db } = app.ctx
  const rowAt = (at: string) => ({ payload: '{}', node: 'n', at })
  await db
    .insertInto('events')
    .values([rowAt('2026-11-20T10:59:59.999Z'), rowAt('2026-11-20T11:00:00.000Z')])
    .execute()
  const job = jobs.find(({ name }) => name === 'delete old events')
  await job?.run(app.ctx, new AbortController().signal)
  expect(await db.selectFrom('events').select('id').execute()).toEqual([{ id: 2 }])
  app.clock.advance(MINUTE_MS)
  await job?.run(app.ctx, new AbortController().signal)
  expect(await db.selectFrom('events').select('id').execute()).toEqual([{ id: 2 }])
})
