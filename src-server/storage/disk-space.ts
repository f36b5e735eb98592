import { statfsSync } from 'node:fs'
import { AppError } from '../errors.ts'

const ENOUGH_BYTES = 200 * 1024 * 1024
/** Of a small disk 200 MB are much: there a twentieth is enough. */
const ENOUGH_SHARE = 0.05
const LOOK_EVERY_MS = 2_000

export type DiskSpace = {
  /** Whether files and orders are refused, so that the last bytes are left for finishing what is under way. */
  isLow(): boolean
  /** What those are refused with. */
  rejection(): AppError
}

/** Bytes there are in all, and bytes we may still write. */
export type Space = { total: number; free: number }

/** Watches the disk that `folder` is on. It is looked at when somebody asks, at most every two seconds. */
export function watchDiskSpace(folder: string, look: () => Space = () => spaceOf(folder)): DiskSpace {
  let isLow = false
  let nextLook = 0
  return {
    isLow: () => {
      if (performance.now() < nextLook) return isLow
      nextLook = performance.now() + LOOK_EVERY_MS
      isLow = isTooLittle(look())
      return isLow
    },
    rejection: storageFull,
  }
}

/** The answer to what cannot be written because the disk is full, or nearly so. */
export function storageFull(): AppError {
  return new AppError('storage_full', 'We have no room to store this right now. Please try again later.', {
    retryAfterSeconds: 300,
  })
}

function isTooLittle({ total, free }: Space): boolean {
  return free < Math.min(ENOUGH_BYTES, total * ENOUGH_SHARE)
}

/** A disk that cannot be asked is not said to be full: writing to it will tell. */
function spaceOf(folder: string): Space {
  try {
    const { bsize, blocks, bavail } = statfsSync(folder)
    return { total: bsize * blocks, free: bsize * bavail }
  } catch {
    return { total: 0, free: 1 }
  }
}
