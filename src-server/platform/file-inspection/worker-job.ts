import type { Box } from '#shared/redaction.ts'
import type { AcceptedMimeType } from '#shared/upload.ts'
import type { Inspection } from './inspect-bytes.ts'
import type { PictureType } from './inspect-image.ts'

/** The resources of one job; a file that exceeds them is rejected. */
export type Allowance = {
  /** CPU time, not wall time, so that a busy machine rejects no file. */
  processorMs: number
  memoryBytes: number
}

/** Settings of a worker process. `signal` terminates it when a job exceeds its allowance. */
export type WorkerSettings = Allowance & { signal: NodeJS.Signals; restingBytes: number; longestSide: number }

/** 'inspect' checks whether a file is allowed; 'draw' transcodes an image to JPEG, with `boxes` painted black. */
export type Task =
  | { task: 'inspect'; type: AcceptedMimeType }
  | { task: 'draw'; type: PictureType; boxes?: readonly Box[] }
export type Job = Task & { bytes: Uint8Array }

/** The next bytes of a job's file; the last part contains the job's kind. */
export type JobPart = { bytes: Uint8Array; job: Task | undefined }

/** The reply to a job. `error` means a bug in the inspection. */
export type Outcome = Inspection & { picture?: Uint8Array; error?: string }

/** `isLarge`: the process uses too much memory to be reused. */
export type Reply = Outcome & { isLarge: boolean }
