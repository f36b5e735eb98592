import { availableParallelism } from 'node:os'
import type { Drawing, Job } from './worker-job.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** Idle processes are stopped after this time, to free their memory. */
const IDLE_MS = 30_000

type WorkerPool = {
  run(job: Job): Promise<Drawing>
  stop(): void
}

/** Leaves one CPU for the server itself. */
export function processesHere(): number {
  return Math.min(2, Math.max(1, availableParallelism() - 1))
}

export function createWorkerPool({
  processes = processesHere(),
  start = startWorkerProcess,
}: {
  processes?: number
  start?: () => WorkerProcess
} = {}): WorkerPool {
  let workers: WorkerProcess[] = []
  let idle: NodeJS.Timeout | undefined

  const stop = () => {
    for (const worker of workers) if (worker.load() === 0) worker.end()
  }

  function leastLoaded(): WorkerProcess {
    workers = workers.filter((worker) => worker.isUsable())
    const [best] = workers.toSorted((one, other) => one.load() - other.load())
    if (best && (best.load() === 0 || workers.length >= processes)) return best
    const started = start()
    workers.push(started)
    return started
  }

  return {
    stop,
    async run(job) {
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
