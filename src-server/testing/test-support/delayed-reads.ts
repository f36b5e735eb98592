import type { ServerDb } from '../../platform/db/database.ts'
import { createBarrier } from './barrier.ts'

/** A view of a database that delivers what it has read only when the test says so. */
export function withDelayedReads(db: ServerDb) {
  let delay = async () => {}
  return {
    db: db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await delay()
        return result
      },
    }),
    /** Starts `work`, and resolves when its first `count` reads are made: their answers wait for the returned call. */
    async delayFirst(count: number, work: () => Promise<void>): Promise<() => Promise<void>> {
      const [hasRead, mayAnswer] = [createBarrier(count + 1), createBarrier(count + 1)]
      let left = count
      delay = async () => {
        if (left === 0) return
        left--
        await hasRead()
        await mayAnswer()
      }
      const done = work()
      await hasRead()
      return async () => {
        await mayAnswer()
        await done
      }
    },
  }
}
