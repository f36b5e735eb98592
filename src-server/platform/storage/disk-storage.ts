import { constants, fsync, openSync } from 'node:fs'
import { chmod, copyFile, type FileHandle, link, open, opendir, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Durability } from '../db/durability.ts'
import type { FileStorage } from './file-storage.ts'
import { makeFolder } from './make-folder.ts'

/** Objects are files in one folder. Failed syncs are reported to `durability`; after a failure nothing is removed. */
export function createDiskStorage(
  folder: string,
  durability?: Pick<Durability, 'recordError' | 'hasFailed'>,
  sync: (descriptor: number) => Promise<void> = promisify(fsync),
): FileStorage {
  makeFolder(folder)
  const fileOf = (key: string) => {
    if (!/^[\w-]+(\.new)?$/.test(key)) throw new Error('Not a storage key.')
    return path.join(folder, key)
  }
  const descriptor = openSync(folder, 'r')
  const syncFolder = shareSync(() => sync(descriptor))

  /** Objects that are being replaced, and whether they were removed during the replacement. */
  const replaced = new Map<string, { isRemoved: boolean }>()

  async function recorded(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      durability?.recordError(error)
      throw error
    }
  }

  return {
    async write(key, chunks) {
      // The key is new and no row refers to it yet: an incomplete file is an orphan and is never read.
      await recorded(async () => {
        await writeNewFile(fileOf(key), chunks)
        await syncFolder()
      })
    },
    async replace(key, chunks) {
      const [file, part] = [fileOf(key), fileOf(`${key}.new`)]
      const state = { isRemoved: false }
      replaced.set(key, state)
      try {
        await recorded(async () => {
          await stat(file)
          await unlinkIfThere(part)
          await writeNewFile(part, chunks)
          await (state.isRemoved ? unlinkIfThere(part) : rename(part, file))
          if (state.isRemoved) await unlinkIfThere(file)
          await syncFolder()
        })
      } finally {
        replaced.delete(key)
      }
    },
    async *read(key, max) {
      const end = max === undefined ? undefined : max - 1
      yield* (await open(fileOf(key), 'r')).createReadStream({ highWaterMark: 64 * 1024, end })
    },
    async copyOut(key, file) {
      // Objects never change, so a hard link is a copy. Linking fails across disks.
      await link(fileOf(key), file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw error
        return copyBytes(fileOf(key), file)
      })
    },
    async remove(key) {
      // A commit whose fsync failed may exist at the next start and refer to this object. Otherwise it is swept.
      if (durability?.hasFailed()) return
      const running = replaced.get(key)
      if (running) running.isRemoved = true
      await unlinkIfThere(fileOf(key))
      // Removes the leftover of an interrupted replacement; a running one cleans up itself.
      if (!running && !key.includes('.')) await unlinkIfThere(fileOf(`${key}.new`))
    },
    async *list() {
      for await (const entry of await opendir(folder)) {
        const found = await stat(path.join(folder, entry.name)).catch(() => undefined)
        if (found) yield { key: entry.name, writtenAt: found.mtimeMs }
      }
    },
    // Files that are being written are listed.
    removeUnfinished: async () => undefined,
    isReachable: async () => true,
  }
}

/** Writes a new file that only its owner can read, and syncs its bytes. A failed write leaves no file. */
export async function writeNewFile(file: string, chunks: AsyncIterable<Uint8Array>) {
  const handle = await open(file, 'wx', 0o600)
  try {
    try {
      await writeGathered(handle, chunks)
      await handle.datasync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // A file that cannot be removed is swept later; report the first error.
    await unlink(file).catch(() => undefined)
    throw error
  }
}

async function unlinkIfThere(file: string) {
  await unlink(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Copies into a new file that only its owner can read, and syncs its bytes. */
export async function copyBytes(from: string, to: string) {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await chmod(to, 0o600)
  const handle = await open(to, 'r')
  await handle.datasync().finally(() => handle.close())
}

/** Buffered before a write, because each system call has a fixed cost. */
const GATHER_BYTES = 256 * 1024

/** Writes the chunks at the handle's position, several per call. The caller syncs. */
export async function writeGathered(handle: FileHandle, chunks: AsyncIterable<Uint8Array>) {
  let pending: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    pending.push(chunk)
    length += chunk.length
    if (length < GATHER_BYTES) continue
    await writeAll(handle, pending, length)
    pending = []
    length = 0
  }
  if (length > 0) await writeAll(handle, pending, length)
}

async function writeAll(handle: FileHandle, pieces: Uint8Array[], length: number) {
  let { bytesWritten } = await handle.writev(pieces)
  if (bytesWritten === length) return
  // A signal or a nearly full disk can shorten a write: write the rest until it is complete or throws.
  const whole = Buffer.concat(pieces, length)
  while (bytesWritten < length) bytesWritten += (await handle.write(whole, bytesWritten)).bytesWritten
}

/** Calls during a sync share the next one, because the running sync may not cover their writes. */
export function shareSync(sync: () => Promise<void>) {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    running = sync().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
