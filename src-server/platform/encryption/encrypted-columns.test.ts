import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeEveryChange } from '../../testing/test-support/change-calls.ts'
import { releaseAll } from '../../testing/test-support/controls.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { aProblem } from '../../testing/test-support/problems.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { createWorld } from '../../testing/test-support/world.ts'
import { encryptedColumns, sentinelColumn } from '../db/table-rules.ts'
import { decrypt } from './encrypt.ts'

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

test('lists exactly the encrypted columns of the database', async () => {
  await using app = await createTestApp()
  const { rows } = await sql<{ table: string; column: string }>`
    select tables.name as "table", columns.name as "column"
    from pragma_table_list tables, pragma_table_info(tables.name) columns
    where tables.schema = 'main' and columns.name like '%encrypted'`.execute(app.ctx.db)
  expect(rows.map(nameOf).sort()).toEqual([...encryptedColumns, sentinelColumn].map(nameOf).sort())
})

test('values decrypt only in the place the list names', { timeout: 60_000 }, async () => {
  await using world = await createWorld()
  const { app, owner: staff } = world
  const { db, keyring } = app.ctx
  await makeEveryChange(world)
  await releaseAll(world.finance)
  await aSubmission(app, await app.customer(), { expiringDate: '12/31', additionalInfo: 'Under the foil' })
  const { id, version } = await aProblem(app, await app.customer(), staff)
  await staff.api.admin.problems.decide({ id, version, decision: 'write-off', undoable: true })
  const tried = new Set<string>()
  for (const { table, column, rowKey } of [...encryptedColumns, sentinelColumn]) {
    const { rows } = await sql<{ row: string; encrypted: string }>`
      select ${sql.ref(rowKey)} as row, ${sql.ref(column)} as encrypted
      from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db)
    for (const { row, encrypted } of rows) {
      expect(decrypt(keyring, encrypted, { table, column, row }).length).toBeGreaterThan(0)
      expect(() => decrypt(keyring, encrypted, { table, column, row: `${row}x` })).toThrow()
      tried.add(nameOf({ table, column }))
    }
  }
  // Set only for retired keys: see rotate-keys.test.ts.
  const all = [...encryptedColumns, sentinelColumn]
    .map(nameOf)
    .filter((name) => name !== 'data_keys.kept_keys_encrypted')
  expect([...tried].sort()).toEqual(all.sort())
})
