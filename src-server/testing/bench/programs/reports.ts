import { parseArgs } from 'node:util'
import { businessDimensions, lossDimensions } from '#shared/report.ts'
import { createContext } from '../../../context.ts'
import { print, runCommand } from '../../../operator/commands/run-command.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { keepFigures } from '../../../reports/keep-figures.ts'
import { business, losses } from '../../../reports/ledger-report.ts'
import { insertLedger } from '../business-queries.ts'
import { insertPaidPayouts, writeCarelessly } from '../queue-queries.ts'
import { seedQueue } from '../seed-queue.ts'

const ROUNDS = 41
const SEED_LIMIT_MS = 400_000

/**
 * For `npm run bench`: seeds orders of two years with their ledger in a folder, keeps the figures, and prints as JSON
 * how long that took and the median ms of each report of 12 months.
 */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [folder = '', orders = ''] = positionals
  const app = await createContext(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }))
  await writeCarelessly(app.db)
  await seedQueue(app, Number(orders), SEED_LIMIT_MS)
  await insertPaidPayouts(app.db)
  await insertLedger(app.db)
  const started = performance.now()
  const transfers = await keepFigures(app)
  const keptMs = performance.now() - started
  const reads = [
    ...businessDimensions.map((by) => [`business by ${by}`, () => business.read(app, { by })] as const),
    ...lossDimensions.map((by) => [`losses by ${by}`, () => losses.read(app, { by })] as const),
  ]
  const medians = []
  for (const [what, read] of reads) medians.push({ what, ms: await medianOf(read) })
  await app[Symbol.asyncDispose]()
  print(JSON.stringify({ transfers, keptMs, medians }))
}

async function medianOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // The first two rounds only warm up.
  for (let round = -2; round < ROUNDS; round++) {
    const started = performance.now()
    await read()
    if (round >= 0) times.push(performance.now() - started)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

runCommand(main)
