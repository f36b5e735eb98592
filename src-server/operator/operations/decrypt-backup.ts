import { open, rm } from 'node:fs/promises'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { writeGathered } from '../../platform/storage/disk-storage.ts'
import { packTar } from './archive-tar.ts'
import { openArchive } from './backup-archive.ts'
import { BackupError } from './backup-error.ts'

/** Writes the contents of a backup as a new tar with mode 600. Card data and files in it stay encrypted. */
export async function decryptBackup(keyring: Keyring, file: string, tar: string): Promise<void> {
  const handle = await open(tar, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new BackupError('cannotCreate', `${tar} exists already.`) : error
  })
  try {
    await writeGathered(handle, packTar(openArchive(keyring, file)))
    await handle.sync()
  } catch (error) {
    await rm(tar)
    throw error
  } finally {
    await handle.close()
  }
}
