// Encrypted, synced files of the peer and of the limit.
import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'

const key = randomBytes(32)

/** AES-256-GCM: nonce, ciphertext and tag. */
export function encrypt(bytes) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return [nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
}

/** A folder of files. */
export async function openFiles(dataDir) {
  const folder = path.join(dataDir, 'files')
  mkdirSync(folder, { recursive: true })
  const descriptor = await open(folder, 'r')
  return {
    /** Writes a new encrypted file and syncs its bytes. */
    async write(bytes) {
      const id = randomUUID()
      const sha256 = createHash('sha256').update(bytes).digest('base64url')
      const file = await open(path.join(folder, id), 'wx', 0o600)
      try {
        await file.writev(encrypt(bytes))
        await file.datasync()
      } finally {
        await file.close()
      }
      return { id, sha256, fileSize: bytes.length }
    },
    /** Makes the names of written files durable. */
    syncFolder: () => descriptor.sync(),
  }
}
