import type { AcceptedMimeType } from '#shared/upload.ts'
import { createBoundedQueue } from '../task-queue.ts'
import { type Inspection, inspectBytes } from './inspect-bytes.ts'
import { isPicture } from './inspect-image.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/**
 * Images up to this size are inspected in this process: it takes up to three milliseconds, and less than sending the
 * bytes to a worker.
 */
const IN_PLACE_BYTES = 256 * 1024
/** Each task keeps a whole file in memory. Several run, so that a worker always has a next file. */
const AT_ONCE = 4
const MAX_WAITING = 200
/** Above the number of files of one submission. */
const MAX_WAITING_EACH = 40

/** Inspects uploaded files; PDFs and large images in worker processes, so that they block no other request. */
export type FileInspector = {
  /**
   * Queues `task`, which reads and inspects one file.
   * @param ownerId the file's owner; owners are served in turn
   * @throws AppError 'unavailable' when the queue is full; what `task` throws
   */
  inTurn<Result>(ownerId: string, task: () => Promise<Result>): Promise<Result>
  /**
   * Inspects a file. One above the worker's allowance is 'unreadable'.
   * @throws AppError 'unavailable' when no worker could do it
   */
  inspect(type: AcceptedMimeType, bytes: Buffer): Promise<Inspection>
}

/** Inspects files in the processes of this pool. */
function createFileInspector(pool: WorkerPool = createWorkerPool()): FileInspector {
  const queue = createBoundedQueue({ atOnce: AT_ONCE, waiting: MAX_WAITING, waitingEach: MAX_WAITING_EACH })
  return {
    inTurn: queue.run,
    async inspect(type, bytes) {
      if (isPicture(type) && bytes.length <= IN_PLACE_BYTES) return inspectBytes(type, bytes)
      const { fault, isDoubtful } = await pool.run({ task: 'inspect', type, bytes })
      return { fault, isDoubtful }
    },
  }
}

/** Shared by the whole process, as the number of workers depends on the CPU count. */
export const fileInspector = createFileInspector()
