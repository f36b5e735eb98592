import { availableParallelism } from 'node:os'
import { createBoundedQueue } from '../task-queue.ts'
import type { Job, Task } from './worker-job.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

const MAX_WAITING = 200
/** Above the number of files of one submission. */
const MAX_WAITING_EACH = 40

type RendererParts = { atOnce?: number; waiting?: number; start?: () => WorkerProcess }

export function createPictureRenderer({ atOnce = processesHere(), waiting = MAX_WAITING, start }: RendererParts = {}) {
  // One more than there are processes: its bytes are read while the others are decoded.
  const queue = createBoundedQueue({ atOnce: atOnce + 1, waiting, waitingEach: MAX_WAITING_EACH })
  const pool = createWorkerPool({ processes: atOnce, start })
  return {
    stop: pool.stop,
    /** A GIF's first frame or a page of a PDF, upright, 2,400 pixels a side at most. Owners are served in turn. */
    render: ({ type, page, boxes, ownerId }: Task & { ownerId: string }, read: () => Promise<Uint8Array>) =>
      queue.run(ownerId, async () => pool.run({ type, page, boxes, bytes: await read() })),
  }
}

/** Shared by the whole process, as the number of workers depends on the CPU count. */
export const imageTranscoder = createPictureRenderer()

/** Idle processes are stopped after this time, to free their memory. */
const IDLE_MS = 30_000

/** Leaves one CPU for the server itself. */
function processesHere() {
  return Math.min(2, Math.max(1, availableParallelism() - 1))
}

type PoolParts = { processes?: number; start?: () => WorkerProcess }

export function createWorkerPool({ processes = processesHere(), start = startWorkerProcess }: PoolParts = {}) {
  let workers: WorkerProcess[] = []
  let idle: NodeJS.Timeout | undefined

  const stop = () => {
    for (const worker of workers) if (worker.load() === 0) worker.end()
  }

  function leastLoaded() {
    workers = workers.filter((worker) => worker.isUsable())
    const [best] = workers.toSorted((one, other) => one.load() - other.load())
    if (best && (best.load() === 0 || workers.length >= processes)) return best
    const started = start()
    workers.push(started)
    return started
  }

  return {
    stop,
    async run(job: Job) {
      clearTimeout(idle)
      try {
        for (;;) {
          const answer = await leastLoaded().run(job)
          if (answer !== 'lost') return answer
        }
      } finally {
        clearTimeout(idle)
        idle = setTimeout(stop, IDLE_MS).unref()
      }
    },
  }
}
