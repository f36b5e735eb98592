import { parseArgs } from 'node:util'
import { noRequest } from '../../../audit/audit-queries.ts'
import { createContext } from '../../../context.ts'
import { print, runCommand } from '../../../operator/commands/run-command.ts'
import { readInsiderReport } from '../../../operator/operations/insider-report.ts'
import { listReportedStaff } from '../../../operator/operations/insider-report-queries.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { asServer } from '../../../platform/db/database.ts'
import { writeCarelessly } from '../queue-queries.ts'
import { seedDuties } from '../seed-duties.ts'
import { seedQueue } from '../seed-queue.ts'

const DAYS = 30
const REVIEWERS = 5
const ROUNDS = 7
const SEED_LIMIT_MS = 400_000

/**
 * For `npm run bench`: seeds 30 days of orders and what staff did with them, and prints how long the insider report
 * takes as JSON: the median in ms, and the longest time in which nothing else ran.
 */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [folder = '', ordersADay = ''] = positionals
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' })
  const to = Date.now()
  const span = { from: to - DAYS * DAY_MS, to }
  const app = await createContext(config)
  await writeCarelessly(app.db)
  await seedQueue(app, DAYS * Number(ordersADay), SEED_LIMIT_MS)
  const entries = await seedDuties(app, { ...span, reviewers: REVIEWERS })
  const id = (await listReportedStaff(app.db))[0]?.id ?? ''
  const period = { from: new Date(span.from).toISOString(), to: new Date(to).toISOString() }
  const times: number[] = []
  const blocked = watchLoop()
  // The first round only warms up.
  for (let round = -1; round < ROUNDS; round++) {
    const started = performance.now()
    await readInsiderReport(asServer(app), { id, ...noRequest }, period)
    if (round >= 0) times.push(performance.now() - started)
  }
  const ms = times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  await app[Symbol.asyncDispose]()
  print(JSON.stringify({ entries, ms, blockedMs: blocked.stop() }))
}

/** Measures the longest time between two turns of the event loop. */
function watchLoop() {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

runCommand(main)
