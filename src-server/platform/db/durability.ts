/** Tracks whether the disk has lost data that was acknowledged as written. */
export type Durability = ReturnType<typeof createDurability>

/**
 * A failed fsync is final: the kernel drops the pages it could not write, so a second fsync may succeed without them.
 * Corruption is final too; the check at the next start reports it.
 */
const lostCodes: ReadonlySet<unknown> = new Set([
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_DIR_FSYNC',
  'SQLITE_CORRUPT',
  'SQLITE_CORRUPT_INDEX',
  'SQLITE_NOTADB',
])

/** Create one per data folder, shared by its database and its files. */
export function createDurability() {
  let lost: { error: unknown } | undefined
  let notify: (error: unknown) => void = () => {}
  return {
    /** @throws after a disk failure: nothing is read, written or acknowledged from then on */
    assertDurable() {
      if (lost) throw new Error('The disk has failed; nothing is acknowledged any more.', { cause: lost.error })
    },
    /** After a failure, keep all files: a rejected commit may exist at the next start and refer to them. */
    hasFailed: () => lost !== undefined,
    /** Records a database or file error; only failed syncs and corruption count as a disk failure. */
    recordError(error: unknown) {
      if (lost || !isLoss(error)) return
      lost = { error }
      notify(error)
    },
    onFailure(work: (error: unknown) => void) {
      notify = work
      if (lost) work(lost.error)
    },
  }
}

function isLoss(error: unknown) {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  return lostCodes.has(code) || (code === 'EIO' && (syscall === 'fsync' || syscall === 'fdatasync'))
}
