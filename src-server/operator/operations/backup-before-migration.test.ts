import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { createContext } from '../../context.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { listApplied } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/logging/logger.ts'
import { RECOVERY_LOG } from '../../platform/signed-logs/signed-log.ts'
import { makeOlderData } from '../../testing/test-support/older-data.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { backUpBeforeMigration, findBackupTime, makeBackup } from './backup.ts'
import { verifyBackup } from './read-backup.ts'

const names = Object.keys(migrations)
const BACKUP = expect.stringMatching(/^2[\dT.-]+Z-before-0012-payout-files\.gcebackup$/)

/** A site of version 1.0.0, and how to start this version on it. */
async function anOlderSite(folder: string, { backupDir = '', hasPeople = true } = {}) {
  const config = readConfig({ DATA_DIR: path.join(folder, 'data'), BACKUP_DIR: backupDir })
  await makeOlderData(config.dataDir, { hasPeople })
  const lines: string[] = []
  const log = createLog(config, { write: (line: string) => void lines.push(line) })
  return {
    config,
    start: () => createContext(config, { log, copyBeforeMigration: backUpBeforeMigration }),
    upgrades: () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('upgraded')),
  }
}

async function appliedIn(file: string): Promise<string[]> {
  await using db = openDatabase(file)
  return await listApplied(db)
}

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.gcebackup'))

test('an upgrade with BACKUP_DIR makes a backup of the older schema, with the logs beside it, and says so', async () => {
  using folder = tempFolder()
  const backupDir = path.join(folder.path, 'backups')
  const site = await anOlderSite(folder.path, { backupDir })
  await using app = await site.start()
  const [name = ''] = backupsIn(backupDir)
  expect(backupsIn(backupDir)).toEqual([BACKUP])
  expect(site.upgrades()).toMatchObject([
    { from: '0011-audit', to: names.at(-1), backup: name, msg: 'upgraded the database, after a backup' },
  ])
  expect(existsSync(path.join(backupDir, RECOVERY_LOG))).toBe(true)
  using restored = tempFolder()
  const manifest = await verifyBackup(app.keyring, path.join(backupDir, name), restored.path)
  expect([manifest.migrations.at(-1), manifest.rows.users]).toEqual(['0011-audit', 1])
  expect(await findBackupTime(backupDir)).toBeInstanceOf(Date)
  await makeBackup(app, { keep: 1 })
  expect(backupsIn(backupDir)).not.toContain(name)
})

test('without BACKUP_DIR the log says that nothing was copied; a start without an upgrade says nothing', async () => {
  using folder = tempFolder()
  const site = await anOlderSite(folder.path)
  for (let start = 0; start < 2; start++) await (await site.start())[Symbol.asyncDispose]()
  expect(site.upgrades()).toMatchObject([
    { from: '0011-audit', to: names.at(-1), msg: 'upgraded the database; nothing was copied before' },
  ])
  expect(existsSync(site.config.backupDir)).toBe(false)
})

test('a database without people is not copied, and a new one is no upgrade', async () => {
  using folder = tempFolder()
  using empty = tempFolder()
  const backupDir = path.join(folder.path, 'backups')
  const site = await anOlderSite(folder.path, { backupDir, hasPeople: false })
  await (await site.start())[Symbol.asyncDispose]()
  expect([existsSync(backupDir), site.upgrades().length]).toEqual([false, 1])
  const config = readConfig({ DATA_DIR: empty.path, BACKUP_DIR: backupDir })
  await (await createContext(config, { copyBeforeMigration: backUpBeforeMigration }))[Symbol.asyncDispose]()
  expect(existsSync(backupDir)).toBe(false)
})

test('refuses the upgrade in words, and changes nothing, when it cannot make the backup', async () => {
  using folder = tempFolder()
  const backupDir = path.join(folder.path, 'backups')
  const site = await anOlderSite(folder.path, { backupDir })
  const db = openDatabase(site.config.databaseFile)
  await sql`insert into files (id, owner_id, position, file_name, file_size, mime_type, sha256, uploaded_at)
    values ('lost', 'dana', 0, 'front.png', 1, 'image/png', '', '2026-11-20T12:00:00.000Z')`.execute(db)
  await db.destroy()
  await expect(site.start()).rejects.toThrow(
    /^The database was not upgraded, because it could not be backed up to BACKUP_DIR .*: The stored file lost is missing/,
  )
  expect((await appliedIn(site.config.databaseFile)).at(-1)).toBe('0011-audit')
  expect(backupsIn(backupDir)).toEqual([])
})

test('a migration that fails leaves no backup behind: the database is as it was', async () => {
  using folder = tempFolder()
  const backupDir = path.join(folder.path, 'backups')
  const site = await anOlderSite(folder.path, { backupDir })
  const db = openDatabase(site.config.databaseFile)
  // A table of another application, whose name a migration needs.
  await sql`create table appeals (id text)`.execute(db)
  await db.destroy()
  await expect(site.start()).rejects.toThrow('appeals already exists')
  expect([(await appliedIn(site.config.databaseFile)).at(-1), backupsIn(backupDir)]).toEqual(['0011-audit', []])
})
