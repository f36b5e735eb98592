import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { PayoutListInput } from '#shared/payout-list-schema.ts'
import type { SubmissionListInput } from '#shared/submission-schema.ts'
import { createContext, type ServerContext } from '../../../context.ts'
import { print, runCommand } from '../../../operator/commands/run-command.ts'
import { listPayouts, sumPayouts } from '../../../payouts/list-payouts.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { listSubmissions } from '../../../submissions/list-submissions.ts'
import { measureReads } from '../measure-reads.ts'
import { getNthNewest, insertPaidPayouts, writeCarelessly } from '../queue-queries.ts'
import { seedQueue } from '../seed-queue.ts'

/** Seeding a queue of a million takes at most this long; a larger one as much longer as it is larger. */
const SEED_LIMIT_MS = 400_000
const SEED_LIMIT_ROWS = 1_000_000

/** Typical queries of staff for a queue of `size` submissions and their payouts. */
async function queriesFor(app: ServerContext, size: number): Promise<Record<string, () => Promise<unknown>>> {
  const one = await getNthNewest(app.db, size / 4)
  const queue = {
    'first page': {},
    // The last page at 10,000 submissions.
    'page 1,000': { page: 1000, limit: 10 },
    'filtered page': { status: 'rejected' },
    'search hit, an e-mail': { search: one.email },
    'search hit, an id': { search: one.id },
    'search hit, a brand': { search: 'steam' },
    'search miss': { search: 'nobody-here@mail.example' },
    'search and status': { search: 'patel', status: 'failed' },
    'search of two characters': { search: 'zq' },
    'last page': { page: size / 10, limit: 10 },
  } satisfies Record<string, Partial<SubmissionListInput>>
  const payouts = {
    'payouts, first page': {},
    'payouts, ready': { state: 'ready' },
    'payouts, done': { state: 'done' },
    // The last page at 10,000 submissions.
    'payouts, page 350': { page: 350 },
    'payouts, what needs attention': { state: 'attention' },
    'payouts, search hit, an e-mail': { search: one.email },
  } satisfies Record<string, Partial<PayoutListInput>>
  return {
    ...mapped(queue, (asked) =>
      listSubmissions(app, { role: 'owner', apiToken: undefined }, { page: 1, limit: 15, ...asked }),
    ),
    ...mapped(payouts, (asked) => listPayouts(app, { page: 1, limit: PAYOUTS_PER_PAGE, ...asked })),
    'payouts, sums': () => sumPayouts(app),
  }
}

function mapped<Input>(of: Record<string, Input>, read: (input: Input) => Promise<unknown>) {
  return Object.fromEntries(Object.entries(of).map(([name, input]) => [name, () => read(input)]))
}

/**
 * For `npm run bench`: seeds queues of the given sizes in a folder and prints the median ms of each query as JSON,
 * with those of every round on the first queue, the control.
 */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [folder = '', ...given] = positionals
  const sizes = given.map(Number)
  const queues: {
    size: number
    ctx: ServerContext & AsyncDisposable
    reads: Awaited<ReturnType<typeof queriesFor>>
  }[] = []
  const seeded: number[] = []
  const bytes: number[] = []
  for (const size of sizes) {
    const dataDir = path.join(folder, String(size))
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    const started = performance.now()
    const seeding = await createContext(config)
    await writeCarelessly(seeding.db)
    await seedQueue(seeding, size, SEED_LIMIT_MS * Math.max(1, size / SEED_LIMIT_ROWS))
    await insertPaidPayouts(seeding.db)
    await seeding[Symbol.asyncDispose]()
    seeded.push(Math.round((performance.now() - started) / 1000))
    bytes.push(statSync(config.databaseFile).size)
    const ctx = await createContext(config)
    queues.push({ size, ctx, reads: await queriesFor(ctx, size) })
  }
  const medians = await measureReads(queues)
  for (const { ctx } of queues) await ctx[Symbol.asyncDispose]()
  print(JSON.stringify({ sizes, seeded, bytes, medians }))
}

runCommand(main)
