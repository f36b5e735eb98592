import { expect } from 'vitest'
import { MINUTE_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { openSocket } from '../testing/test-support/socket-page.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const next = 'another-password'
const choice = { password: next, confirmPassword: next }

const ask = (app: TestApp, email: string) => app.visitor.account.requestPasswordReset({ email })
const resetMails = async (app: TestApp) => (await app.mails()).filter(({ kind }) => kind === 'password-reset')
const tokenOf = ({ text }: { text: string }) => /#token=([\w-]+)/.exec(text)?.[1] ?? ''

/** Requests a link and returns the token from the e-mail. */
async function tokenFor(app: TestApp, { email }: Person): Promise<string> {
  await ask(app, email)
  const mail = (await resetMails(app)).at(-1)
  expect(mail?.to).toBe(email)
  return tokenOf(mail ?? { text: '' })
}
const signIn = async (app: TestApp, { email }: Person, password: string) =>
  (await app.request('POST', '/api/auth/sign-in', { body: { email, password } })).statusCode
const refused = { message: 'This link has expired or was already used. Please request a new one.' }

test('sets a new password once per link', async ({ app, customer }) => {
  const token = await tokenFor(app, customer)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await app.visitor.account.resetPassword({ token, ...choice })).toEqual({ ok: true })
  expect(await signIn(app, customer, next)).toBe(200)
  expect(await signIn(app, customer, customerPassword)).toBe(401)
  const again = { token, password: 'a-third-password', confirmPassword: 'a-third-password' }
  await expect(app.visitor.account.resetPassword(again)).rejects.toMatchObject({
    ...refused,
    cause: { code: 'unprocessable' },
  })
  expect(await signIn(app, customer, next)).toBe(200)
})

test('checks a link without using it and reports it as invalid after use', async ({ app, customer }) => {
  const token = await tokenFor(app, customer)
  const isValid = async (link: string) => (await app.visitor.account.checkResetLink({ token: link })).isValid
  expect([await isValid(token), await isValid(token), await isValid('x')]).toEqual([true, true, false])
  await app.visitor.account.resetPassword({ token, ...choice })
  expect(await isValid(token)).toBe(false)
  const older = await tokenFor(app, customer)
  app.clock.advance(20 * MINUTE_MS)
  expect(await isValid(older)).toBe(false)
})

test('accepts one of two concurrent uses', async ({ app }) => {
  const token = await tokenFor(app, await app.customer())
  const uses = await Promise.allSettled([1, 2].map(() => app.visitor.account.resetPassword({ token, ...choice })))
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test("ends every session of the user with its sockets, and no other user's", async ({ app, url, customer, other }) => {
  const elsewhere = await app.signInAgain(customer)
  const sockets = [await openSocket(url, customer.cookie), await openSocket(url, elsewhere.cookie)]
  await app.visitor.account.resetPassword({ token: await tokenFor(app, customer), ...choice })
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
  expect((await customer.api.account.session()).customer).toBeNull()
  expect((await other.api.account.session()).customer).toMatchObject({ id: other.id })
})

test('accepts a link for 20 minutes', async ({ app, customer }) => {
  const token = await tokenFor(app, customer)
  app.clock.advance(20 * MINUTE_MS)
  await expect(app.visitor.account.resetPassword({ token, ...choice })).rejects.toThrow(refused.message)
  const fresh = await tokenFor(app, customer)
  app.clock.advance(20 * MINUTE_MS - 1)
  await app.visitor.account.resetPassword({ token: fresh, ...choice })
  expect(await signIn(app, customer, next)).toBe(200)
})

test('invalidates the older link when a newer one is sent', async ({ app, customer }) => {
  const older = await tokenFor(app, customer)
  const newer = await tokenFor(app, customer)
  await expect(app.visitor.account.resetPassword({ token: older, ...choice })).rejects.toThrow(refused.message)
  await app.visitor.account.resetPassword({ token: newer, ...choice })
  expect(await signIn(app, customer, next)).toBe(200)
})

test('changes the password of no other account', async ({ app, customer, other }) => {
  await app.visitor.account.resetPassword({ token: await tokenFor(app, customer), ...choice })
  expect([await signIn(app, other, customerPassword), await signIn(app, other, next)]).toEqual([200, 401])
})

test('rejects a malformed token like an expired one', async ({ app }) => {
  const token = await tokenFor(app, await app.customer())
  const [row] = await app.ctx.db.selectFrom('password_resets').selectAll().execute()
  for (const wrong of ['', 'x', token.slice(1), `${token}x`, row?.token_hash ?? ''])
    await expect(app.visitor.account.resetPassword({ token: wrong, ...choice })).rejects.toMatchObject({
      ...refused,
      cause: { code: 'unprocessable' },
    })
})

test("stores only the token's hash and erases the encrypted e-mail after sending", async ({ app }) => {
  const token = await tokenFor(app, await app.customer())
  const tables = [
    await app.ctx.db.selectFrom('password_resets').selectAll().execute(),
    await app.ctx.db.selectFrom('mail_outbox').selectAll().execute(),
  ]
  expect(tables.map((rows) => rows.length > 0)).toEqual([true, true])
  expect(JSON.stringify(tables)).not.toContain(token)
  expect(tables[1]?.every((row) => 'payload_encrypted' in row && row.payload_encrypted === null)).toBe(true)
  expect(app.log()).not.toContain(token)
})

test('responds identically to an unknown address and mails only the known one', async ({ app }) => {
  const { email } = await app.customer()
  const [known, unknown] = await Promise.all(
    [email.toUpperCase(), 'nobody@mail.example'].map((each) =>
      app.request('POST', '/trpc/account.requestPasswordReset', { body: { email: each } }),
    ),
  )
  expect([unknown?.statusCode, unknown?.body]).toEqual([200, known?.body])
  const names = (headers: object) => Object.keys(headers).sort()
  expect(names(unknown?.headers ?? {})).toEqual(names(known?.headers ?? {}))
  expect((await resetMails(app)).map(({ to }) => to)).toEqual([email])
  expect(await app.ctx.db.selectFrom('password_resets').select('user_id').execute()).toHaveLength(1)
})

test('sends no link to a disabled customer and rejects an earlier one', async ({ app, customer }) => {
  const token = await tokenFor(app, customer)
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', customer.id).execute()
  expect(await ask(app, customer.email)).toEqual({ ok: true })
  expect(await resetMails(app)).toHaveLength(1)
  await expect(app.visitor.account.resetPassword({ token, ...choice })).rejects.toThrow(refused.message)
})

test('sends no link to staff, whose passwords owners reset', async ({ app }) => {
  await app.ctx.db.updateTable('users').set({ email: 'owner@mail.example' }).where('username', '=', 'owner').execute()
  await ask(app, 'owner@mail.example')
  expect(await resetMails(app)).toEqual([])
})

test('sends at most three links in 20 minutes and keeps the last one valid', async ({ app, customer }) => {
  for (let at = 0; at < 5; at++) expect(await ask(app, customer.email)).toEqual({ ok: true })
  const mails = await resetMails(app)
  expect(mails).toHaveLength(3)
  const last = mails.map(tokenOf).at(-1) ?? ''
  await app.visitor.account.resetPassword({ token: last, ...choice })
  await ask(app, customer.email)
  expect(await resetMails(app)).toHaveLength(3)
  app.clock.advance(20 * MINUTE_MS)
  await ask(app, customer.email)
  expect(await resetMails(app)).toHaveLength(4)
})

test.each([
  ['no password', { password: '' }, 'Please fill in all fields.', 'password'],
  ['another repetition', { confirmPassword: 'something' }, 'Passwords do not match.', 'confirmPassword'],
  [
    'a short password',
    { password: 'short', confirmPassword: 'short' },
    'Password must be at least 6 characters long.',
    'password',
  ],
])('rejects a reset with %s, names its field and keeps the link valid', async (_, wrong, message, field) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const token = await tokenFor(app, customer)
  await expect(app.visitor.account.resetPassword({ token, ...choice, ...wrong })).rejects.toMatchObject({
    message,
    cause: { code: 'bad_request', detail: { field } },
  })
  await app.visitor.account.resetPassword({ token, ...choice })
  expect(await signIn(app, customer, next)).toBe(200)
})

test.each([
  [
    'the password is changed',
    (person: Person) => person.api.account.changePassword({ currentPassword: customerPassword, ...choice }),
  ],
  [
    'the address is changed',
    (person: Person) =>
      person.api.account.saveProfile({
        email: 'new@mail.example',
        phone: '555-010-0100',
        address: '',
        currentPassword: customerPassword,
      }),
  ],
])('invalidates a link when %s', async (_, change) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const token = await tokenFor(app, customer)
  await change(customer)
  await expect(app.visitor.account.resetPassword({ token, ...choice })).rejects.toThrow(refused.message)
})

test('keeps a link valid when the profile is saved with the same address', async ({ app, customer }) => {
  const token = await tokenFor(app, customer)
  await customer.api.account.saveProfile({ email: customer.email, phone: '555-010-0199', address: '' })
  expect(await app.visitor.account.resetPassword({ token, ...choice })).toEqual({ ok: true })
})

test('writes an audit entry for the reset', async ({ app, customer }) => {
  const token = await tokenFor(app, customer)
  await app.visitor.account.resetPassword({ token, ...choice })
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
  expect(entries).toMatchObject([{ action: 'account.password-reset', actor_id: customer.id, ip: '127.0.0.1' }])
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${next}|${token}`))
})
