import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import type { ServerDb, Tx } from './database.ts'
import { afterCommit, inSavepoint, inServerTransaction, inTransaction, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'gce-database-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = (id: string) => ({ key_id: id, sentinel_encrypted: 'encrypted', created_at: '2026-11-20T12:00:00.000Z' })
const insert = (db: ServerDb, id: string) => db.insertInto('data_keys').values(key(id)).execute()
const keyIds = async ({ ctx }: TestApp) =>
  (await ctx.db.selectFrom('data_keys').select('key_id').orderBy('key_id').execute()).map(({ key_id }) => key_id)

test('sets the durability and confidentiality pragmas also on a reopened file', async () => {
  const file = path.join(folder, 'exchange.sqlite')
  const first = openDatabase(file)
  await migrate(first)
  await insert(first, 'kept')
  await first.destroy()

  const db = openDatabase(file)
  const pragma = async (name: string) => {
    const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)
    return Object.values(rows[0] ?? {})[0]
  }
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('foreign_keys')).toBe(1)
  expect(await pragma('secure_delete')).toBe(1)
  expect(await pragma('trusted_schema')).toBe(0)
  expect(await pragma('temp_store')).toBe(2)
  expect(await db.selectFrom('data_keys').select('key_id').execute()).toEqual([{ key_id: 'kept' }])
  await db.destroy()
})

test('rejects a row with a dangling foreign key', async ({ app }) => {
  const session = { id: 's', token_hash: 'h', user_id: 'nobody', kind: 'customer', created_at: '', expires_at: '' }
  await expect(
    app.ctx.db
      .insertInto('sessions')
      .values(session as never)
      .execute(),
  ).rejects.toThrow('FOREIGN KEY')
})

test('rolls back the transaction when the work throws', async ({ app }) => {
  const before = await keyIds(app)
  await expect(
    inTransaction(app.call, async (tx) => {
      await insert(tx, 'one')
      await insert(tx, 'two')
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await keyIds(app)).toEqual(before)
})

test('returns the result of the work after the commit', async ({ app }) => {
  const answer = await inTransaction(app.call, async (tx) => {
    await insert(tx, 'one')
    return 'done'
  })
  expect(answer).toBe('done')
  expect(await keyIds(app)).toContain('one')
})

test('throws and rolls back instead of deadlocking when the root database is used inside a transaction', async () => {
  await using app = await createTestApp()
  await expect(
    inTransaction(app.call, async (tx) => {
      await insert(tx, 'one')
      await insert(app.ctx.db, 'two')
    }),
  ).rejects.toThrow('pass tx on')
  expect(await keyIds(app)).not.toContain('one')
})

test('runs other root queries during and after a failing transaction', async ({ app }) => {
  const failing = inTransaction(app.call, async (tx) => {
    await insert(tx, 'one')
    await keyIds(app)
  })
  const beside = insert(app.ctx.db, 'beside')
  await expect(failing).rejects.toThrow('pass tx on')
  await beside
  await insert(app.ctx.db, 'after')
  expect(await keyIds(app)).toEqual(expect.arrayContaining(['after', 'beside']))
})

test('runs afterCommit callbacks in order, once, outside the transaction, and not of what was undone', async ({
  app,
}) => {
  const seen: string[] = []
  const work = async (tx: Tx, name: string) => {
    afterCommit(tx, () => seen.push(`${name} first`))
    afterCommit(tx, () => seen.push(`${name} second`))
    await insert(tx, name)
    expect(seen).toEqual([])
  }
  const failing = inTransaction(app.call, async (tx) => {
    await work(tx, 'rolled back')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await inTransaction(app.call, async (tx) => {
    for (const isKept of [undefined, true])
      await inSavepoint(tx, async (trial) => {
        await work(trial, isKept ? 'kept' : 'undone')
        return isKept
      })
  })
  expect(seen).toEqual(['kept first', 'kept second'])
  expect(await keyIds(app)).not.toContain('undone')
  const inside = new Promise<string[]>((resolve) => {
    void inTransaction(app.call, async (tx) => afterCommit(tx, () => resolve(keyIds(app))))
  })
  expect(await inside).toContain('kept')
})

test.each([
  ['on the transaction', (_: TestApp, tx: Tx) => tx],
  ['on the root database', (app: TestApp) => app.ctx.db],
])('rejects a nested transaction %s', async (_, inner) => {
  await using app = await createTestApp()
  await expect(
    inTransaction(app.call, async (tx) => {
      await insert(tx, 'outer')
      await inServerTransaction(inner(app, tx), (nested) => insert(nested, 'inner'))
    }),
  ).rejects.toThrow('inside a transaction')
  expect(await keyIds(app)).not.toContain('outer')
})
