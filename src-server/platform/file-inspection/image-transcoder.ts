import { createBoundedQueue } from '../task-queue.ts'
import type { Drawing, Task } from './worker-job.ts'
import { createWorkerPool, processesHere } from './worker-pool.ts'
import type { WorkerProcess } from './worker-process.ts'

const MAX_WAITING = 200
/** Above the number of files of one submission. */
const MAX_WAITING_EACH = 40

export type ImageTranscoder = {
  /**
   * Draws a picture (of a GIF its first frame) or a page of a PDF as an upright JPEG of at most 2,400 pixels a side,
   * without metadata. Owners are served in turn; `read` is called when a worker is free.
   */
  render(file: Task & { ownerId: string }, read: () => Promise<Uint8Array>): Promise<Drawing>
  /** Stops idle processes; the next file starts a new one. */
  stop(): void
}

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
    render: ({ type, page, boxes, ownerId }, read) =>
      queue.run(ownerId, async () => pool.run({ type, page, boxes, bytes: await read() })),
  }
}

/** Shared by the whole process, as the number of workers depends on the CPU count. */
export const imageTranscoder = createPictureRenderer()
