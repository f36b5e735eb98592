import { expect, test } from 'vitest'
import { createTestApp, customerPassword, ownerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'
import { createPasswords } from './passwords.ts'

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
