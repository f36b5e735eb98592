import type { PictureType } from './inspect-image.ts'
import { createBoundedQueue } from './task-queue.ts'
import { createWorkerPool, processesHere } from './worker-pool.ts'
import type { WorkerProcess } from './worker-process.ts'

const MOST_WAITING = 32
/** More than the photos of one order. */
const MOST_WAITING_EACH = 12

export type ImageTranscoder = {
  /**
   * Draws a JPEG, PNG or GIF (its first frame) anew: a JPEG, upright, at most 2,400 pixels wide and high, with nothing
   * in it but the picture. Undefined when it is not allowed, cannot be decoded, or only at a cost no picture has.
   * @param ownerId whose picture it is; owners take turns
   * @param read called when its turn has come
   * @throws AppError 'unavailable' when too many wait, or the machine was not able to; what `read` throws
   */
  render(
    picture: { type: PictureType; ownerId: string },
    read: () => Promise<Uint8Array>,
  ): Promise<Uint8Array | undefined>
  /** Ends the processes that rest; the next picture starts another. */
  stop(): void
}

/** Draws in worker processes, `atOnce` pictures at a time. */
export function createPictureRenderer({
  atOnce = processesHere(),
  waiting = MOST_WAITING,
  start,
}: {
  atOnce?: number
  waiting?: number
  start?: () => WorkerProcess
} = {}): ImageTranscoder {
  const queue = createBoundedQueue({ atOnce, waiting, waitingEach: MOST_WAITING_EACH })
  const pool = createWorkerPool({ processes: atOnce, start })
  return {
    stop: pool.stop,
    render: ({ type, ownerId }, read) =>
      queue.run(ownerId, async () => (await pool.run({ task: 'draw', type, bytes: await read() })).picture),
  }
}

/** One for the whole process, as its processors are. */
export const imageTranscoder = createPictureRenderer()
