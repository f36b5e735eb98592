// A separate program that decodes untrusted files. It has no keys, settings or database, and is
// terminated when a file exceeds its allowance.
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { drawFile } from './draw-file.ts'
import type { JobPart, Reply, Task, WorkerSettings } from './worker-job.ts'

/** Small files are left to Node: a collection takes longer than decoding one of them. */
const COLLECT_FROM_BYTES = 8 * 1024 * 1024

const settings = JSON.parse(process.argv[2] ?? '') as WorkerSettings
/** Incremented at each start and each end of a job. */
const state = new Int32Array(new SharedArrayBuffer(4))
new Worker(path.join(import.meta.dirname, 'worker-watchdog.mjs'), {
  workerData: { state, ...settings },
  env: {},
  execArgv: [],
}).unref()

function countJobStep() {
  Atomics.add(state, 0, 1)
  Atomics.notify(state, 0)
}

async function outcomeOf(job: Task, bytes: Buffer): Promise<Reply['outcome']> {
  try {
    return await drawFile(job, bytes, settings.longestSide)
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function work(job: Task, parts: Uint8Array[]) {
  countJobStep()
  const bytes = Buffer.concat(parts)
  parts.length = 0
  // Decoding needs the memory of former files, which Node frees late because they are outside of its heap.
  if (process.memoryUsage().external > COLLECT_FROM_BYTES) globalThis.gc?.()
  const outcome = await outcomeOf(job, bytes)
  countJobStep()
  const reply: Reply = { outcome, isLarge: process.memoryUsage.rss() > settings.restingBytes }
  // Start the next job only after the reply is sent, so that the server knows which job crashed the process.
  await new Promise<void>((resolve) => {
    process.send?.(reply, () => resolve())
  })
}

let last = Promise.resolve()
let parts: Uint8Array[] = []
process.on('message', ({ bytes, job }: JobPart) => {
  parts.push(bytes)
  if (!job) return
  const whole = parts
  parts = []
  last = last.then(() => work(job, whole))
})
process.on('disconnect', () => process.exit())
// On shutdown the server finishes running jobs and then ends this process itself.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
