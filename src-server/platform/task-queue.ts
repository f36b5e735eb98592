import { busyMessage, unavailable } from './errors.ts'

type Bounds = { atOnce: number; waiting: number; waitingEach: number; message?: string }

/** First in first out per owner; owners are served in turn. The user reads `message` when it is full. */
export function createBoundedQueue({ atOnce, waiting, waitingEach, message = busyMessage }: Bounds) {
  /** By owner, in order of turns. */
  const lines = new Map<string, (() => void)[]>()
  let waitingNow = 0
  let running = 0

  function wait(owner: string): Promise<void> {
    const line = lines.get(owner) ?? []
    if (waitingNow >= waiting || line.length >= waitingEach) throw unavailable(message)
    waitingNow++
    lines.set(owner, line)
    return new Promise((start) => line.push(start))
  }

  function startNext() {
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
    /** @throws AppError 'unavailable' at once when the queue, or this owner's part, is full */
    async run<Result>(owner: string, task: () => Promise<Result>) {
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
