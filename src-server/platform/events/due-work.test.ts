import { afterEach, expect, test, vi } from 'vitest'
import { emitEvents } from '../../testing/test-support/emit-events.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { timestamp } from '../clock.ts'
import { startDueWork } from './due-work.ts'

afterEach(() => {
  vi.useRealTimers()
})

const DAY_MS = 24 * 60 * 60_000

test('an event during a run causes one more run after it', async () => {
  await using app = await createTestApp()
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

test('events after a run share the next one', async () => {
  await using app = await createTestApp()
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

test('runs when the next work is due, and looks again within the hour when that is months away', async () => {
  await using app = await createTestApp()
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

test('a run that throws is logged once and repeated until one succeeds', async () => {
  await using app = await createTestApp()
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
