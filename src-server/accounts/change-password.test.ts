import { expect } from 'vitest'
import { createContext } from '../context.ts'
import { readConfig } from '../platform/config/config.ts'
import { test } from '../testing/test-support/app-test.ts'
import { openSocket } from '../testing/test-support/socket-page.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { createPasswords } from './passwords.ts'

const next = 'another-password'
const change = { currentPassword: customerPassword, password: next, confirmPassword: next }
const signIn = async (app: TestApp, email: string, password: string) =>
  (await app.request('POST', '/api/auth/sign-in', { body: { email, password } })).statusCode

test('accepts the new password and rejects the former one', async ({ app, customer }) => {
  expect(await customer.api.account.changePassword(change)).toEqual({ ok: true })
  expect(await signIn(app, customer.email, customerPassword)).toBe(401)
  expect(await signIn(app, customer.email, next)).toBe(200)
})

test('ends the other sessions with their sockets and keeps the current one', async ({ app, url, customer: here }) => {
  const elsewhere = await app.signInAgain(here)
  const { closed } = await openSocket(url, elsewhere.cookie)
  await here.api.account.changePassword(change)
  expect(await closed).toBe(4401)
  await expect(elsewhere.api.account.sessions()).rejects.toThrow('Please sign in.')
  expect(await here.api.account.sessions()).toMatchObject([{ isCurrent: true }])
})

test.each([
  ['no current password', { currentPassword: '' }, 'Please fill in all fields.', 'currentPassword'],
  ['no new password', { password: '' }, 'Please fill in all fields.', 'password'],
  ['no repetition', { confirmPassword: '' }, 'Please fill in all fields.', 'confirmPassword'],
  ['another repetition', { confirmPassword: 'something' }, 'Passwords do not match.', 'confirmPassword'],
  [
    'a short one',
    { password: 'short', confirmPassword: 'short' },
    'Password must be at least 6 characters long.',
    'password',
  ],
  [
    'a wrong current one',
    { currentPassword: 'not-the-password' },
    'Wrong current password. Please try again.',
    'currentPassword',
  ],
])('rejects a change with %s, names its field and changes nothing', async (_, wrong, message, field) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const elsewhere = await app.signInAgain(customer)
  await expect(customer.api.account.changePassword({ ...change, ...wrong })).rejects.toMatchObject({
    message,
    cause: { code: 'bad_request', detail: { field } },
  })
  expect(await signIn(app, customer.email, customerPassword)).toBe(200)
  expect((await elsewhere.api.account.session()).customer).toMatchObject({ id: customer.id })
})

test('applies PASSWORD_MIN_LENGTH to a new password', async () => {
  await using app = await createTestApp({ PASSWORD_MIN_LENGTH: '18' })
  const customer = await app.customer()
  await expect(customer.api.account.changePassword(change)).rejects.toThrow('at least 18 characters')
})

test('accepts one of two concurrent changes and rejects the other', async ({ customer }) => {
  const other = { ...change, password: 'a-third-password', confirmPassword: 'a-third-password' }
  const outcomes = await Promise.allSettled([change, other].map((each) => customer.api.account.changePassword(each)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('writes an audit entry without a password', async ({ app, customer }) => {
  await customer.api.account.changePassword(change)
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
  expect(entries).toMatchObject([
    { action: 'account.password-changed', actor_id: customer.id, object_id: customer.id, ip: '127.0.0.1' },
  ])
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${next}|${customerPassword}`))
})

test('verifies only the right password and salts every hash', async () => {
  const { hash, verify } = createPasswords()
  const [one, two] = [await hash('correct horse'), await hash('correct horse')]
  expect(one).not.toBe(two)
  expect(await verify(one, 'correct horse')).toBe('normal')
  expect(await verify(one, 'correct horsE')).toBe(false)
  expect(await verify(one, '')).toBe(false)
})

test('verifies no password without a hash', async () => {
  expect(await createPasswords().verify(undefined, '')).toBe(false)
})

test('the server hashes with Argon2id at the OWASP minimum: 19 MiB, two passes, one lane', async () => {
  using folder = tempFolder()
  await using ctx = await createContext(readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' }))
  expect(await ctx.passwords.hash('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('rejects hashes beyond the queue and accepts new ones afterwards', async () => {
  const { hash, verify } = createPasswords()
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hash('x')))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({
    reason: { code: 'unavailable', message: 'Too many people are signing in. Please try again.' },
  })
  expect(await verify(await hash('x'), 'x')).toBe('normal')
}, 20_000)

test('continues the queue after an unreadable hash', async () => {
  const { hash, verify } = createPasswords()
  for (let attempt = 0; attempt < 4; attempt++) await expect(verify('$argon2id$broken', 'x')).rejects.toThrow()
  expect(await hash('x')).toContain('$argon2id$')
})
