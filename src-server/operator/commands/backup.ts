import path from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../../platform/clock.ts'
import { prepareProcess, readConfig } from '../../platform/config/config.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { createLog } from '../../platform/logging/logger.ts'
import { makeBackup } from '../operations/backup.ts'
import { BackupError, exitFor } from '../operations/backup-error.ts'
import { assertCopiesSite, openSite } from './open-site.ts'
import { print, runCommand } from './run-command.ts'

const usage = 'Usage: npm run backup -- [folder] [--keep <number of backups to leave in it>]'

async function main() {
  const { into, keep } = readArguments()
  prepareProcess()
  const config = readConfig()
  assertCopiesSite(config, 'backup')
  await using site = await openSite(config)
  const { db, storage } = site
  const keyring = await openKeyring(db, systemClock, site.keySource)
  const ctx = { config, clock: systemClock, db, keyring, log: createLog(config), storage }
  const { file, rows, orders } = await makeBackup(ctx, { parent: into ?? config.backupDir, isAlone: true, keep })
  print(
    `${file}\n${rows.users} accounts, ${orders} submissions, ${rows.files} files, verified.\n` +
      `It is encrypted with the data key '${keyring.activeId}', which is not in it: keep DATA_KEYS or the file data-keys apart: without them the backup cannot be read.`,
  )
}

function readArguments(): { into: string | undefined; keep: number | undefined } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep > 0))) throw new Error(usage)
    return { into: positionals[0] && path.resolve(positionals[0]), keep }
  } catch {
    throw new BackupError('usage', usage)
  }
}

runCommand(main, exitFor)
