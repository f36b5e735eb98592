import { expect } from 'vitest'
import type { AppContext, ServerContext } from '../context.ts'
import { limitOf } from '../platform/rate-limits/rate-limit-config.ts'
import { test } from '../testing/test-support/app-test.ts'
import { enrol } from '../testing/test-support/second-factor.ts'
import { createTestApp, ownerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { ensureOwner, prepareOwner, resetOwner } from './first-owner.ts'

const withOwner = (app: TestApp, owner: AppContext['config']['owner']): ServerContext => ({
  ...app.ctx,
  config: { ...app.ctx.config, owner },
})
const start = async (ctx: ServerContext) => (await prepareOwner(ctx))()
const given = (password: string) => ({ username: 'owner', password, passwordHash: undefined })
const signIn = async (app: TestApp, username: string, password: string) =>
  (await app.request('POST', '/api/admin/login', { body: { username, password } })).statusCode
const staffRows = ({ ctx }: TestApp) => ctx.db.selectFrom('users').selectAll().where('role', '!=', 'customer').execute()

/** An app whose database has no owner yet. */
async function withoutOwner(): Promise<TestApp> {
  const app = await createTestApp()
  await app.ctx.db.deleteFrom('users').execute()
  return app
}

test('creates the configured owner without returning a password', async ({ app }) => {
  expect(await staffRows(app)).toMatchObject([{ username: 'owner', role: 'owner', email: null }])
  expect(await start(app.ctx)).toBeUndefined()
  expect(await staffRows(app)).toHaveLength(1)
  expect(await signIn(app, 'owner', ownerPassword)).toBe(200)
})

test('keeps sessions and hash when the configuration is unchanged', async ({ app }) => {
  const [before] = await staffRows(app)
  const staff = await app.staff()
  await start(app.ctx)
  expect((await staffRows(app))[0]?.password_hash).toBe(before?.password_hash)
  await expect(staff.api.admin.submissions.list({})).resolves.toBeTruthy()
})

test("applies a changed password at the next start and ends the owner's sessions", async ({ app, customer, staff }) => {
  await start(withOwner(app, given('another-long-password')))
  await expect(staff.api.admin.submissions.list({})).rejects.toMatchObject({ cause: { code: 'unauthorized' } })
  await expect(customer.api.transactions.list()).resolves.toEqual([])
  expect(await signIn(app, 'owner', ownerPassword)).toBe(401)
  expect(await signIn(app, 'owner', 'another-long-password')).toBe(200)
})

test('stores a configured hash unchanged and keeps it at the next start', async () => {
  await using app = await withoutOwner()
  const passwordHash = await app.ctx.passwords.hash('known-elsewhere')
  const ctx = withOwner(app, { username: 'lea', password: undefined, passwordHash })
  await start(ctx)
  await start(ctx)
  expect(await staffRows(app)).toMatchObject([{ username: 'lea', role: 'owner', password_hash: passwordHash }])
  expect(await signIn(app, 'lea', 'known-elsewhere')).toBe(200)
})

test("ends the owner's sessions when the configured hash changes", async ({ app, staff }) => {
  const passwordHash = await app.ctx.passwords.hash('known-elsewhere')
  await start(withOwner(app, { username: 'owner', password: undefined, passwordHash }))
  await expect(staff.api.admin.submissions.list({})).rejects.toMatchObject({ cause: { code: 'unauthorized' } })
})

test('restores a configured owner who was disabled or made a reviewer', async ({ app }) => {
  await app.ctx.db.updateTable('users').set({ role: 'reviewer', disabled_at: 'now' }).execute()
  await start(app.ctx)
  expect(await staffRows(app)).toMatchObject([{ role: 'owner', disabled_at: null }])
  expect(await signIn(app, 'owner', ownerPassword)).toBe(200)
})

test('creates an owner at the first start without configuration and returns the password once', async () => {
  await using app = await withoutOwner()
  const ctx = withOwner(app, undefined)
  const made = await start(ctx)
  expect(made?.username).toBe('admin')
  expect(made?.password).toMatch(/^[\w-]{20}$/)
  const [owner] = await staffRows(app)
  expect(await app.ctx.passwords.verify(owner?.password_hash, made?.password ?? '')).toBe('normal')
  expect(JSON.stringify(owner)).not.toContain(made?.password)
  expect(app.log()).not.toContain(made?.password)
})

test('until a member of staff signs in, each start gives the first owner another password', async () => {
  await using app = await withoutOwner()
  const ctx = withOwner(app, undefined)
  await ensureOwner(ctx)
  const one = await start(ctx)
  await one?.release()
  const two = await start(ctx)
  expect(await signIn(app, 'admin', one?.password ?? '')).toBe(401)
  const { count } = await app.ctx.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('action', '=', 'staff.reset')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(2)
  expect(await signIn(app, 'admin', two?.password ?? '')).toBe(200)
  expect(await start(ctx)).toBeUndefined()
  expect(await signIn(app, 'admin', two?.password ?? '')).toBe(200)
})

test('the first of several owners gets it, and no other account', async () => {
  await using app = await withoutOwner()
  await start(withOwner(app, given('a-long-password')))
  app.clock.advance(1)
  await start(withOwner(app, { ...given('another-long-password'), username: 'lea' }))
  expect(await start(withOwner(app, undefined))).toMatchObject({ username: 'owner' })
  expect(await signIn(app, 'owner', 'a-long-password')).toBe(401)
  expect(await signIn(app, 'lea', 'another-long-password')).toBe(200)
})

test('a sign-in of staff who are deleted since counts: no start makes a password', async ({ app }) => {
  await app.colleague('reviewer')
  await app.ctx.db.updateTable('users').set({ last_login_at: null }).where('username', '=', 'owner').execute()
  await app.ctx.db.deleteFrom('sessions').execute()
  await app.ctx.db.deleteFrom('users').where('username', '!=', 'owner').execute()
  expect(await start(withOwner(app, undefined))).toBeUndefined()
  expect(await signIn(app, 'owner', ownerPassword)).toBe(200)
})

test('a start that ends before it listens has changed nothing', async () => {
  await using app = await withoutOwner()
  await prepareOwner(withOwner(app, undefined))
  await prepareOwner(withOwner(app, given('a-long-password')))
  expect(await staffRows(app)).toEqual([])
})

test('generates a different password at each first start and has no default one', async () => {
  const passwords = new Set<string | undefined>()
  for (let site = 0; site < 2; site++) {
    await using app = await withoutOwner()
    passwords.add((await start(withOwner(app, undefined)))?.password)
    for (const guess of ['admin', 'password', 'admin123']) expect(await signIn(app, 'admin', guess)).toBe(401)
  }
  expect(passwords.size).toBe(2)
})

test("resets the configured owner's sign-in limits when the password changes", async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  for (let tries = 0; tries < limitOf('staffSignInName').max; tries++) await signIn(app, 'owner', 'guessed')
  expect(await signIn(app, 'owner', ownerPassword)).toBe(429)
  await start(app.ctx)
  expect(await signIn(app, 'owner', ownerPassword)).toBe(429)
  await start(withOwner(app, given('another-long-password')))
  expect(await signIn(app, 'owner', 'another-long-password')).toBe(200)
})

const unconfigured = ({ ctx }: TestApp): ServerContext => ({ ...ctx, config: { ...ctx.config, owner: undefined } })
const first = { username: undefined, removesFactor: false }
const login = (app: TestApp, username: string, password: string) =>
  app.request('POST', '/api/admin/login', { body: { username, password } })
const factorsOf = ({ ctx }: TestApp) => ctx.db.selectFrom('second_factors').select('user_id').execute()

test('gives the first owner a one-time password, ends their sessions, resets their limits and leaves an entry', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const owner = await app.staff()
  for (let tries = 0; tries < limitOf('staffSignInName').max; tries++) await login(app, 'owner', 'guessed')
  const { username, password } = await resetOwner(unconfigured(app), first)
  await expect(owner.api.account.session()).resolves.toMatchObject({ staff: null })
  const signedIn = await login(app, username, password)
  expect([username, signedIn.statusCode, signedIn.json().mustDo]).toEqual(['owner', 200, 'replace-password'])
  const devices = await app.ctx.db.selectFrom('trusted_devices').select('user_id').execute()
  expect(devices).toHaveLength(1)
  const entries = app.ctx.db.selectFrom('audit_log').select(['actor_id', 'object_id', 'detail'])
  expect(await entries.where('action', '=', 'staff.reset').execute()).toEqual([
    { actor_id: null, object_id: owner.id, detail: 'password' },
  ])
})

test('keeps the second factor unless it is to be removed', async ({ app, staff: owner }) => {
  await enrol(app, owner)
  await expect(resetOwner(unconfigured(app), first)).resolves.toMatchObject({ removedFactor: false })
  expect(await factorsOf(app)).toEqual([{ user_id: owner.id }])
  const removed = await resetOwner(unconfigured(app), { username: 'owner', removesFactor: true })
  expect([removed.removedFactor, await factorsOf(app)]).toEqual([true, []])
})

test('refuses in words without such an owner, for a disabled one and for the configured one, and changes nothing', async () => {
  await using app = await createTestApp()
  const reviewer = await app.colleague('reviewer')
  const rows = () => app.ctx.db.selectFrom('users').select(['id', 'password_hash']).orderBy('id').execute()
  const before = await rows()
  const named = (username: string) => ({ username, removesFactor: false })
  const { username } = await app.ctx.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', reviewer.id)
    .executeTakeFirstOrThrow()
  await expect(resetOwner(app.ctx, first)).rejects.toThrow('ADMIN_USERNAME names owner')
  await expect(resetOwner(unconfigured(app), named('lea'))).rejects.toThrow('no owner with the username lea')
  await expect(resetOwner(unconfigured(app), named(username ?? ''))).rejects.toThrow('no owner with the username')
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('username', '=', 'owner').execute()
  await expect(resetOwner(unconfigured(app), first)).rejects.toThrow('The owner owner is disabled')
  expect(await rows()).toEqual(before)
  await app.ctx.db.deleteFrom('sessions').execute()
  await app.ctx.db.deleteFrom('users').where('role', '=', 'owner').execute()
  await expect(resetOwner(unconfigured(app), first)).rejects.toThrow('There is no owner.')
})
