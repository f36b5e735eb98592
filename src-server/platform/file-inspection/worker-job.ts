import type { Box } from '#shared/redaction.ts'
import type { AcceptedMimeType } from '#shared/upload.ts'

export type Allowance = {
  /** CPU time, not wall time, so that a busy machine rejects no file. */
  processorMs: number
  memoryBytes: number
}

/** Settings of a worker process. `signal` terminates it when a job exceeds its allowance. */
export type WorkerSettings = Allowance & { signal: NodeJS.Signals; restingBytes: number; longestSide: number }

/** Draws a picture, or one page of a PDF (from 1, the first by default), as a JPEG, with `boxes` painted black. */
export type Task = { type: AcceptedMimeType; page?: number; boxes?: readonly Box[] }
export type Job = Task & { bytes: Uint8Array }

/** The next bytes of a job's file; the last part contains the job's task. */
export type JobPart = { bytes: Uint8Array; job: Task | undefined }

export type FileFault = 'unreadable' | 'too-many-pixels' | 'encrypted' | 'too-many-pages'

/** A JPEG, and how many pages the file has: a picture has one. */
export type Drawing = { fault: FileFault } | { fault?: undefined; picture: Uint8Array; pageCount: number }

/** The reply to a job. `error` means a bug in the program. `isLarge`: it uses too much memory to be reused. */
export type Reply = { outcome: Drawing | { error: string }; isLarge: boolean }
