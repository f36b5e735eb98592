import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLog } from '../../audit/verify-log.ts'
import { readConfig } from '../../platform/config/config.ts'
import { inServerTransaction, sqliteOf } from '../../platform/db/database.ts'
import { decryptFile } from '../../platform/encryption/encrypt-file.ts'
import { createMoveTarget, makeSingleSite, type SingleSite } from '../../testing/test-support/move-target.ts'
import { type RedisServer, startRedisServer } from '../../testing/test-support/redis-server.ts'
import { type S3Server, startS3Server } from '../../testing/test-support/s3-server.ts'
import { bytesOf, of } from '../../testing/test-support/storage-bytes.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createApp } from '../../web/app.ts'
import { openSite } from '../commands/open-site.ts'

const folder = tempFolder()
let redis: RedisServer
let store: S3Server
let site: SingleSite
const aTarget = (options?: string) => createMoveTarget(site, redis, store, options)

beforeAll(async () => {
  ;[redis, store, site] = await Promise.all([
    startRedisServer(),
    startS3Server(),
    makeSingleSite(path.join(folder.path, 'site')),
  ])
}, 120_000)

afterAll(async () => {
  await store[Symbol.asyncDispose]()
  await redis[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test('a moved site serves its orders, photos, chats and sessions from the cluster, and its audit log verifies', async () => {
  const target = await aTarget()
  const { lines } = await target.move()
  expect(lines).toContainEqual('users: 8 rows copied, 0 were there')
  expect(lines).toContainEqual(expect.stringMatching(/^audit_log: \d+ rows compared, equal$/))
  expect(lines).toContainEqual(`Stored files: ${site.objects.length} copied, 0 were there; all bytes compared, equal`)
  expect(store.contentsOf(target.bucket).objects).toEqual(site.objects.map((key) => `files/${key}`).sort())

  using own = tempFolder()
  await using ctx = await target.serve(own.path)
  for (const [table, rows] of Object.entries(site.tables)) {
    if (['storage', 'events'].includes(table)) continue
    const moved = await ctx.db
      .selectFrom(table as 'users')
      .selectAll()
      .execute()
    expect([table, new Set(moved.map(sorted))]).toEqual([table, new Set((rows as object[]).map(sorted))])
  }
  expect(await verifyLog(ctx.db, ctx.keyring)).toMatchObject({ count: (site.tables.audit_log as []).length })
  const { server } = await createApp(ctx)
  const get = (url: string) => server.inject({ url, headers: { cookie: site.customer.cookie } })
  const order = await get(`/api/user/transactions/${site.submissionId}`)
  expect([order.statusCode, order.json()]).toEqual([200, expect.objectContaining({ id: site.submissionId })])
  expect((await get(`/api/files/${site.photoId}`)).statusCode).toBe(200)
  const photo = await bytesOf(decryptFile(ctx.keyring, site.photoId, ctx.storage.read(site.photoId)))
  expect(photo.equals(site.photo)).toBe(true)
  const [{ id: sessionId = '' } = {}] = site.tables.chat_sessions as { id: string }[]
  const chat = await get(`/trpc/chat.messages?input=${encodeURIComponent(JSON.stringify({ sessionId }))}`)
  expect(chat.payload).toContain('When will my payout arrive?')
  await server.close()
})

const sorted = (row: object) => JSON.stringify(Object.entries(row).sort())

test('the review queue of a moved site has the order of before, in which new orders follow', async () => {
  const target = await aTarget()
  await target.move()
  using own = tempFolder()
  await using ctx = await target.serve(own.path)
  const numbered = (db: typeof ctx.db) =>
    db.selectFrom('submission_numbers').select('submission_id').orderBy('number').execute()
  await using source = await openSite(readConfig(site.env))
  const before = await numbered(source.db)
  expect(before.length).toBeGreaterThan(5)
  expect(await numbered(ctx.db)).toEqual(before)
  const [last] = await source.db.selectFrom('submissions').selectAll().where('id', '=', site.submissionId).execute()
  if (!last) throw new Error('The submission is missing.')
  const { queue_status, ...written } = last
  await ctx.db
    .insertInto('submissions')
    .values({ ...written, id: 'AAAA' })
    .execute()
  expect((await numbered(ctx.db)).at(-1)).toEqual({ submission_id: 'AAAA' })
})

test('a move that is interrupted anywhere is completed by a repeat, and no node starts before', async () => {
  const { reported } = await (await aTarget()).move()
  const target = await aTarget()
  // From the first users, which are in the target before the second line, to the keys, before the last but three.
  const points = Array.from({ length: 10 }, (_, at) => 2 + Math.floor((at * (reported - 7)) / 9))
  for (const breakAt of points) {
    await expect(target.move({ breakAt })).rejects.toThrow('The move was interrupted.')
    using own = tempFolder()
    await expect(target.serve(own.path)).rejects.toThrow('After an interrupted npm run move, repeat that.')
  }
  const { lines } = await target.move()
  expect(lines).toContainEqual('users: 0 rows copied, 8 were there')
  expect(await target.move({ isVerifying: true })).toMatchObject({ lines: expect.arrayContaining([lines.at(-1)]) })
  using own = tempFolder()
  await (await target.serve(own.path))[Symbol.asyncDispose]()
})

test('a changed row is reported with table, key and column, and is not overwritten', async () => {
  const target = await aTarget()
  await target.move()
  await using moved = await target.open()
  await moved.db.updateTable('submissions').set({ phone: '1' }).where('id', '=', site.submissionId).execute()
  const message = `submissions ["${site.submissionId}"] differs in the target: phone. Nothing was overwritten.`
  await expect(target.move()).rejects.toThrow(message)
  await expect(target.move({ isVerifying: true })).rejects.toThrow(message)
  const row = moved.db.selectFrom('submissions').select('phone').where('id', '=', site.submissionId)
  expect(await row.executeTakeFirst()).toEqual({ phone: '1' })
})

test('verifying reports a missing row, a missing object and a changed object', async () => {
  const target = await aTarget()
  await target.move()
  const verified = () => target.move({ isVerifying: true })
  await using moved = await target.open()
  const { db, storage } = moved
  await storage.remove(site.photoId)
  await expect(verified()).rejects.toThrow(`The bucket lacks the object files/${site.photoId}.`)
  await target.move()
  await verified()
  const bytes = await bytesOf(storage.read(site.photoId))
  await storage.replace(site.photoId, of(bytes.subarray(1)))
  await expect(verified()).rejects.toThrow(`The object files/${site.photoId} in the bucket differs`)
  await storage.replace(site.photoId, of(bytes))
  await db.deleteFrom('payment_methods').execute()
  await expect(verified()).rejects.toThrow(/The target lacks payment_methods \["/)
  await target.move()
  await db.updateTable('submission_counts').set({ count: 100 }).execute()
  await expect(verified()).rejects.toThrow('submission_counts: the counts differ.')
})

test('rejects a target of another site with the same keys, another application or later rows', async () => {
  const other = await makeSingleSite(path.join(folder.path, 'other'), true)
  const target = await aTarget()
  await target.move({ from: other.env })
  await expect(target.move()).rejects.toThrow(/The target has a record of the data key 'k1' .* belongs to another site/)

  const used = await aTarget()
  await used.move()
  await using moved = await used.open()
  await moved.db.insertInto('limit_counts').values({ key: 'x', hits: 1, free_at: '', ends_at: '' }).execute()
  await expect(used.move()).rejects.toThrow('The target has limit_counts ["x"], which the source does not have.')

  const foreign = await aTarget()
  await using opened = await foreign.open()
  await opened.db.schema.createTable('invoices').addColumn('id', 'text').execute()
  await expect(foreign.move()).rejects.toThrow('The target has tables of another application (invoices).')
  expect(await opened.db.introspection.getTables()).toHaveLength(1)
})

test('rejects a bucket with objects of another site before it copies anything', async () => {
  const target = await aTarget()
  await using moved = await target.open()
  await moved.storage.write('another', of('bytes'))
  await expect(target.move()).rejects.toThrow(
    'The bucket has the object files/another, which the source does not name.',
  )
  expect(await moved.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('rejects a target whose key record is of another key, and data keys that are not those of the source', async () => {
  const target = await aTarget()
  const wrong = `k1:${randomBytes(32).toString('base64')}`
  await expect(target.move({ to: { DATA_KEYS: wrong } })).rejects.toThrow("The data key 'k1' is not the key")
  const missing = `k2:${randomBytes(32).toString('base64')}`
  await expect(target.move({ to: { DATA_KEYS: missing } })).rejects.toThrow("The data key 'k1' is missing")
  await expect(target.move({ to: { DATA_KEYS: '' } })).rejects.toThrow(`DATA_KEYS_FILE=${site.env.DATA_DIR}/data-keys`)
  using own = tempFolder()
  await (await target.serve(own.path))[Symbol.asyncDispose]()
  await expect(target.move()).rejects.toThrow("The target has a record of the data key 'k1' that is")
})

test('rejects a target database without byte order before it writes', async () => {
  const target = await aTarget("encoding 'LATIN1' locale 'C'")
  await expect(target.move()).rejects.toThrow("create database ... template template0 encoding 'UTF8'")
  await using moved = await target.open()
  expect(await moved.db.introspection.getTables()).toEqual([])
})

test('a stored file that the source lost is reported by name', async () => {
  const lossy = await makeSingleSite(path.join(folder.path, 'lossy'), true)
  rmSync(path.join(lossy.env.DATA_DIR, 'files', lossy.photoId))
  const target = await aTarget()
  await expect(target.move({ from: lossy.env })).rejects.toThrow(`The stored file ${lossy.photoId} is missing`)
})

test.each([
  [
    "insert into kysely_migration values ('9999-later', '')",
    'the migration 9999-later, which this version does not know',
  ],
  ["insert into kysely_migration values ('0003-trust', '')", 'The database is from before version 1.0.0'],
  ["delete from kysely_migration where name = '0009-catalogue'", 'of an older version. Start this version once'],
  ['drop table kysely_migration', 'of an older version. Start this version once'],
])('rejects a source with another schema before it writes: %s', async (statement, message) => {
  using own = tempFolder()
  const dataDir = path.join(own.path, 'site')
  cpSync(site.env.DATA_DIR, dataDir, { recursive: true })
  const env = { ...site.env, DATA_DIR: dataDir, DATABASE_URL: `sqlite:${dataDir}/exchange.sqlite` }
  {
    await using opened = await openSite(readConfig(env))
    sqliteOf(opened.db).exec(statement)
  }
  const target = await aTarget()
  await expect(target.move({ from: env })).rejects.toThrow(message)
  await using moved = await target.open()
  expect(await moved.db.introspection.getTables()).toEqual([])
})

test('NUL characters, which PostgreSQL cannot store, become U+FFFD and are counted', async () => {
  const odd = await makeSingleSite(path.join(folder.path, 'odd'), true)
  const target = await aTarget()
  {
    await using opened = await openSite(readConfig(odd.env))
    await inServerTransaction(opened.db, async (tx) => {
      await tx.updateTable('users').set({ address: 'a\0b\0' }).where('id', '=', odd.customer.id).execute()
      await tx.insertInto('limit_counts').values({ key: 'k\0', hits: 1, free_at: '', ends_at: '' }).execute()
    })
  }
  for (const _ of ['first', 'repeated']) {
    const { lines } = await target.move({ from: odd.env })
    const note = '; in 1 values NUL characters, which PostgreSQL cannot store, became U+FFFD'
    expect(lines).toContainEqual(`users: 2 rows compared, equal${note}`)
    expect(lines).toContainEqual(`limit_counts: 1 rows compared, equal${note}`)
  }
  await using moved = await target.open()
  const row = moved.db.selectFrom('users').select('address').where('id', '=', odd.customer.id)
  expect(await row.executeTakeFirst()).toEqual({ address: 'a\uFFFDb\uFFFD' })
})
