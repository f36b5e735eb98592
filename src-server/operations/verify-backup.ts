import path from 'node:path'
import { verifyCopy } from '../db/database-copy.ts'
import { findUnknownMigration } from '../db/migrate.ts'
import type { Keyring } from '../encryption/keys.ts'
import { BackupError } from './backup-error.ts'
import { DATABASE, FILES, type Manifest } from './backup-manifest.ts'
import { readBackup } from './read-backup.ts'

/**
 * Unpacks a backup into `folder`, or its database alone, and proves it: every byte, every page and reference of the
 * database, and that it is what the manifest says, file by file.
 * @throws BackupError in words; what is in `folder` by then is the caller's to remove
 */
export async function verifyBackup(
  keyring: Keyring,
  file: string,
  folder: string,
  { isDatabaseOnly = false } = {},
): Promise<Manifest> {
  const manifest = await readBackup(keyring, file, {
    folder,
    isWanted: (name) => !isDatabaseOnly || name === DATABASE,
  })
  const unknown = findUnknownMigration(manifest.migrations)
  if (unknown !== undefined)
    throw new BackupError(
      'config',
      `The backup was made by a newer version of the site (its schema has '${unknown}'). Restore it with that version.`,
    )
  const database = provenCopy(file, path.join(folder, DATABASE))
  const named = new Set([DATABASE, ...database.objects.map((key) => `${FILES}/${key}`)])
  const isSame =
    JSON.stringify([database.rows, database.migrations, database.audit]) ===
      JSON.stringify([manifest.rows, manifest.migrations, manifest.audit]) &&
    named.size === manifest.files.length &&
    manifest.files.every(({ name }) => named.has(name))
  if (!isSame)
    throw new BackupError('damaged', `The backup ${file} is damaged: its database is not what its manifest says.`)
  return manifest
}

function provenCopy(file: string, database: string) {
  try {
    return verifyCopy(database)
  } catch (error) {
    throw new BackupError('damaged', `The backup ${file} is damaged: ${error instanceof Error ? error.message : ''}`)
  }
}
