import { prepareProcess, readMoveConfigs } from '../../platform/config/config.ts'
import { lockDataDir } from '../../platform/db/data-dir-lock.ts'
import type { MoveReport } from '../move/move-rows.ts'
import { moveSite } from '../move/move-site.ts'
import { BackupError } from '../operations/backup-archive.ts'
import { refuseHalfRestore } from '../operations/restore-target.ts'
import { openSite } from './open-site.ts'
import { print, readArguments, runCommand } from './run-command.ts'

const usage = `Usage: npm run move -- --to postgres://user:password@host/database [--verify]
  --to <address>  the new database, which is empty or has an interrupted move; REDIS_URL, S3_* and the data keys are
                  set as for the nodes
  --verify        only compare; nothing is copied`

const BATCH_ROWS = 500
const PROGRESS_EVERY_MS = 5_000

const options = { to: { type: 'string' }, verify: { type: 'boolean', default: false } } as const

runCommand(async () => {
  const { to, verify: isVerifying } = readArguments(usage, options, (words, { to, verify }) =>
    words.length === 0 && to ? { to, verify } : undefined,
  )
  prepareProcess()
  const configs = readMoveConfigs(to)
  refuseHalfRestore(configs.source.dataDir)
  // Before the lock, whose file needs the folder.
  await using source = await openSite(configs.source)
  using _ = lockDataDir(configs.source.dataDir)
  await using target = await openSite(configs.target)
  const ctx = { source, target, report: printedReport(), batchRows: BATCH_ROWS }
  try {
    await moveSite(ctx, target.keySource, { isVerifying })
  } catch (error) {
    if (error instanceof BackupError || isVerifying) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${message}\nThe move is not finished. Run the same command again to continue it.`, {
      cause: error,
    })
  }
  print(isVerifying ? 'The target is equal.' : 'The site is moved. Start the nodes, and never this server again.')
})

function printedReport(): MoveReport {
  let printedAt = performance.now()
  return {
    done: print,
    progress(line) {
      if (performance.now() - printedAt < PROGRESS_EVERY_MS) return
      printedAt = performance.now()
      print(`  ${line}`)
    },
  }
}
