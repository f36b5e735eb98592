import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { CopyBefore } from '../../platform/db/migrate.ts'
import { verifyKeyring } from '../../platform/encryption/open-keyring.ts'
import type { SiteToUpgrade } from '../../platform/open-platform.ts'
import { hasBackupFolder, makeBackup } from './backup.ts'
import { createSiteLog } from './recovery-log.ts'

/** Makes a backup named after the first migration of an upgrade, when BACKUP_DIR is set. */
export async function backUpBeforeMigration(site: SiteToUpgrade, migration: string): Promise<CopyBefore | undefined> {
  const { config, db, keySource, log } = site
  if (!hasBackupFolder(config)) return undefined
  log.info({ migration }, 'backing up before the database is upgraded')
  try {
    const { keyring } = await verifyKeyring(db, keySource)
    const { file } = await makeBackup({ ...site, keyring }, { isAlone: true, beforeMigration: migration })
    return {
      name: path.basename(file),
      discard: () => rm(file, { force: true }),
      complete: () =>
        createSiteLog({ db, keyring, log }, config.backupDir)
          .write()
          .catch((error: unknown) =>
            log.error({ err: error }, 'could not write the recovery log beside the backup, will retry'),
          ),
    }
  } catch (error) {
    throw new Error(
      `The database was not upgraded, because it could not be backed up to BACKUP_DIR ${config.backupDir}: ` +
        `${error instanceof Error ? error.message : error}. Mend that and start again, or start without BACKUP_DIR.`,
      { cause: error },
    )
  }
}
