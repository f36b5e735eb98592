import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { verifyLog } from '../audit/verify-log.ts'
import { systemClock } from '../clock.ts'
import { prepareProcess, readConfig } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { openKeyring } from '../encryption/open-keyring.ts'
import { print, runCommand } from './run-command.ts'

const usage = 'Usage: npm run audit-log:verify [-- --expect <hash>]'

/** `npm run audit-log:verify`: verifies the audit log and prints its length and head. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { expect: { type: 'string' } } })
  if (positionals.join() !== 'verify') throw new Error(usage)
  prepareProcess()
  const { databaseFile, dataDir, dataKeys } = readConfig()
  if (!existsSync(databaseFile)) throw new Error(`There is no database at ${databaseFile}.`)
  const db = openDatabase(databaseFile)
  try {
    const keyring = await openKeyring(db, systemClock, { dataKeys, keyFile: path.join(dataDir, 'data-keys') })
    const { count, head, problem } = await verifyLog(db, keyring, values.expect)
    print(`${count} entries, head ${head || 'none'}`)
    if (problem) throw new Error(problem)
    print('OK')
  } finally {
    await db.destroy()
  }
}

runCommand(main)
