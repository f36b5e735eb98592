import { parseArgs } from 'node:util'
import { createContext } from '../../../context.ts'
import { print, runCommand } from '../../../operator/commands/run-command.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { getTransaction } from '../../../submissions/list-submissions.ts'
import { makeAllWait, writeCarelessly } from '../queue-queries.ts'
import { seedQueue } from '../seed-queue.ts'

const PAGES = 200
const WARM_UP = 20
const SEED_LIMIT_MS = 400_000

/**
 * For `npm run bench`: seeds orders in a folder, all of which wait, and prints as JSON how many ms 200 order pages with
 * their place in line took: median and longest.
 */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [folder = '', orders = ''] = positionals
  const app = await createContext(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }))
  await writeCarelessly(app.db)
  await seedQueue(app, Number(orders), SEED_LIMIT_MS)
  const pages = await makeAllWait(app.db, PAGES)
  for (const { id, user_id } of pages.slice(0, WARM_UP)) await getTransaction(app, user_id, id)
  const times: number[] = []
  for (const { id, user_id } of pages) {
    const started = performance.now()
    const { tracking } = await getTransaction(app, user_id, id)
    times.push(performance.now() - started)
    if (!tracking) throw new Error(`The order ${id} is not in line.`)
  }
  times.sort((one, other) => one - other)
  await app[Symbol.asyncDispose]()
  print(JSON.stringify({ pages: times.length, median: times[Math.floor(times.length / 2)], longest: times.at(-1) }))
}

runCommand(main)
