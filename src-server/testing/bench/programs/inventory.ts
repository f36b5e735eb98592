import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ItemListInput } from '#shared/inventory-schema.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import { createContext, type ServerContext } from '../../../context.ts'
import { listItems, sumStockByBrand } from '../../../inventory/list-items.ts'
import { print, runCommand } from '../../../operator/commands/run-command.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { completeAll, getMiddleItem, insertItems } from '../inventory-queries.ts'
import { measureReads } from '../measure-reads.ts'
import { insertPaidPayouts, writeCarelessly } from '../queue-queries.ts'
import { seedQueue } from '../seed-queue.ts'

const SEED_LIMIT_MS = 400_000

/** What staff read of an inventory of `count` items. */
async function readsOf(app: ServerContext, count: number): Promise<Record<string, () => Promise<unknown>>> {
  const one = await getMiddleItem(app.db, count)
  const lists = {
    'in stock, first page': { state: 'stock' },
    'in stock, 8 to 30 days': { state: 'stock', age: '8-30' },
    'in stock, older': { state: 'stock', age: 'older' },
    'in stock, a brand': { state: 'stock', brand: 'steam' },
    'disposed, first page': { state: 'disposed' },
    'all, page 100': { page: 100 },
    "search, a number's last 4": { search: one.number_end },
    'search, an order': { search: one.submission_id },
    'search, a buyer': { search: 'resale of cards 7' },
    'search, a reference': { search: 'INV-204' },
  } satisfies Record<string, Partial<ItemListInput>>
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([name, asked]) => [
        name,
        () => listItems(app, { page: 1, limit: PAYOUTS_PER_PAGE, ...asked }),
      ]),
    ),
    'stock by brand and age': () => sumStockByBrand(app),
  }
}

/**
 * For `npm run bench`: makes inventories of the given sizes in a folder and prints the median ms of each read as JSON,
 * with those of every round on the first one, the control.
 */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [folder = '', ...sizes] = positionals
  const inventories: { ctx: ServerContext & AsyncDisposable; reads: Awaited<ReturnType<typeof readsOf>> }[] = []
  for (const count of sizes.map(Number)) {
    const config = readConfig({ DATA_DIR: path.join(folder, String(count)), LOG_LEVEL: 'error' })
    const seeding = await createContext(config)
    await writeCarelessly(seeding.db)
    await seedQueue(seeding, count, SEED_LIMIT_MS)
    await completeAll(seeding.db)
    await insertPaidPayouts(seeding.db)
    await insertItems(seeding.db, count)
    await seeding[Symbol.asyncDispose]()
    const ctx = await createContext(config)
    inventories.push({ ctx, reads: await readsOf(ctx, count) })
  }
  const medians = await measureReads(inventories)
  for (const { ctx } of inventories) await ctx[Symbol.asyncDispose]()
  print(JSON.stringify({ medians }))
}

runCommand(main)
