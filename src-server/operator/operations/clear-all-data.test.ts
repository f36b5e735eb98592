import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import { clearPolicies } from '../../platform/db/table-rules.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { changeOf, makeEveryChange } from '../../testing/test-support/change-calls.ts'
import { aFullCustomer, everything } from '../../testing/test-support/dump-database.ts'
import { aBoughtCard, dispose } from '../../testing/test-support/inventory.ts'
import { openSocket } from '../../testing/test-support/socket-page.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, customerPassword, type Person } from '../../testing/test-support/test-app.ts'
import { createWorld } from '../../testing/test-support/world.ts'
import { verifyBackup } from './read-backup.ts'

const clear = (owner: Person) => owner.api.admin.data.clearAll()
test('every table has a clear policy', async ({ app }) => {
  const listed = "select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual', 'view')"
  const { rows } = await app.ctx.db.executeQuery<{ name: string }>(CompiledQuery.raw(listed))
  const ours = rows.map(({ name }) => name).filter((name) => !/^(sqlite|kysely|submission_search)_/.test(name))
  expect(ours.length).toBeGreaterThan(10)
  expect(Object.keys(clearPolicies).sort()).toEqual(ours.sort())
})

/** Only the rows of customers are deleted. */
const ofStaffToo = ['users', 'sessions', 'api_tokens']

test('deletes the rows of every cleared table', async () => {
  await using world = await createWorld()
  const { app, owner } = world
  await makeEveryChange(world)
  const card = await aBoughtCard(app, await app.customer(), owner)
  await dispose(app, owner, card, { kind: 'transferred', place: { place: 'safe', name: 'Safe 1' } })
  const before = await everything(app)
  await (await changeOf(world, 'admin.data.clearAll')).send()
  const after = await everything(app)
  for (const [table, policy] of Object.entries(clearPolicies)) {
    if (policy === 'cleared') expect([table, before[table]]).not.toEqual([table, []])
    if (['cleared', 'forgotten'].includes(policy) && !ofStaffToo.includes(table))
      expect([table, after[table]]).toEqual([table, []])
  }
})

test('deletes all customer data and keeps staff, their sessions and the audit log', async ({ app }) => {
  const customers = [await aFullCustomer(app), await aFullCustomer(app, 'Marcus Bell')]
  const [owner, colleague] = [await app.staff(), await app.colleague('reviewer')]
  const before = await everything(app)
  const summary = await owner.api.admin.data.clearSummary()
  expect(summary).toMatchObject({ customers: 2, submissions: 8, files: 10, conversations: 2, paymentMethods: 2 })
  expect(summary).toMatchObject({ staffKept: 2, auditEntriesKept: (before.audit_log as unknown[]).length })

  const { message, backup } = await clear(owner)
  expect(message).toBe('Data Cleared Successfully')
  const after = await everything(app)
  expect([after.storage, after.api_tokens]).toEqual([[], []])
  const isStaff = ({ role, kind }: { role?: string; kind?: string }) => role !== 'customer' && kind !== 'customer'
  for (const table of ['users', 'sessions'])
    expect(after[table]).toEqual((before[table] as { role?: string; kind?: string }[]).filter(isStaff))
  expect(after.data_keys).toEqual(before.data_keys)
  const log = after.audit_log as unknown[]
  expect(log.slice(0, -1)).toEqual(before.audit_log)
  expect(log.at(-1)).toMatchObject({
    action: 'data.cleared',
    actor_id: owner.id,
    object_id: backup,
    detail: '2 customers, 8 submissions, 10 files',
  })
  expect((await app.request('GET', '/api/admin/submissions', { as: colleague })).json().data).toEqual([])
  expect(await owner.api.analytics.snapshot()).toMatchObject({ totalPageViews: 0, recentPageViews: 0, pageStats: {} })
  for (const as of customers) expect((await app.request('GET', '/api/user/transactions', { as })).statusCode).toBe(401)
  const form = { name: 'Dana Reyes', phone: '555-010-0100', email: customers[0]?.email, password: customerPassword }
  const again = await app.request('POST', '/api/auth/sign-up', { body: { ...form, confirmPassword: customerPassword } })
  expect(again.statusCode).toBe(201)
})

test('closes the sockets of customers at once and makes staff pages refetch', async ({ app, url, customer }) => {
  const { closed } = await openSocket(url, customer.cookie)
  const published: string[] = []
  app.ctx.events.listen(({ name }) => published.push(name))
  await clear(await app.staff())
  expect(await closed).toBe(4401)
  expect(published).toEqual(expect.arrayContaining(['session.ended', 'data.cleared']))
})

test('no database file contains customer data afterwards, only the backup', async () => {
  using folder = tempFolder()
  await using app = await createTestApp({ DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite` })
  const customer = await aFullCustomer(app, 'Wilhelmina Featherstone')
  const { db } = app.ctx
  const tables = ['submissions', 'payment_methods', 'chat_sessions', 'chat_messages', 'mail_outbox'] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  const encrypted = rows
    .flat()
    .flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => (column.endsWith('_encrypted') && value ? [String(value)] : [])),
    )
  const texts = ['Featherstone', 'featherstone', customer.email, '555-010-0100', '5550100100', ...encrypted]
  const found = (where: string) => {
    const names = readdirSync(where).filter((name) => name.startsWith('exchange'))
    const bytes = Buffer.concat(names.map((file) => readFileSync(path.join(where, file))))
    return texts.filter((text) => bytes.includes(text))
  }
  expect(encrypted.length).toBeGreaterThan(10)
  expect(found(folder.path)).toEqual(texts)
  const { backup } = await clear(await app.staff())
  expect(found(folder.path)).toEqual([])
  using unpacked = tempFolder()
  await verifyBackup(app.ctx.keyring, path.join(app.ctx.config.backupDir, backup), unpacked.path)
  expect(found(unpacked.path)).toEqual(texts)
})

test('the REST call needs no payload and requires an owner', async ({ app, customer }) => {
  const call = (as: Person) => app.request('DELETE', '/api/admin/clear-all-data', { as })
  for (const role of ['reviewer', 'support', 'finance'] as const)
    expect((await call(await app.colleague(role))).statusCode).toBe(403)
  expect((await call(customer)).statusCode).toBe(403)
  const answer = await call(await app.staff())
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'Data Cleared Successfully'])
  const left = await app.ctx.db.selectFrom('users').select('id').where('role', '=', 'customer').execute()
  expect(left).toEqual([])
})

test('when disabled, the route, the procedure and the button do not exist', async () => {
  await using app = await createTestApp({ CLEAR_ALL_DATA: 'off' })
  const customer = await app.customer()
  const owner = await app.staff()
  for (const as of [owner, customer])
    expect((await app.request('DELETE', '/api/admin/clear-all-data', { as })).statusCode).toBe(404)
  await expect(clear(owner)).rejects.toMatchObject({ cause: { code: 'not_found' } })
  await expect(owner.api.admin.data.clearSummary()).rejects.toMatchObject({ cause: { code: 'not_found' } })
  expect((await owner.api.admin.users.totals({ since: '2026-11-20T00:00:00Z' })).mayClearAllData).toBe(false)
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).statusCode).toBe(200)
})

test('only owners get the button', async ({ app }) => {
  const since = '2026-11-20T00:00:00Z'
  for (const [person, may] of [
    [await app.staff(), true],
    [await app.colleague('support'), false],
  ] as const)
    expect((await person.api.admin.users.totals({ since })).mayClearAllData).toBe(may)
})
