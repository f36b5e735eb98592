import type { AcceptedMimeType } from '#shared/upload.ts'
import type { FileFault } from './inspect-bytes.ts'
import { inspectPicture, isPicture } from './inspect-image.ts'
import { createBoundedQueue } from './task-queue.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/**
 * A picture up to this size is inspected in place: the walk takes less than a millisecond, and less than
 * sending the bytes to another process does.
 */
const IN_PLACE_BYTES = 256 * 1024
/** Each holds a whole file; several, so that a process has the next one when it is done. */
const AT_ONCE = 4
const MOST_WAITING = 200
/** More than the files of one order. */
const MOST_WAITING_EACH = 40

/** Inspects files so that none delays another caller: PDFs and large pictures in a process of their own. */
export type FileInspector = {
  /**
   * Runs `task`, which reads and inspects one file, when its turn has come.
   * @param ownerId whose file it is; owners take turns
   * @throws AppError 'unavailable' when too many wait; what `task` throws
   */
  inTurn<Result>(ownerId: string, task: () => Promise<Result>): Promise<Result>
  /**
   * Why a file is refused, undefined when it is allowed; one that costs more than files do is 'unreadable'.
   * @throws AppError 'unavailable' when the machine was not able to
   */
  inspect(type: AcceptedMimeType, bytes: Buffer): Promise<FileFault | undefined>
}

/** Inspects in the processes of this pool. */
export function createFileInspector(pool: WorkerPool = createWorkerPool()): FileInspector {
  const queue = createBoundedQueue({ atOnce: AT_ONCE, waiting: MOST_WAITING, waitingEach: MOST_WAITING_EACH })
  return {
    inTurn: queue.run,
    async inspect(type, bytes) {
      if (isPicture(type) && bytes.length <= IN_PLACE_BYTES) return inspectPicture(type, bytes).fault
      return (await pool.run({ task: 'inspect', type, bytes })).fault
    },
  }
}

/** One for the whole process, as its processors are. */
export const fileInspector = createFileInspector()
