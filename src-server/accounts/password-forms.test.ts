import { hash, verify } from '@node-rs/argon2'
import { expect } from 'vitest'
import { test } from '../testing/test-support/app-test.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { ensureOwner } from './first-owner.ts'

/** Phones and Macs type 'é' as one character or as two, and a password is typed on both. */

const composed = ' Café ﬁne １２３ '.normalize('NFC')
const decomposed = composed.normalize('NFD')
const asTyped = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

const form = (password: string) => ({
  name: 'Dana Reyes',
  email: 'dana@mail.example',
  phone: '555-010-0100',
  password,
  confirmPassword: password,
})
const signIn = (app: TestApp, password: string) =>
  app.request('POST', '/api/auth/sign-in', { body: { email: 'dana@mail.example', password } })
const signInStaff = (app: TestApp, password: string) =>
  app.request('POST', '/api/admin/login', { body: { username: 'owner', password } })

const storedHash = async ({ ctx }: TestApp, column: 'email' | 'username', name: string) =>
  (await ctx.db.selectFrom('users').select('password_hash').where(column, '=', name).executeTakeFirstOrThrow())
    .password_hash
const storeAsTyped = async ({ ctx }: TestApp, column: 'email' | 'username', name: string, password: string) =>
  ctx.db
    .updateTable('users')
    .set({ password_hash: await asTyped(password) })
    .where(column, '=', name)
    .execute()

test.each([
  [composed, decomposed],
  [decomposed, composed],
])('a password of one normal form signs in with another', async (chosen, typed) => {
  await using app = await createTestApp()
  // The repetition may come from another keyboard.
  const body = { ...form(chosen), confirmPassword: typed }
  expect((await app.request('POST', '/api/auth/sign-up', { body })).statusCode).toBe(201)
  for (const password of [chosen, typed]) expect((await signIn(app, password)).statusCode).toBe(200)
})

test.each([
  ['trimmed', composed.trim()],
  ['of another width', composed.normalize('NFKC')],
  ['of other letters', composed.toLowerCase()],
])('a password %s is another one', async (_, typed) => {
  await using app = await createTestApp()
  await app.request('POST', '/api/auth/sign-up', { body: form(composed) })
  expect((await signIn(app, typed)).statusCode).toBe(401)
})

test('a customer whose hash is of the text as typed signs in with it, and then with every form', async ({ app }) => {
  await app.request('POST', '/api/auth/sign-up', { body: form('something-else') })
  await storeAsTyped(app, 'email', 'dana@mail.example', decomposed)
  expect((await signIn(app, composed)).statusCode).toBe(401)
  const signedIn = await signIn(app, decomposed)
  expect(signedIn.statusCode).toBe(200)
  expect(await verify(await storedHash(app, 'email', 'dana@mail.example'), composed)).toBe(true)
  expect((await signIn(app, composed)).statusCode).toBe(200)
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const read = await app.request('GET', '/api/user/transactions', { headers: { cookie } })
  expect(read.statusCode).toBe(200)
})

test('staff whose hash is of the text as typed sign in with it, and then with every form', async ({ app }) => {
  const owner = await app.staff()
  await owner.api.admin.staff.add({ name: 'Olga', username: 'olga', role: 'support' })
  await storeAsTyped(app, 'username', 'olga', decomposed)
  const login = (typed: string) =>
    app.request('POST', '/api/admin/login', { body: { username: 'olga', password: typed } })
  expect((await login(composed)).statusCode).toBe(401)
  expect((await login(decomposed)).statusCode).toBe(200)
  expect((await login(composed)).statusCode).toBe(200)
})

test('the configured owner signs in with every form, and a start with another form ends no session', async () => {
  await using app = await createTestApp({ ADMIN_PASSWORD_HASH: '', ADMIN_PASSWORD: decomposed })
  await storeAsTyped(app, 'username', 'owner', decomposed)
  await ensureOwner(app.ctx)
  const one = await signInStaff(app, composed)
  expect(one.statusCode).toBe(200)
  const hash = await storedHash(app, 'username', 'owner')
  await ensureOwner(app.ctx)
  expect(await storedHash(app, 'username', 'owner')).toBe(hash)
  const cookie = one.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await app.request('GET', '/api/admin/lists', { headers: { cookie } })).statusCode).toBe(200)
})

test('a sign-in keeps the configured hash of an owner', async () => {
  const configured = await asTyped(decomposed)
  await using app = await createTestApp({ ADMIN_PASSWORD_HASH: configured })
  expect((await signInStaff(app, decomposed)).statusCode).toBe(200)
  expect(await storedHash(app, 'username', 'owner')).toBe(configured)
})

test('a current password is confirmed in every form', async ({ app, customer: dana }) => {
  await storeAsTyped(app, 'email', dana.email, decomposed)
  const change = { currentPassword: decomposed, password: decomposed, confirmPassword: composed }
  await dana.api.account.changePassword(change)
  await dana.api.account.deleteAccount({ password: decomposed })
})

test('a second hash is made only for a text of another normal form, for known and unknown accounts', async () => {
  await using app = await createTestApp()
  const { email } = await app.customer()
  const work = async (email: string, password: string) => {
    const before = app.ctx.passwords.hashesDone()
    const { statusCode } = await app.request('POST', '/api/auth/sign-in', { body: { email, password } })
    return [statusCode, app.ctx.passwords.hashesDone() - before]
  }
  for (const address of [email, 'nobody@mail.example']) {
    expect(await work(address, composed)).toEqual([401, 1])
    expect(await work(address, decomposed)).toEqual([401, 2])
  }
})

test('the shortest password is counted in its normal form', async ({ app }) => {
  const answer = await app.request('POST', '/api/auth/sign-up', { body: form('éèê'.normalize('NFD')) })
  expect(answer.json()).toMatchObject({ title: 'Password Too Short' })
})
