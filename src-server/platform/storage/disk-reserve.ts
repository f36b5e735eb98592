import { closeSync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs'

const RESERVE_BYTES = 4 * 1024 * 1024
/** Freed per step: several times a small transaction with its indexes, as other programs may take some of it. */
const PIECE_BYTES = 256 * 1024
const full: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])

export type DiskReserve = {
  /** Runs work that must succeed on a full disk: on ENOSPC, frees a piece of the reserve and runs `work` again. */
  use<Result>(work: () => Promise<Result>): Promise<Result>
  fill(): void
}

/** Reserves disk space in a file for writes that must not fail, such as purges. */
export function keepDiskReserve(file: string): DiskReserve {
  const sizeNow = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const giveUpPiece = () => {
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

export const noDiskReserve: DiskReserve = { use: (work) => work(), fill: () => undefined }

function isDiskFull(error: unknown) {
  return full.has((error as { code?: unknown } | null)?.code)
}

/** A full disk must not fail a request only because it notes something else too. */
export function unlessDiskIsFull(error: unknown) {
  if (!isDiskFull(error)) throw error
}

/** Writes every byte, because a sparse file reserves nothing. On a full disk the file stays shorter. */
function resize(file: string, bytes: number) {
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
