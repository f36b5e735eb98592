import { AppError } from '../errors.ts'

const RETRY_AFTER_SECONDS = 5

/** Runs tasks in the order they come, at most `atOnce` together; owners who wait take turns. */
export type BoundedQueue = {
  /**
   * @param owner whose task it is: one with many tasks delays another by one task, not by all of them
   * @throws AppError 'unavailable' at once when too many wait already, of all or of this owner; what the task throws.
   */
  run<Result>(owner: string, task: () => Promise<Result>): Promise<Result>
}

/** A queue in which at most `waiting` tasks wait, `waitingEach` of one owner. */
export function createBoundedQueue({
  atOnce,
  waiting,
  waitingEach,
}: {
  atOnce: number
  waiting: number
  waitingEach: number
}): BoundedQueue {
  /** Starters of the tasks that wait; the owner whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>()
  let waitingNow = 0
  let running = 0

  function wait(owner: string): Promise<void> {
    const line = lines.get(owner) ?? []
    if (waitingNow >= waiting || line.length >= waitingEach)
      throw new AppError('unavailable', 'We are busy. Please try again in a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    waitingNow++
    lines.set(owner, line)
    return new Promise((start) => line.push(start))
  }

  function startNext(): boolean {
    for (const [owner, line] of lines) {
      lines.delete(owner)
      const start = line.shift()
      if (!start) continue
      // Behind the others who wait.
      if (line.length > 0) lines.set(owner, line)
      waitingNow--
      start()
      return true
    }
    return false
  }

  return {
    async run(owner, task) {
      if (running < atOnce) running++
      else await wait(owner)
      try {
        return await task()
      } finally {
        // The next task takes over the place of this one.
        if (!startNext()) running--
      }
    },
  }
}
