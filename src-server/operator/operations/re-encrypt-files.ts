import { buffer } from 'node:stream/consumers'
import type { AppContext } from '../../context.ts'
import { isStoredKey } from '../../files/file-queries.ts'
import { decryptFile, ENCRYPTED_HEAD_BYTES, encryptFile, keyIdOfFile } from '../../platform/encryption/encrypt-file.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'

/** Numbers of what was re-encrypted, and of what could not be decrypted. */
export type ReEncrypted = { values: number; files: number; unreadable: number }

/**
 * Re-encrypts all objects of former keys. Those without a row are left to the sweep when they cannot be decrypted: an
 * upload is being written, or was interrupted by a crash.
 */
export async function reEncryptFiles(app: AppContext, done: ReEncrypted, signal?: AbortSignal) {
  const { storage, keyring } = app
  for await (const { key, keyId } of objectsByKey(storage)) {
    if (signal?.aborted) return
    if (keyId === keyring.activeId) continue
    try {
      await storage.replace(key, encryptFile(keyring, key, decryptFile(keyring, key, storage.read(key))))
      done.files++
    } catch (error) {
      // The file store failed, not this file: the next run continues.
      if (error instanceof AppError) throw error
      if (isGone(error) || !(await isStoredKey(app.db, key))) continue
      app.log.error({ err: error, key }, 'could not decrypt a stored file')
      done.unreadable++
    }
  }
}

/** Number of stored objects by key id; undefined for objects that are not encrypted files. */
export async function countFilesByKey(storage: FileStorage) {
  const counts = new Map<string | undefined, number>()
  for await (const { keyId } of objectsByKey(storage)) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
  return counts
}

async function* objectsByKey(storage: FileStorage): AsyncGenerator<{ key: string; keyId: string | undefined }> {
  for await (const { key } of storage.list()) {
    // Leftovers of interrupted replacements are swept.
    if (key.includes('.')) continue
    try {
      yield { key, keyId: keyIdOfFile(await buffer(storage.read(key, ENCRYPTED_HEAD_BYTES))) }
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

function isGone(error: unknown) {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
