import type { AcceptedMimeType } from '#shared/upload.ts'
import type { FileFault } from './inspect-bytes.ts'
import type { PictureType } from './inspect-image.ts'

/** What one job of a worker process may use before its file is refused. */
export type Allowance = {
  /** Processor time, not wall time, so that a busy machine refuses no file. */
  processorMs: number
  memoryBytes: number
}

/** What a worker process is started with. `signal` ends it when a job exceeds its allowance. */
export type WorkerSettings = Allowance & { signal: NodeJS.Signals; restingBytes: number; longestSide: number }

/** 'inspect': is this file allowed? 'draw': re-encode this picture as a JPEG. */
export type Task = { task: 'inspect'; type: AcceptedMimeType } | { task: 'draw'; type: PictureType }
export type Job = Task & { bytes: Uint8Array }

/** The next bytes of a job's file; the last of them say what to do with it. */
export type JobPart = { bytes: Uint8Array; job: Task | undefined }

/** The reply to a job. `error`: the inspection itself has a bug. */
export type Outcome = { fault?: FileFault; picture?: Uint8Array; error?: string }

/** `isLarge`: the process keeps too much memory to wait for more jobs. */
export type Reply = Outcome & { isLarge: boolean }
