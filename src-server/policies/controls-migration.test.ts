import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import type { ServerDb } from '../platform/db/database.ts'
import { openEmptyDatabase } from '../testing/test-support/test-database.ts'
import { readPolicy } from './policies.ts'

const at = '2026-10-01T08:00:00.000Z'
type Stored = { name: string; version: number; body: object }

/** A site of the release before, with these members of staff and versions of policies, after the migration. */
async function migrated(roles: readonly string[], stored: readonly Stored[] = []): Promise<ServerDb> {
  const db = await openEmptyDatabase()
  const names = Object.keys(migrations)
  const run = async (wanted: readonly string[]) => {
    for (const name of wanted) await migrations[name]?.up(db as never)
  }
  await run(names.filter((name) => name < '0032'))
  for (const role of roles)
    await sql`insert into users (id, role, name, phone, address, password_hash, created_at, search_text)
      values (${role}, ${role}, ${role}, '', '', '', ${at}, '')`.execute(db)
  for (const { name, version, body } of stored)
    await sql`insert into policies (name, version, body, made_by, made_at)
      values (${name}, ${version}, ${JSON.stringify(body)}, 'owner', ${at})`.execute(db)
  await run(names.filter((name) => name >= '0032'))
  return db
}

test('a new site has the defaults', async () => {
  await using db = await migrated([])
  expect(await readPolicy(db, 'controls')).toMatchObject({ version: 0, values: { secondPersonFrom: 50_000 } })
})

test('a site without thresholds keeps none, and one person works alone as before', async () => {
  await using db = await migrated(['owner', 'reviewer'])
  const values = { secondPersonFrom: null, paidAloneADay: null, usualFee: null, worksAlone: true }
  expect(await readPolicy(db, 'controls')).toMatchObject({ version: 1, madeBy: 'owner', madeAt: at, values })
})

test('a site keeps the lowest of its newest thresholds, and its policies are read without them', async () => {
  await using db = await migrated(
    ['owner', 'finance'],
    [
      { name: 'payouts', version: 1, body: { secondPersonFromCents: 100, directCompleted: 'auto' } },
      { name: 'payouts', version: 2, body: { secondPersonFromCents: 70_000, adjustmentSecondPersonFromCents: 30_000 } },
      { name: 'inventory', version: 1, body: { custody: 'hold', lotSecondPersonFromCents: 40_000 } },
    ],
  )
  const values = { secondPersonFrom: 30_000, worksAlone: false }
  expect(await readPolicy(db, 'controls')).toMatchObject({ version: 1, values })
  expect((await readPolicy(db, 'inventory')).values).toEqual({ custody: 'hold', holdDays: 30 })
  expect((await readPolicy(db, 'payouts')).values).not.toHaveProperty('secondPersonFromCents')
  const [first] = await db.selectFrom('policies').selectAll().where('name', '=', 'payouts').orderBy('version').execute()
  expect(first?.body).toContain('auto')
})

test("the former choice 'auto' of who may set Completed counts as finance and owners", async () => {
  const body = { secondPersonFromCents: 100, directCompleted: 'auto' }
  await using db = await migrated(['owner'], [{ name: 'payouts', version: 1, body }])
  expect((await readPolicy(db, 'payouts')).values).toMatchObject({ directCompleted: 'finance' })
})
