import { statfsSync } from 'node:fs'
import { AppError } from '../errors.ts'

const ENOUGH_BYTES = 200 * 1024 * 1024
const ENOUGH_SHARE = 0.05
const CHECK_EVERY_MS = 2_000

export type DiskSpace = {
  /** Whether uploads and submissions are rejected, to leave space for work in progress. */
  isLow(): boolean
  rejection(): AppError
}

/** In bytes; `free` is what this user may still write. */
type Space = { total: number; free: number }

/** Monitors the disk of `folder`, on demand and at most every two seconds. */
export function watchDiskSpace(folder: string, measure: () => Space = () => spaceOf(folder)): DiskSpace {
  let isLow = false
  let nextCheck = 0
  return {
    isLow: () => {
      if (performance.now() < nextCheck) return isLow
      nextCheck = performance.now() + CHECK_EVERY_MS
      isLow = isTooLittle(measure())
      return isLow
    },
    rejection: storageFull,
  }
}

/** For a node whose files and orders are stored elsewhere, by engines that report themselves when they are full. */
export const noLocalData: DiskSpace = { isLow: () => false, rejection: storageFull }

export function storageFull(options?: ErrorOptions) {
  const message = 'Our storage is full right now. Please try again later.'
  return new AppError('storage_full', message, { retryAfterSeconds: 300 }, options)
}

function isTooLittle({ total, free }: Space) {
  return free < Math.min(ENOUGH_BYTES, total * ENOUGH_SHARE)
}

/** When statfs fails, the disk counts as not full; the write itself reports the error. */
function spaceOf(folder: string): Space {
  try {
    const { bsize, blocks, bavail } = statfsSync(folder)
    return { total: bsize * blocks, free: bsize * bavail }
  } catch {
    return { total: 0, free: 1 }
  }
}
