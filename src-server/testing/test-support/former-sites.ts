import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { describeTable, listTableNames } from '../../operator/move/table-queries.ts'
import { openDatabase, type ServerDb } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { clearPolicies } from '../../platform/db/table-rules.ts'
import { migrate } from './migrate-to.ts'
import { balancesOf } from './payouts.ts'
import { createTestApp } from './test-app.ts'
import { isOnPostgres, openEmptyDatabase } from './test-database.ts'

/** Releases and commits whose use cases have made the databases of `former-sites/`, with their last migration. */
const formerSites = { '1.0.0': '0011-audit', '2a87396c': '0026-audit-head' } as const
export type FormerSite = keyof typeof formerSites

const keys = `k1:${Buffer.alloc(32, 7).toString('base64')}`

/** Starts a site with the data of an earlier release: its app after the upgrade, and what it had before. */
export async function upgradeFormerSite(release: FormerSite, upgradedAt: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(upgradedAt) })
  try {
    const db = await openFormerDatabase(release)
    const before = await balancesOf({ ctx: { db } as never })
    const transfers = await db.selectFrom('ledger_transfers').selectAll().orderBy('sequence').execute()
    await migrate(db, () => true)
    const app = await createTestApp({ DATA_KEYS: keys }, { db })
    app.clock.set(Date.parse(upgradedAt))
    return { app, before, transfers }
  } finally {
    vi.useRealTimers()
  }
}

async function openFormerDatabase(release: FormerSite): Promise<ServerDb> {
  const file = path.join(import.meta.dirname, 'former-sites', `${release}.sqlite.gz`)
  const source = openDatabase(gunzipSync(readFileSync(file)))
  if (!isOnPostgres()) return source
  const db = await openEmptyDatabase()
  await migrate(db, (name) => name <= formerSites[release])
  const { rows } = await sql<{ name: keyof Schema }>`select name from sqlite_schema order by rowid`.execute(source)
  const known = await listTableNames(db)
  // Triggers derive the others.
  const isCopied = (name: keyof Schema) => known.includes(name) && clearPolicies[name] !== 'derived'
  for (const { name } of rows.filter((each) => isCopied(each.name) && !each.name.startsWith('kysely'))) {
    const { computed } = await describeTable(source, name)
    const all = await source.selectFrom(name).selectAll().execute()
    for (const row of all.map((each) => Object.entries(each).filter(([column]) => !computed.includes(column)))) {
      const insert = db.insertInto(name).values(Object.fromEntries(row))
      await insert.onConflict((on) => on.doNothing()).execute()
    }
  }
  await source.destroy()
  return db
}
