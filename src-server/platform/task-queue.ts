import { AppError } from './errors.ts'

const RETRY_AFTER_SECONDS = 5

/** Runs at most `atOnce` tasks concurrently, first in first out per owner; owners are served in turn. */
type BoundedQueue = {
  /**
   * @param owner an owner with many tasks delays another owner by only one task
   * @throws AppError 'unavailable' at once when the queue, or this owner's part, is full; what the task throws
   */
  run<Result>(owner: string, task: () => Promise<Result>): Promise<Result>
}

/**
 * Creates a queue for at most `waiting` waiting tasks, `waitingEach` per owner. `busyMessage` is what the user reads
 * when it is full.
 */
export function createBoundedQueue({
  atOnce,
  waiting,
  waitingEach,
  busyMessage = 'We are busy. Please try again in a moment.',
}: {
  atOnce: number
  waiting: number
  waitingEach: number
  busyMessage?: string
}): BoundedQueue {
  /** Start functions of waiting tasks by owner, in order of turns. */
  const lines = new Map<string, (() => void)[]>()
  let waitingNow = 0
  let running = 0

  function wait(owner: string): Promise<void> {
    const line = lines.get(owner) ?? []
    if (waitingNow >= waiting || line.length >= waitingEach)
      throw new AppError('unavailable', busyMessage, {
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
      // Re-insert the owner after the other waiting owners.
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
        // The next task takes over this slot.
        if (!startNext()) running--
      }
    },
  }
}
