// Fills the database of a site with orders that wait and signed-in staff, by the sources of a checkout. Prints both.
import { pathToFileURL } from 'node:url'

const HOUR_MS = 60 * 60 * 1000
const MOST_MS = 120_000

const [folder, orders, reviewers] = process.argv.slice(2)
const source = (file) => import(pathToFileURL(`${folder}/src-server/${file}`).href)
const { createContext } = await source('context.ts')
const { readConfig } = await source('platform/config/config.ts')
const { seedQueue } = await source('testing/bench/seed-queue.ts')
const { noControls, setControls } = await source('testing/test-support/controls.ts')
const { seedPeople } = await source('testing/system-tests/seeded-accounts.ts')

const ctx = await createContext(readConfig({ ...process.env, LOG_LEVEL: 'silent' }))
await seedQueue(ctx, Number(orders), MOST_MS)
const due = new Date(ctx.clock.now().getTime() + HOUR_MS).toISOString()
await ctx.db
  .updateTable('submissions')
  .set({ status: 'pending', version: 1, final_at: null, purged_at: null, due_at: due })
  .execute()
const ids = await ctx.db.selectFrom('submissions').select('id').execute()
const cookiesOf = async (role, count) => (await seedPeople(ctx, role, count)).map(({ cookie }) => cookie)
// Only owners both approve and pay.
const staff = { reviewers: await cookiesOf('owner', Number(reviewers)), owner: (await cookiesOf('owner', 1))[0] }
await setControls({ ctx }, noControls)
await ctx[Symbol.asyncDispose]()
process.stdout.write(JSON.stringify({ ...staff, orders: ids.map(({ id }) => id) }))
