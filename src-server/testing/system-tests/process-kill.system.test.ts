import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { type LoadCustomer, startLoadCustomer } from './load-customers.ts'
import { findInconsistencies, orphansOf } from './partial-writes.ts'
import { atScale, recordMetric } from './system-test.ts'

const KILLS = atScale(5, 100)
const CLIENTS = 8
/** The kill happens at this number of acknowledged actions per run, while others are in progress. */
const ACKNOWLEDGED_PER_LIFE = atScale(12, 52)
const LONG_AGO = new Date(Date.now() - 3 * 60 * 60 * 1000)

test(`${KILLS} kills under ${CLIENTS} clients lose, alter and duplicate nothing acknowledged`, async () => {
  using folder = tempFolder()
  const start = () => startServerProcess(folder.path, { LIMITS: 'off', LOG_LEVEL: 'warn' })
  let server = await start()
  const customers = await Promise.all(
    Array.from({ length: CLIENTS }, (_, at) => startLoadCustomer(() => server.url, `seller${at}@mail.example`)),
  )
  const restarts: number[] = []
  const problems: string[] = []

  for (let life = 0; life < KILLS; life++) {
    await workUntilKilled(server, customers)
    const before = performance.now()
    server = await start()
    await fetch(`${server.url}/api/health`)
    restarts.push(performance.now() - before)
    // Checks acknowledged actions and repeats interrupted ones with their key, as a page does.
    await Promise.all(customers.map((customer) => customer.settle()))
    problems.push(...findInconsistencies(folder.path))
    // An hour passes, as between crashes of a real server: more unrecorded files at once are not swept.
    await server.end('SIGTERM')
    await sweep(folder.path, start)
    server = await start()
  }
  for (const customer of customers) problems.push(...(await customer.problems()))

  expect(await server.end('SIGTERM')).toBe(0)
  await sweep(folder.path, start)
  const orphans = orphansOf(folder.path).length
  const acknowledged = customers.reduce((sum, customer) => sum + customer.acknowledged(), 0)
  restarts.sort((one, other) => one - other)
  const p95 = restarts[Math.floor(restarts.length * 0.95)] ?? 0
  recordMetric({
    claim: `SIGKILL in a loop under ${CLIENTS} clients with files`,
    figure: `${KILLS} kills, ${acknowledged} acknowledged, ${problems.length} lost, altered or duplicated, ${orphans} orphans after a sweep`,
    goal: 'at least 5,000 / 0 / 0',
    isMet: acknowledged >= 5_000 && problems.length === 0 && orphans === 0,
  })
  recordMetric({
    claim: 'From a kill to the first answer of the next start, p95',
    figure: `${p95.toFixed(0)} ms (longest ${restarts.at(-1)?.toFixed(0)} ms)`,
    goal: 'under 1 s',
    isMet: p95 < 1_000,
  })
  expect(problems).toEqual([])
  expect(orphans).toBe(0)
  expect(acknowledged).toBeGreaterThanOrEqual(KILLS * ACKNOWLEDGED_PER_LIFE)
})

async function workUntilKilled(server: ServerProcess, customers: readonly LoadCustomer[]): Promise<void> {
  let acknowledged = 0
  let isKilled = false
  const work = async (customer: LoadCustomer) => {
    while (!isKilled) {
      try {
        await customer.doNext()
      } catch (error) {
        if (!isKilled) throw error
        return
      }
      if (++acknowledged === ACKNOWLEDGED_PER_LIFE) {
        isKilled = true
        server.child.kill('SIGKILL')
      }
    }
  }
  await Promise.all(customers.map(work))
  await server.end('SIGKILL')
}

/** Ages the stored files by hours; the next start sweeps orphans. */
async function sweep(dataDir: string, start: () => Promise<ServerProcess>): Promise<void> {
  const files = path.join(dataDir, 'files')
  for (const name of readdirSync(files)) utimesSync(path.join(files, name), LONG_AGO, LONG_AGO)
  const server = await start()
  await expect.poll(() => orphansOf(dataDir).length, { timeout: 20_000 }).toBe(0)
  await server.end('SIGTERM')
}
