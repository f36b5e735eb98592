import { mkdirSync } from 'node:fs'
import { type FileHandle, open, opendir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { FileStorage } from './file-storage.ts'

/** Objects as files of one folder. The folder is made when it is missing. */
export function createDiskStorage(folder: string): FileStorage {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (key: string) => {
    if (!/^[\w-]+$/.test(key)) throw new Error('Not a storage key.')
    return path.join(folder, key)
  }
  const syncFolder = sharedFolderSync(folder)

  return {
    async write(key, chunks) {
      const file = fileOf(key)
      // The name is new and random, and no row mentions it yet: a torn file is an orphan, never a half-read one.
      const handle = await open(file, 'wx', 0o600)
      try {
        for await (const chunk of chunks) await writeAll(handle, chunk)
        await handle.datasync()
      } catch (error) {
        await handle.close()
        await unlink(file)
        throw error
      }
      await handle.close()
      await syncFolder()
    },
    async *read(key) {
      yield* (await open(fileOf(key), 'r')).createReadStream({ highWaterMark: 64 * 1024 })
    },
    async remove(key) {
      await unlink(fileOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    },
    async *list() {
      for await (const entry of await opendir(folder)) {
        const found = await stat(path.join(folder, entry.name)).catch(() => undefined)
        if (found) yield { key: entry.name, writtenAt: found.mtimeMs }
      }
    },
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    offset += (await handle.write(chunk, offset)).bytesWritten
  }
}

/**
 * Makes new names in the folder durable. Callers that arrive while a sync runs share the next one: it starts after
 * their name was made, which is all they need.
 */
function sharedFolderSync(folder: string): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const run = async () => {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  const start = () => {
    running = run().finally(() => {
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
