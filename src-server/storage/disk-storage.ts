import { constants, fsync, openSync } from 'node:fs'
import { chmod, copyFile, type FileHandle, link, open, opendir, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Durability } from '../db/durability.ts'
import type { FileStorage } from './file-storage.ts'
import { makeFolder } from './make-folder.ts'
import { shareSync } from './shared-sync.ts'

/**
 * Objects as files of one folder. The folder is made when it is missing. `durability` hears of every sync that fails;
 * nothing is removed once something was lost. `sync` makes the names in an open folder durable.
 */
export function createDiskStorage(
  folder: string,
  durability?: Pick<Durability, 'judge' | 'isLost'>,
  sync: (descriptor: number) => Promise<void> = promisify(fsync),
): FileStorage {
  makeFolder(folder)
  const fileOf = (key: string) => {
    if (!/^[\w-]+(\.new)?$/.test(key)) throw new Error('Not a storage key.')
    return path.join(folder, key)
  }
  const descriptor = openSync(folder, 'r')
  const syncFolder = shareSync(() => sync(descriptor))

  /** Objects that are being replaced, and whether they were removed meanwhile. */
  const replaced = new Map<string, { isRemoved: boolean }>()

  async function judged(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      durability?.judge(error)
      throw error
    }
  }

  return {
    async write(key, chunks) {
      // The name is new and random, and no row mentions it yet: a torn file is an orphan, never a half-read one.
      await judged(async () => {
        await writeFile(fileOf(key), chunks)
        await syncFolder()
      })
    },
    async replace(key, chunks) {
      const [file, part] = [fileOf(key), fileOf(`${key}.new`)]
      const state = { isRemoved: false }
      replaced.set(key, state)
      try {
        await judged(async () => {
          await stat(file)
          await unlinkIfThere(part)
          await writeFile(part, chunks)
          await (state.isRemoved ? unlinkIfThere(part) : rename(part, file))
          if (state.isRemoved) await unlinkIfThere(file)
          await syncFolder()
        })
      } finally {
        replaced.delete(key)
      }
    },
    async *read(key, most) {
      const end = most === undefined ? undefined : most - 1
      yield* (await open(fileOf(key), 'r')).createReadStream({ highWaterMark: 64 * 1024, end })
    },
    async copyOut(key, file) {
      // Objects never change, so a second name for the same bytes is a copy; another disk needs them again.
      await link(fileOf(key), file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw error
        return copyBytes(fileOf(key), file)
      })
    },
    async remove(key) {
      // A commit whose sync failed may hold at the next start, and names this object then. If not, it is swept.
      if (durability?.isLost()) return
      const running = replaced.get(key)
      if (running) running.isRemoved = true
      await unlinkIfThere(fileOf(key))
      // What a replacement that was cut off has left; one that is under way sees to its own.
      if (!running && !key.includes('.')) await unlinkIfThere(fileOf(`${key}.new`))
    },
    async *list() {
      for await (const entry of await opendir(folder)) {
        const found = await stat(path.join(folder, entry.name)).catch(() => undefined)
        if (found) yield { key: entry.name, writtenAt: found.mtimeMs }
      }
    },
  }
}

async function writeFile(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    try {
      await writeGathered(handle, chunks)
      await handle.datasync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // What cannot be removed either is swept; the first error says what is wrong.
    await unlink(file).catch(() => undefined)
    throw error
  }
}

async function unlinkIfThere(file: string): Promise<void> {
  await unlink(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function copyBytes(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await chmod(to, 0o600)
  const handle = await open(to, 'r')
  await handle.datasync().finally(() => handle.close())
}

/** A photo is written in one call or a few: each has its price, however little it carries. */
const GATHER_BYTES = 256 * 1024

/** Writes the pieces at the handle's place, many at once; syncing is the caller's. */
export async function writeGathered(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    length += chunk.length
    if (length < GATHER_BYTES) continue
    await writeAll(handle, held, length)
    held = []
    length = 0
  }
  if (length > 0) await writeAll(handle, held, length)
}

async function writeAll(handle: FileHandle, pieces: Uint8Array[], length: number): Promise<void> {
  let { bytesWritten } = await handle.writev(pieces)
  if (bytesWritten === length) return
  // Rare: a signal or a nearly full disk cut the write short; what is left goes out until an error says why.
  const whole = Buffer.concat(pieces, length)
  while (bytesWritten < length) bytesWritten += (await handle.write(whole, bytesWritten)).bytesWritten
}
