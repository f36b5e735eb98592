import path from 'node:path'
import { type VerifiedCopy, verifyCopy } from '../../platform/db/database-copy.ts'
import { findUnknownMigration, isUnreleased } from '../../platform/db/migrate.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { BackupError } from './backup-error.ts'
import { DATABASE, FILES, type Manifest } from './backup-manifest.ts'
import { readBackup } from './read-backup.ts'

/** Unpacks a backup, or only its database, into `folder`, which the caller removes, and verifies all of it. */
export async function verifyBackup(
  keyring: Keyring,
  file: string,
  folder: string,
  { isDatabaseOnly = false } = {},
): Promise<Manifest & Pick<VerifiedCopy, 'orders'>> {
  const manifest = await readBackup(keyring, file, {
    folder,
    isWanted: (name) => !isDatabaseOnly || name === DATABASE,
  })
  if (isUnreleased(manifest.migrations))
    throw new BackupError('config', 'The backup is from before version 1.0.0, which cannot be restored.')
  const unknown = findUnknownMigration(manifest.migrations)
  if (unknown !== undefined)
    throw new BackupError(
      'config',
      `The backup was made by a newer version of the site (its schema has '${unknown}'). Restore it with that version.`,
    )
  const database = verifiedCopy(file, path.join(folder, DATABASE))
  const named = new Set([DATABASE, ...database.objects.map((key) => `${FILES}/${key}`)])
  const isSame =
    JSON.stringify([database.rows, database.migrations, database.audit]) ===
      JSON.stringify([manifest.rows, manifest.migrations, manifest.audit]) &&
    named.size === manifest.files.length &&
    manifest.files.every(({ name }) => named.has(name))
  if (!isSame)
    throw new BackupError('damaged', `The backup ${file} is damaged: its database is not what its manifest says.`)
  return { ...manifest, orders: database.orders }
}

function verifiedCopy(file: string, database: string) {
  try {
    return verifyCopy(database)
  } catch (error) {
    throw new BackupError('damaged', `The backup ${file} is damaged: ${error instanceof Error ? error.message : ''}`)
  }
}
