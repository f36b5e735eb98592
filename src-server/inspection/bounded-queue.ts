import { AppError } from '../errors.ts'

const RETRY_AFTER_SECONDS = 5

/** Runs tasks in the order they come, at most `atOnce` together. */
export type BoundedQueue = {
  /** @throws AppError 'unavailable' at once when as many wait already as may; what the task throws. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
}

/** A queue in which at most `waiting` tasks wait: whoever comes then is told to come again. */
export function createBoundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedQueue {
  const line: (() => void)[] = []
  let running = 0
  return {
    async run(task) {
      if (running < atOnce) running++
      else if (line.length < waiting) await new Promise<void>((start) => line.push(start))
      else
        throw new AppError('unavailable', 'We are busy. Please try again in a moment.', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      try {
        return await task()
      } finally {
        // The place goes over to who waits longest, or is free again.
        const next = line.shift()
        if (next) next()
        else running--
      }
    },
  }
}
