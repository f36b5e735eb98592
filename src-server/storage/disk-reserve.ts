import { closeSync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs'

const RESERVE_BYTES = 4 * 1024 * 1024
/** Given up at once: a small transaction with its indexes, many times over. Other programs may take a part of it. */
const PIECE_BYTES = 256 * 1024
const full: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])

export type DiskReserve = {
  /**
   * Runs work that has to succeed on a full disk: when there is no room, gives up a piece of the reserve and runs it
   * again. What it resolves with is stored like on any other day. @throws what `work` throws, when nothing is left
   */
  use<Result>(work: () => Promise<Result>): Promise<Result>
  /** Takes back what was given up; does nothing where the disk has no room for it. */
  fill(): void
}

/** Bytes of the disk that are kept for what must never be refused, in a file of their own. */
export function keepDiskReserve(file: string): DiskReserve {
  const sizeNow = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const giveUpPiece = (): boolean => {
    const size = sizeNow()
    if (size === 0) return false
    resize(file, Math.max(0, size - PIECE_BYTES))
    return true
  }
  return {
    async use(work) {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          if (!isDiskFull(error) || !giveUpPiece()) throw error
        }
      }
    },
    fill() {
      if (sizeNow() < RESERVE_BYTES) resize(file, RESERVE_BYTES)
    },
  }
}

/** For a database in memory. */
export const noDiskReserve: DiskReserve = { use: (work) => work(), fill: () => undefined }

/** Whether an error of the database or of a file says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return full.has((error as { code?: unknown } | null)?.code)
}

/** Writes every byte, since a file with a hole takes no room; what a full disk refuses stays missing. */
function resize(file: string, bytes: number): void {
  const handle = openSync(file, 'a', 0o600)
  try {
    ftruncateSync(handle, Math.min(bytes, statSync(file).size))
    const missing = bytes - statSync(file).size
    if (missing > 0) writeSync(handle, Buffer.alloc(missing))
    fsyncSync(handle)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  } finally {
    closeSync(handle)
  }
}
