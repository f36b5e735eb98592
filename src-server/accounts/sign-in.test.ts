import { expect } from 'vitest'
import { noRequest } from '../audit/audit-queries.ts'
import { test } from '../testing/test-support/app-test.ts'
import { createTestApp, customerPassword, ownerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'
import { createPasswords } from './passwords.ts'
import { signIn as signInCustomer } from './sign-in.ts'

const signIn = (app: TestApp, body: unknown) => app.request('POST', '/api/auth/sign-in', { body })
const signInStaff = (app: TestApp, username: string, password: string) =>
  app.request('POST', '/api/admin/login', { body: { username, password } })
const password = 'a-customer-password'

test.each([
  ['no address', '', password, 400, 'Error', 'Please fill in all fields.'],
  ['no password', 'dana@mail.example', '', 400, 'Error', 'Please fill in all fields.'],
  ['half an address', 'dana@mail', password, 400, 'Invalid Email', 'Please enter a valid email address.'],
  [
    'an unknown address',
    'nobody@mail.example',
    password,
    401,
    'Account Not Found',
    'This email is not registered. Please sign up first to create an account.',
  ],
])('rejects a sign-in with %s, with the specified message', async (_, email, given, status, title, message) => {
  await using app = await createTestApp()
  const response = await signIn(app, { email, password: given })
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ title, message })
  expect(response.cookies).toEqual([])
})

test('rejects a wrong password', async ({ app }) => {
  const { email } = await app.customer()
  const wrong = await signIn(app, { email, password: `${password}x` })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toMatchObject({ title: 'Sign In Failed', code: 'unauthorized' })
  expect(wrong.cookies).toEqual([])
  expect((await signIn(app, { email, password })).statusCode).toBe(200)
})

test('ignores the case of the address and records the sign-in', async ({ app }) => {
  const { id, email } = await app.customer()
  app.clock.advance(60_000)
  const response = await signIn(app, { email: ` ${email.toUpperCase()} `, password })
  expect(response.json()).toMatchObject({ id, email })
  const user = await app.ctx.db
    .selectFrom('users')
    .select('last_login_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(user.last_login_at).toBe('2026-11-20T12:01:00.000Z')
})

test('reports a disabled account only with the correct password', async ({ app }) => {
  const { id, email } = await app.customer()
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', id).execute()
  const right = await signIn(app, { email, password })
  const wrong = await signIn(app, { email, password: 'something-else' })
  expect(right.statusCode).toBe(403)
  expect(right.json()).toMatchObject({
    title: 'Account Disabled',
    message: 'This account has been disabled. Please contact support@giftcardexchange.example.',
  })
  expect(right.cookies).toEqual([])
  expect(wrong.json()).toMatchObject({ title: 'Sign In Failed', code: 'unauthorized' })
})

test('rejects staff at the customer sign-in and customers at the staff sign-in', async ({ app }) => {
  const { email } = await app.customer()
  expect((await signInStaff(app, email, password)).statusCode).toBe(401)
  await app.ctx.db.updateTable('users').set({ email: 'owner@mail.example' }).where('username', '=', 'owner').execute()
  expect((await signIn(app, { email: 'owner@mail.example', password: ownerPassword })).statusCode).toBe(401)
})

test('responds identically to a wrong password and an unknown username and audits both', async ({ app }) => {
  const wrong = await signInStaff(app, 'owner', 'not-the-password')
  const unknown = await signInStaff(app, 'nobody', ownerPassword)
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toMatchObject({ message: 'Invalid username or password', code: 'unauthorized' })
  expect({ ...unknown.json(), requestId: '' }).toEqual({ ...wrong.json(), requestId: '' })
  expect([wrong.cookies, unknown.cookies]).toEqual([[], []])

  const owner = await app.ctx.db.selectFrom('users').select('id').where('username', '=', 'owner').executeTakeFirst()
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
  expect(entries).toHaveLength(2)
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'staff.sign-in-refused', actor_id: owner?.id, detail: 'owner' }),
      expect.objectContaining({ action: 'staff.sign-in-refused', actor_id: null, detail: '' }),
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain('not-the-password')
})

test('writes an audit entry for a staff sign-in with actor, time and IP address', async ({ app }) => {
  const { id } = await app.staff()
  expect(await app.ctx.db.selectFrom('audit_log').selectAll().execute()).toMatchObject([
    { action: 'staff.signed-in', actor_id: id, object_id: id, ip: '127.0.0.1', at: '2026-11-20T12:00:00.000Z' },
  ])
})

test.each([
  ['no name', {}],
  ['empty fields', { username: '', password: '' }],
  ['a name that is no text', { username: ['owner'], password: ownerPassword }],
  ['a very long name', { username: 'o'.repeat(81), password: ownerPassword }],
])('rejects a staff sign-in with %s with the same message', async (_, body) => {
  await using app = await createTestApp()
  const response = await app.request('POST', '/api/admin/login', { body })
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.statusCode).toBeLessThan(500)
  expect(response.json().message).toBe('Invalid username or password')
})

test('rejects a disabled staff member with the same message', async ({ app }) => {
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('username', '=', 'owner').execute()
  const response = await signInStaff(app, 'owner', ownerPassword)
  expect(response.statusCode).toBe(401)
  expect(response.json().message).toBe('Invalid username or password')
})

test('rejects a password that is replaced during its verification', async () => {
  await using app = await createTestApp({}, { passwords: createPasswords() })
  const { id, email } = await app.customer()
  // The verification waits for these, and the change of the account does not.
  const earlier = Array.from({ length: 10 }, () => app.ctx.passwords.hash('x'))
  const form = { email, password }
  const signingIn = signInCustomer(app.call, form, noRequest)
  // The password is read for its verification after the account.
  await new Promise<void>((verifying) => {
    const get = () => {
      verifying()
      return password
    }
    Object.defineProperty(form, 'password', { get })
  })
  await app.ctx.db.updateTable('users').set({ password_hash: 'replaced' }).where('id', '=', id).execute()
  await expect(signingIn).rejects.toMatchObject({ code: 'unauthorized' })
  await Promise.all(earlier)
})

/** Counts hashes and audit entries of a request, because response times differ between machines. */
async function workOf(app: TestApp, url: string, body: unknown) {
  const [hashes, entries] = [app.ctx.passwords.hashesDone(), await countEntries(app)]
  const { statusCode } = await app.request('POST', url, { body })
  return { statusCode, hashes: app.ctx.passwords.hashesDone() - hashes, entries: (await countEntries(app)) - entries }
}

async function countEntries({ ctx }: TestApp): Promise<number> {
  return (await ctx.db.selectFrom('audit_log').select('id').execute()).length
}

test('does one hash and one audit entry per customer sign-in: known, unknown or disabled', async () => {
  await using app = await createTestApp({}, { passwords: createPasswords() })
  const [customer, disabled] = [await app.customer(), await app.customer()]
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', disabled.id).execute()
  const work = (email: string, password = 'not-the-password') => workOf(app, '/api/auth/sign-in', { email, password })
  const one = { hashes: 1, entries: 1 }
  expect(await work(customer.email)).toEqual({ statusCode: 401, ...one })
  expect(await work('nobody@mail.example')).toEqual({ statusCode: 401, ...one })
  expect(await work(disabled.email)).toEqual({ statusCode: 401, ...one })
  expect(await work(disabled.email, customerPassword)).toEqual({ statusCode: 403, ...one })
  expect(await work(customer.email, customerPassword)).toEqual({ statusCode: 200, ...one })
})

test('does one hash and one audit entry per staff sign-in: known, unknown or disabled', async () => {
  await using app = await createTestApp({}, { passwords: createPasswords() })
  const disabled = await app.colleague('support')
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', disabled.id).execute()
  const { username = '' } = await app.ctx.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', disabled.id)
    .executeTakeFirstOrThrow()
  const work = (name: string | null, password = 'not-the-password') =>
    workOf(app, '/api/admin/login', { username: name, password })
  const one = { hashes: 1, entries: 1 }
  expect(await work('owner')).toEqual({ statusCode: 401, ...one })
  expect(await work('nobody')).toEqual({ statusCode: 401, ...one })
  expect(await work(username)).toEqual({ statusCode: 401, ...one })
  expect(await work('owner', ownerPassword)).toEqual({ statusCode: 200, ...one })
})

test('does no hash for a reset link, whether or not the address is known', async () => {
  await using app = await createTestApp({}, { passwords: createPasswords() })
  const { email } = await app.customer()
  for (const each of [email, 'nobody@mail.example'])
    expect(await workOf(app, '/trpc/account.requestPasswordReset', { email: each })).toEqual({
      statusCode: 200,
      hashes: 0,
      entries: 0,
    })
})

// With PostgreSQL the calls wait for connections before they hash, so that the queue does not fill.
test.skipIf(isOnPostgres())(
  'responds with 503 and Retry-After over REST and tRPC when the hash queue is full',
  async () => {
    await using app = await createTestApp({}, { passwords: createPasswords() })
    let isAnswered = false
    const keepHashing = async () => {
      while (!isAnswered) await app.ctx.passwords.hash('x')
    }
    const crowd = Array.from({ length: 52 }, keepHashing)
    const body = { email: 'nobody@mail.example', password: 'not-the-password' }
    const [rest, trpc] = await Promise.all([
      app.request('POST', '/api/auth/sign-in', { body }),
      app.request('POST', '/trpc/account.signIn', { body }),
    ])
    isAnswered = true
    await Promise.all(crowd)
    expect([rest.statusCode, rest.headers['retry-after']]).toEqual([503, '5'])
    expect([trpc.statusCode, trpc.headers['retry-after']]).toEqual([503, '5'])
  },
  20_000,
)
