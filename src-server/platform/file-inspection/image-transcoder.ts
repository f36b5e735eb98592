import type { Box } from '#shared/redaction.ts'
import { createBoundedQueue } from '../task-queue.ts'
import type { PictureType } from './inspect-image.ts'
import { createWorkerPool, processesHere } from './worker-pool.ts'
import type { WorkerProcess } from './worker-process.ts'

const MAX_WAITING = 32
/** Above the number of photos of one submission. */
const MAX_WAITING_EACH = 12

export type ImageTranscoder = {
  /**
   * Transcodes a JPEG, PNG or GIF (first frame) to an upright JPEG of at most 2,400 by 2,400 pixels without metadata.
   * Returns undefined when the image is not allowed, cannot be decoded, or exceeds the worker's allowance.
   * `boxes` are painted black before it is encoded.
   * @param ownerId the image's owner; owners are served in turn
   * @param read reads the image; called when a worker is free
   * @throws AppError 'unavailable' when the queue is full or no worker could do it; what `read` throws
   */
  render(
    picture: { type: PictureType; ownerId: string; boxes?: readonly Box[] },
    read: () => Promise<Uint8Array>,
  ): Promise<Uint8Array | undefined>
  /** Stops idle processes; the next image starts a new one. */
  stop(): void
}

/** Transcodes in worker processes, `atOnce` images at a time. */
export function createPictureRenderer({
  atOnce = processesHere(),
  waiting = MAX_WAITING,
  start,
}: {
  atOnce?: number
  waiting?: number
  start?: () => WorkerProcess
} = {}): ImageTranscoder {
  // One more than there are processes: its bytes are read while the others are decoded.
  const queue = createBoundedQueue({ atOnce: atOnce + 1, waiting, waitingEach: MAX_WAITING_EACH })
  const pool = createWorkerPool({ processes: atOnce, start })
  return {
    stop: pool.stop,
    render: ({ type, ownerId, boxes }, read) =>
      queue.run(ownerId, async () => (await pool.run({ task: 'draw', type, boxes, bytes: await read() })).picture),
  }
}

/** Shared by the whole process, as the number of workers depends on the CPU count. */
export const imageTranscoder = createPictureRenderer()
