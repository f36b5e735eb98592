import { expect } from 'vitest'
import type { SignUpForm } from '#shared/account.ts'
import type { Delivered } from '../platform/events/event-bus.ts'
import { test } from '../testing/test-support/app-test.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { createPasswords } from './passwords.ts'

const form: SignUpForm = {
  name: 'Dana Reyes',
  email: 'dana@mail.example',
  phone: '555-010-0100',
  password: 'secret-enough',
  confirmPassword: 'secret-enough',
}
const signUp = (app: TestApp, changes: Partial<Record<keyof SignUpForm, unknown>> = {}) =>
  app.request('POST', '/api/auth/sign-up', { body: { ...form, ...changes } })
const countUsers = ({ ctx }: TestApp) => ctx.db.selectFrom('users').select('id').execute()

const missing = 'Please fill in all fields.'
const placeholder =
  'Please use your actual email address, not a placeholder. This is needed for transaction notifications and payouts.'

test.each([
  ['no name', { name: '  ' }, 'Error', missing],
  ['no e-mail', { email: '' }, 'Error', missing],
  ['no phone', { phone: '' }, 'Error', missing],
  ['no password', { password: '' }, 'Error', missing],
  ['no confirmation', { confirmPassword: '' }, 'Error', missing],
  ['an address without a dot', { email: 'dana@mail' }, 'Invalid Email', 'Please enter a valid email address.'],
  ['an address with a space', { email: 'da na@mail.example' }, 'Invalid Email', 'Please enter a valid email address.'],
  ['two different passwords', { confirmPassword: 'other-secret' }, 'Error', 'Passwords do not match.'],
  [
    'a password of 5 characters',
    { password: '12345', confirmPassword: '12345' },
    'Password Too Short',
    'Password must be at least 6 characters long.',
  ],
  ['a host of examples', { email: 'dana@Example.com' }, 'Real Email Required', placeholder],
  ['a test host', { email: 'dana@test.com' }, 'Real Email Required', placeholder],
  ['the word placeholder', { email: 'my.PLACEHOLDER@mail.example' }, 'Real Email Required', placeholder],
  ['the word fake', { email: 'dana@fakemail.example' }, 'Real Email Required', placeholder],
  ['boy@', { email: 'boy@mail.example' }, 'Real Email Required', placeholder],
  ['girl@', { email: 'girl@mail.example' }, 'Real Email Required', placeholder],
  ['user@', { email: 'User@mail.example' }, 'Real Email Required', placeholder],
])('rejects a sign-up with %s, with the specified message, and writes nothing', async (_, changes, title, message) => {
  await using app = await createTestApp()
  const before = await countUsers(app)
  const response = await signUp(app, changes)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'bad_request', title, message })
  expect(response.cookies).toEqual([])
  expect(await countUsers(app)).toEqual(before)
})

test('accepts a password of 6 characters unless PASSWORD_MIN_LENGTH is higher', async () => {
  const short = { password: '123456', confirmPassword: '123456' }
  await using app = await createTestApp()
  expect((await signUp(app, short)).statusCode).toBe(201)
  await using strict = await createTestApp({ PASSWORD_MIN_LENGTH: '8' })
  expect((await signUp(strict, short)).json().message).toBe('Password must be at least 8 characters long.')
})

test('rejects a taken address, ignoring case and surrounding spaces', async ({ app }) => {
  expect((await signUp(app)).statusCode).toBe(201)
  const second = await signUp(app, { email: '  DANA@Mail.Example ' })
  expect(second.statusCode).toBe(409)
  expect(second.json()).toMatchObject({
    title: 'Email Already Registered',
    message: 'This email is already registered. Please sign in instead.',
    field: 'email',
  })
})

test('stores the address in lower case', async ({ app }) => {
  expect((await signUp(app, { email: 'Dana@Mail.Example' })).json().email).toBe('dana@mail.example')
  expect((await signUp(app)).statusCode).toBe(409)
  const body = { email: 'DANA@mail.example', password: form.password }
  expect((await app.request('POST', '/api/auth/sign-in', { body })).statusCode).toBe(200)
})

test('creates one account for two concurrent sign-ups with the same address', async ({ app }) => {
  const statuses = (await Promise.all([signUp(app), signUp(app)])).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([201, 409])
  const records = await app.ctx.db.selectFrom('submissions').select('id').execute()
  expect(records).toHaveLength(1)
})

test('opens a session and returns the profile without secrets', async ({ app }) => {
  const response = await signUp(app)
  expect(response.json()).toEqual({
    id: expect.any(String),
    name: 'Dana Reyes',
    email: 'dana@mail.example',
    phone: '555-010-0100',
    address: '',
  })
  const [cookie] = response.cookies
  expect(cookie).toMatchObject({ name: 'gce', httpOnly: true, sameSite: 'Lax', path: '/' })
  const list = await app.request('GET', '/api/user/transactions', { headers: { cookie: `gce=${cookie?.value}` } })
  expect(list.json()).toEqual([])
})

test('writes the specified registration record with its history and publishes an event', async ({ app }) => {
  const events: Delivered[] = []
  app.ctx.events.listen((event) => events.push(event))
  const { id } = (await signUp(app)).json()
  const staff = await app.staff()
  const { data } = await staff.api.admin.submissions.list({})
  expect(data).toMatchObject([
    {
      cardType: 'User Registration',
      cardBrand: 'New Account',
      cardValue: 0,
      payoutAmount: 0,
      exchangeRate: 0,
      status: 'registered',
      email: 'dana@mail.example',
      phone: '555-010-0100',
      cardNumber: 'N/A',
      paymentMethod: 'N/A',
      paymentDetails: 'N/A',
      uploadedFiles: [],
    },
  ])
  const submissionId = data[0]?.id ?? ''
  expect(await staff.api.admin.submissions.history({ submissionId })).toMatchObject([
    { from: null, to: 'registered', by: 'Dana Reyes' },
  ])
  const announced = events.filter(({ name }) => name !== 'audit.written')
  expect(announced).toEqual([{ name: 'submission.created', submissionId, customerId: id }])
})

test('stores the password only as an Argon2id hash', async () => {
  await using app = await createTestApp({}, { passwords: createPasswords() })
  await signUp(app)
  const user = await app.ctx.db.selectFrom('users').selectAll().where('role', '=', 'customer').executeTakeFirstOrThrow()
  expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(JSON.stringify(user)).not.toContain(form.password)
  expect(app.log()).not.toContain(form.password)
})
