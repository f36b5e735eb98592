import { availableParallelism } from 'node:os'
import type { Job, Outcome } from './worker-job.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** Processes that had nothing to do for so long give their memory back. */
const IDLE_MS = 30_000

/** Worker processes that are started with the first jobs and stay for the next ones. */
export type WorkerPool = {
  /** @throws as `WorkerProcess.run` */
  run(job: Job): Promise<Outcome>
  /** Ends the processes that have nothing to do; the next job starts another. */
  stop(): void
}

/** One processor stays free for the server itself. */
export function processesHere(): number {
  return Math.min(2, Math.max(1, availableParallelism() - 1))
}

/** A pool of at most `processes`, which share the jobs among them. */
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
