import { writeFile } from 'node:fs/promises'
import type { FileStorage } from '../../platform/storage/file-storage.ts'

/** Stores objects in memory, for tests. */
export function createMemoryStorage(): FileStorage & { objects: Map<string, { bytes: Buffer; writtenAt: number }> } {
  const objects = new Map<string, { bytes: Buffer; writtenAt: number }>()
  return {
    objects,
    async write(key, chunks) {
      if (objects.has(key)) throw Object.assign(new Error('That key exists.'), { code: 'EEXIST' })
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      objects.set(key, { bytes: Buffer.concat(parts), writtenAt: Date.now() })
    },
    async *read(key, max) {
      const object = objects.get(key)
      if (!object) throw Object.assign(new Error('No such object.'), { code: 'ENOENT' })
      yield object.bytes.subarray(0, max)
    },
    async replace(key, chunks) {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      if (objects.has(key)) objects.set(key, { bytes: Buffer.concat(parts), writtenAt: Date.now() })
    },
    async copyOut(key, file) {
      const object = objects.get(key)
      if (!object) throw Object.assign(new Error('No such object.'), { code: 'ENOENT' })
      await writeFile(file, object.bytes, { mode: 0o600, flag: 'wx' })
    },
    async remove(key) {
      objects.delete(key)
    },
    async *list() {
      for (const [key, { writtenAt }] of [...objects]) yield { key, writtenAt }
    },
    removeUnfinished: async () => undefined,
    isReachable: async () => true,
  }
}
