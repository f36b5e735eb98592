import path from 'node:path'
import { parseArgs } from 'node:util'
import type { SubmissionListInput } from '#shared/submission-schema.ts'
import { getNthNewest, writeCarelessly } from '../bench/queue-queries.ts'
import { seedQueue } from '../bench/seed-queue.ts'
import { readConfig } from '../config/config.ts'
import { createContext, type ServerContext } from '../context.ts'
import { listSubmissions } from '../submissions/list-submissions.ts'
import { print, runCommand } from './run-command.ts'

const ROUNDS = 41
const SEED_LIMIT_MS = 400_000

/** Typical staff queries for a queue of `size` submissions. */
async function queriesFor({ db }: ServerContext, size: number): Promise<Record<string, Partial<SubmissionListInput>>> {
  const one = await getNthNewest(db, size / 4)
  return {
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
  }
}

/** For `npm run bench`: seeds queues of the given sizes in a folder and prints the median ms of each query as JSON. */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [folder = '', ...given] = positionals
  const sizes = given.map(Number)
  const queues: {
    size: number
    ctx: ServerContext & AsyncDisposable
    asked: Awaited<ReturnType<typeof queriesFor>>
  }[] = []
  const seeded: number[] = []
  for (const size of sizes) {
    const dataDir = path.join(folder, String(size))
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    const started = performance.now()
    {
      await using seeding = await createContext(config)
      await writeCarelessly(seeding.db)
      await seedQueue(seeding, size, SEED_LIMIT_MS)
    }
    seeded.push(Math.round((performance.now() - started) / 1000))
    const ctx = await createContext(config)
    queues.push({ size, ctx, asked: await queriesFor(ctx, size) })
  }
  const names = Object.keys(queues[0]?.asked ?? {})
  const times = new Map(names.map((name) => [name, queues.map((): number[] => [])]))
  // Each round runs every query on every queue once; the first two rounds only warm up.
  for (let round = -2; round < ROUNDS; round++)
    for (const name of names)
      for (const [at, { ctx, asked }] of queues.entries()) {
        const started = performance.now()
        await listSubmissions(ctx, { role: 'owner' }, { page: 1, limit: 15, ...asked[name] })
        if (round >= 0) times.get(name)?.[at]?.push(performance.now() - started)
      }
  const medians = [...times].map(([what, of]) => ({ what, ms: of.map(median) }))
  for (const { ctx } of queues) await ctx[Symbol.asyncDispose]()
  print(JSON.stringify({ sizes, seeded, medians }))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

runCommand(main)
