/** What is known of the disk below a running server. */
export type Durability = {
  /** @throws once the disk has lost something: nothing is read, written or acknowledged after that. */
  assertKept(): void
  /** Whether that is so. What was refused may then be there at the next start, so nothing of it may be removed. */
  isLost(): boolean
  /** Looks at what went wrong with the database or a file, and remembers when it cannot be gone on with. */
  judge(error: unknown): void
  /** Calls `work`, once, when the disk has lost something. */
  whenLost(work: (error: unknown) => void): void
}

/**
 * A failed sync is the end: the kernel forgets the pages it could not write, so a second sync may succeed without them.
 * A page of the database that makes no sense is one as well; the next start finds it and refuses.
 */
const lostCodes: ReadonlySet<unknown> = new Set([
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_DIR_FSYNC',
  'SQLITE_CORRUPT',
  'SQLITE_CORRUPT_INDEX',
  'SQLITE_NOTADB',
])

/** One for each data folder, shared by its database and its files. */
export function createDurability(): Durability {
  let lost: { error: unknown } | undefined
  let tell: (error: unknown) => void = () => {}
  return {
    assertKept() {
      if (lost) throw new Error('The disk has failed; nothing is acknowledged any more.', { cause: lost.error })
    },
    isLost: () => lost !== undefined,
    judge(error) {
      if (lost || !isLoss(error)) return
      lost = { error }
      tell(error)
    },
    whenLost(work) {
      tell = work
      if (lost) work(lost.error)
    },
  }
}

function isLoss(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  return lostCodes.has(code) || (code === 'EIO' && (syscall === 'fsync' || syscall === 'fdatasync'))
}
