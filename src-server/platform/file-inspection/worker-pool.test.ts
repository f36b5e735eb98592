import { expect, test } from 'vitest'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { aJpeg, aPdf } from '../../testing/test-support/pictures.ts'
import { createWorkerPool } from './image-transcoder.ts'
import type { Job } from './worker-job.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

const pdf = { type: 'application/pdf', bytes: aPdf() } as const
const photo = { type: 'image/png', bytes: drawCardPhoto('#0d573c', false) } as const
const drawn = { picture: expect.any(Uint8Array), pageCount: 1 }
const unreadable = { fault: 'unreadable' }
/** Slow to draw, as it has 24 million pixels. */
const slow = { type: 'image/jpeg', bytes: await aJpeg(6_000, 4_000) } as const

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

test('one process draws many files', async () => {
  using pool = aPool()
  const jobs = [pdf, photo, { ...photo, bytes: photo.bytes.subarray(0, 100) }, pdf]
  expect(await Promise.all(jobs.map(pool.run))).toEqual([drawn, drawn, unreadable, drawn])
  expect(pool.started).toHaveLength(1)
})

test.each([
  ['processor', { processorMs: 1, memoryBytes: Number.MAX_SAFE_INTEGER }],
  ['memory', { processorMs: 60_000, memoryBytes: 1 }],
])('rejects a file above the %s allowance and draws the next files', async (_, allowance) => {
  using pool = aPool(allowance)
  const [first, ...others] = await Promise.all([slow, pdf, photo].map(pool.run))
  expect(first).toEqual(unreadable)
  expect(others).toEqual([drawn, drawn])
  expect(pool.started).toHaveLength(2)
})

test('an externally killed process makes its file unavailable; the next files are drawn', async () => {
  using pool = aPool()
  const answers = Promise.allSettled([slow, pdf, photo].map(pool.run))
  pool.started[0]?.end()
  const [first, ...others] = await answers
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  expect(others).toEqual([
    { status: 'fulfilled', value: drawn },
    { status: 'fulfilled', value: drawn },
  ])
})

test('concurrent files of several megabytes are not mixed', async () => {
  using pool = aPool()
  const large = { ...photo, bytes: Buffer.concat([photo.bytes, Buffer.alloc(5_000_000)]) }
  const broken = { ...photo, bytes: Buffer.concat([Buffer.alloc(5_000_000), photo.bytes]) }
  expect(await Promise.all([large, broken, pdf, large, broken].map(pool.run))).toEqual([
    drawn,
    unreadable,
    drawn,
    drawn,
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
  expect(await pool.run(pdf)).toEqual(drawn)
})

test('drawing does not block the event loop', async () => {
  using pool = aPool()
  await pool.run(pdf)
  let turns = 0
  let isDone = false
  const drawing = pool.run(slow).then(() => {
    isDone = true
  })
  const turn = () => {
    turns++
    if (!isDone) setTimeout(turn)
  }
  turn()
  await drawing
  expect(turns).toBeGreaterThan(3)
})
