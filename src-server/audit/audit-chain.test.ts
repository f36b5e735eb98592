import { sql } from 'kysely'
import { expect } from 'vitest'
import { asServer, inTransaction } from '../platform/db/database.ts'
import { test } from '../testing/test-support/app-test.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { audit, auditNow } from './audit-queries.ts'
import { verifyLog } from './verify-log.ts'

const actor = { id: null, ip: '127.0.0.1', apiToken: undefined }
const write = ({ ctx }: TestApp, objectId: string) =>
  auditNow(asServer(ctx), actor, 'submission.revealed', objectId, 'cardNumber')
const check = ({ ctx }: TestApp, expected?: string) => verifyLog(ctx.db, ctx.keyring, expected)
const rows = ({ ctx }: TestApp) => ctx.db.selectFrom('audit_log').selectAll().orderBy('sequence').execute()

/** An app whose audit log has `count` entries. */
async function logOf(count: number): Promise<TestApp> {
  const app = await createTestApp()
  for (let at = 1; at <= count; at++) await write(app, `GCE-${at}`)
  return app
}

/** Changes the log like an attacker with write access to the database file, who can drop the triggers. */
async function tamper({ ctx }: TestApp, ...statements: string[]): Promise<void> {
  const { db } = ctx
  await sql`drop trigger audit_log_no_update`.execute(db)
  await sql`drop trigger audit_log_no_delete`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

test('numbers entries without gaps and chains their hashes', async () => {
  await using app = await logOf(3)
  const entries = await rows(app)
  expect(entries.map(({ sequence, object_id }) => [sequence, object_id])).toEqual([
    [1, 'GCE-1'],
    [2, 'GCE-2'],
    [3, 'GCE-3'],
  ])
  expect(new Set(entries.map(({ hash }) => hash)).size).toBe(3)
  expect(await check(app)).toEqual({ count: 3, head: entries[2]?.hash })
})

test('chains concurrent entries', async ({ app }) => {
  await Promise.all(Array.from({ length: 30 }, (_, at) => write(app, `GCE-${at}`)))
  expect(await check(app)).toMatchObject({ count: 30 })
})

test('leaves no gap and publishes no event after a rollback', async () => {
  await using app = await logOf(1)
  const heard: number[] = []
  app.ctx.events.listen((event) => event.name === 'audit.written' && heard.push(event.sequence))
  const failing = inTransaction(app.call, async (tx) => {
    await audit(app.ctx, tx, actor, 'submission.revealed', 'GCE-lost')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await write(app, 'GCE-2')
  expect(await check(app)).toMatchObject({ count: 2 })
  expect(heard).toEqual([2])
})

test('rejects updates and deletions by database triggers', async () => {
  await using app = await logOf(2)
  const { db } = app.ctx
  const before = await rows(app)
  for (const refused of [
    db.updateTable('audit_log').set({ detail: 'securityCode' }),
    db.updateTable('audit_log').set({ hash: null }),
    db.deleteFrom('audit_log'),
  ])
    await expect(refused.execute()).rejects.toThrow('The audit log is append-only.')
  expect(await rows(app)).toEqual(before)
})

const columns = ['at', 'actor_id', 'action', 'object_id', 'detail', 'ip', 'token_id', 'id', 'hash']
test.each([
  ...columns.map((column) => [`${column} changed`, `update audit_log set ${column} = 'x' where sequence = 2`, 1]),
  ['one removed', 'delete from audit_log where sequence = 2', 1],
  ['the first removed', 'delete from audit_log where sequence = 1', 0],
  ['one without a number', 'update audit_log set sequence = null where sequence = 4', 3],
  ['one before the first', 'update audit_log set sequence = 0 where sequence = 4', 3],
] as [string, string, number][])('%s is found', async (_, statement, fits) => {
  await using app = await logOf(4)
  await tamper(app, statement)
  const result = await check(app)
  expect(result.problem).toMatch(/^Entry /)
  expect(result.count).toBe(fits)
})

test('detects reordered entries', async () => {
  await using app = await logOf(4)
  const swap = [
    'update audit_log set sequence = 9 where sequence = 2',
    'update audit_log set sequence = 2 where sequence = 3',
    'update audit_log set sequence = 3 where sequence = 9',
  ]
  await tamper(app, ...swap)
  expect(await check(app)).toMatchObject({ count: 1, problem: expect.stringContaining('Entry 2 ') })
})

test('detects a removed entry when the rest is renumbered', async () => {
  await using app = await logOf(4)
  const renumber = [3, 4].map((from) => `update audit_log set sequence = ${from - 1} where sequence = ${from}`)
  await tamper(app, 'delete from audit_log where sequence = 2', ...renumber)
  expect(await check(app)).toMatchObject({ count: 1, problem: expect.stringContaining('Entry 2 ') })
})

test('detects an inserted entry with a copied hash', async () => {
  await using app = await logOf(2)
  const [, last] = await rows(app)
  const columns = 'id, at, actor_id, action, object_id, detail, ip, token_id, sequence, hash'
  const copy = `select 'new', at, actor_id, action, 'GCE-9', detail, ip, token_id, 3, '${last?.hash}'`
  await sql.raw(`insert into audit_log (${columns}) ${copy} from audit_log where sequence = 2`).execute(app.ctx.db)
  expect(await check(app)).toMatchObject({ count: 2, problem: expect.stringContaining('Entry 3 ') })
})

test('detects a truncated log only by an earlier head', async () => {
  await using app = await logOf(4)
  const { head } = await check(app)
  await tamper(app, 'delete from audit_log where sequence > 2')
  expect(await check(app)).toMatchObject({ count: 2 })
  expect((await check(app)).problem).toBeUndefined()
  expect((await check(app, head)).problem).toMatch(/^The expected head is not in the log/)
})

test('finds an earlier head in a longer log', async () => {
  await using app = await logOf(2)
  const { head } = await check(app)
  await write(app, 'GCE-3')
  expect(await check(app, head)).toMatchObject({ count: 3 })
  expect((await check(app, head)).problem).toBeUndefined()
})

test('cannot verify the chain with another data key', async () => {
  await using app = await logOf(2)
  await using other = await createTestApp()
  const entries = await rows(app)
  expect(await verifyLog(app.ctx.db, other.ctx.keyring)).toMatchObject({ count: 0, problem: expect.any(String) })
  expect(entries).toHaveLength(2)
})

test('reports an entry inserted beside the chain', async () => {
  await using app = await logOf(2)
  await tamper(app, 'update audit_log set sequence = null, hash = null where sequence = 2')
  expect(await check(app)).toMatchObject({ count: 1, problem: expect.stringContaining('not part of the chain') })
})
