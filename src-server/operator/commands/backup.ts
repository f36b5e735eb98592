import path from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { prepareProcess, readConfig } from '../../platform/config/config.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { createLog } from '../../platform/logging/logger.ts'
import { makeBackup } from '../operations/backup.ts'
import { assertCopiesSite, openSite } from './open-site.ts'
import { print, readArguments, runCommand } from './run-command.ts'

const usage = 'Usage: npm run backup -- [folder] [--keep <number of backups to leave in it>]'

runCommand(async () => {
  const { into, keep } = readArguments(usage, { keep: { type: 'string' } }, ([into, ...more], values) => {
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    const isRight = more.length === 0 && (keep === undefined || (Number.isInteger(keep) && keep > 0))
    return isRight ? { into: into && path.resolve(into), keep } : undefined
  })
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
})
