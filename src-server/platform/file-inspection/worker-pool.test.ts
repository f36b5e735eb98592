import { expect, test } from 'vitest'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { aPdf } from '../../testing/test-support/pictures.ts'
import type { Job } from './worker-job.ts'
import { createWorkerPool } from './worker-pool.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

const pdf = { task: 'inspect', type: 'application/pdf', bytes: aPdf() } as const
const photo = { task: 'inspect', type: 'image/png', bytes: drawCardPhoto('#0d573c', false) } as const
/** The answer for a photo that plainly has all its pixels. */
const plain = { isDoubtful: false }
/** Slow to inspect, as it contains 750,000 names. */
const slow = { task: 'inspect', type: 'application/pdf', bytes: Buffer.alloc(3_000_000, '/Na ') } as const

/** A pool of one process, with its started processes; the first one has this allowance. */
function aPool(allowance?: Parameters<typeof startWorkerProcess>[0]) {
  const started: WorkerProcess[] = []
  const pool = createWorkerPool({
    processes: 1,
    start: () => {
      const worker = startWorkerProcess(started.length === 0 ? allowance : undefined)
      started.push(worker)
      return worker
    },
  })
  return { started, run: (job: Job) => pool.run(job), [Symbol.dispose]: () => pool.stop() }
}

test('one process inspects many files', async () => {
  using pool = aPool()
  const jobs = [pdf, photo, { ...photo, bytes: photo.bytes.subarray(0, 100) }, pdf]
  expect(await Promise.all(jobs.map(pool.run))).toEqual([{}, plain, { isDoubtful: true }, {}])
  expect(pool.started).toHaveLength(1)
})

test.each([
  ['processor', { processorMs: 1, memoryBytes: Number.MAX_SAFE_INTEGER }],
  ['memory', { processorMs: 60_000, memoryBytes: 1 }],
])('rejects a file above the %s allowance and inspects the next files', async (_, allowance) => {
  using pool = aPool(allowance)
  const [first, ...others] = await Promise.all([slow, pdf, photo].map(pool.run))
  expect(first).toEqual({ fault: 'unreadable' })
  expect(others).toEqual([{}, plain])
  expect(pool.started).toHaveLength(2)
})

test('an externally killed process makes its file unavailable; the next files are inspected', async () => {
  using pool = aPool()
  const answers = Promise.allSettled([slow, pdf, photo].map(pool.run))
  pool.started[0]?.end()
  const [first, ...others] = await answers
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  expect(others).toEqual([
    { status: 'fulfilled', value: {} },
    { status: 'fulfilled', value: plain },
  ])
})

test('concurrent files of several megabytes are not mixed', async () => {
  using pool = aPool()
  const large = { ...photo, bytes: Buffer.concat([photo.bytes, Buffer.alloc(5_000_000)]) }
  const broken = { ...photo, bytes: Buffer.concat([Buffer.alloc(5_000_000), photo.bytes]) }
  const unreadable = { fault: 'unreadable' }
  expect(await Promise.all([large, broken, pdf, large, broken].map(pool.run))).toEqual([
    plain,
    unreadable,
    {},
    plain,
    unreadable,
  ])
})

test('returns unavailable when the process cannot be started', async () => {
  const { execPath } = process
  using pool = aPool()
  try {
    process.execPath = '/nowhere/node'
    await expect(pool.run(pdf)).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    process.execPath = execPath
  }
  expect(await pool.run(pdf)).toEqual({})
})

test('an inspection does not block the event loop', async () => {
  using pool = aPool()
  await pool.run(pdf)
  let turns = 0
  let isDone = false
  const inspecting = pool.run(slow).then(() => {
    isDone = true
  })
  const turn = () => {
    turns++
    if (!isDone) setTimeout(turn)
  }
  turn()
  await inspecting
  expect(turns).toBeGreaterThan(3)
})
