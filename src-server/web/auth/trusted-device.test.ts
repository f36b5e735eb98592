import { beforeEach, expect, test } from 'vitest'
import { deletesExpired } from '../../accounts/session-queries.ts'
import { DAY_MS, timestamp } from '../../platform/clock.ts'
import { limitOf } from '../../platform/rate-limits/rate-limit-config.ts'
import { enrol } from '../../testing/test-support/second-factor.ts'
import {
  createTestApp,
  customerPassword,
  ownerPassword,
  type Person,
  type TestApp,
} from '../../testing/test-support/test-app.ts'

let app: TestApp
let customer: Person
beforeEach(async () => {
  app = await createTestApp({ LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
  customer = await app.customer()
  return () => app[Symbol.asyncDispose]()
})

let calls = 0
const newIp = () => `10.3.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const signIn = (password: string, { cookie = '', email = customer.email, ip = newIp() } = {}) =>
  app.request('POST', '/api/auth/sign-in', {
    body: { email, password },
    headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) },
  })
const signInStaff = (password: string, cookie = '', username = 'owner') =>
  app.request('POST', '/api/admin/login', {
    body: { username, password },
    headers: { 'x-forwarded-for': newIp(), ...(cookie && { cookie }) },
  })
/** The cookies of a person that remain after sign-out. */
const deviceOf = ({ cookie }: { cookie: string }) =>
  cookie.split('; ').find((each) => /^(__Host-)?gce(-staff)?-device=/.test(each)) ?? ''
const devices = () => app.ctx.db.selectFrom('trusted_devices').selectAll().execute()

/** Fails sign-ins from many networks until the account rejects unknown browsers. */
async function attack(email = customer.email): Promise<void> {
  for (let count = 0; count < limitOf('signInAccount').max; count++)
    expect((await signIn('guessed', { email })).statusCode).toBe(401)
  expect((await signIn('guessed', { email })).statusCode).toBe(429)
}

test('failed sign-ins of unknown browsers do not lock out a known browser', async () => {
  await attack()
  const unknown = await signIn(customerPassword)
  expect([unknown.statusCode, unknown.json().message]).toEqual([
    429,
    'Too many tries. Please wait 1 minute and try again.',
  ])
  const known = await signIn(customerPassword, { cookie: deviceOf(customer) })
  expect(known.statusCode).toBe(200)
  // A sign-in from the known browser does not reset the attacker's count.
  expect((await signIn('guessed')).statusCode).toBe(429)
})

test('they do not lock it out from the same network either', async () => {
  const ip = '192.0.2.50'
  for (let count = 0; count < limitOf('signInNetwork').max; count++)
    await signIn('guessed', { email: `customer${count}@mail.example`, ip })
  expect((await signIn(customerPassword, { ip })).statusCode).toBe(429)
  expect((await signIn(customerPassword, { ip, cookie: deviceOf(customer) })).statusCode).toBe(200)
})

test('counts a known browser on its own, with the same limit', async () => {
  const cookie = deviceOf(customer)
  for (let count = 0; count < limitOf('signInBrowser').max; count++)
    expect((await signIn('guessed', { cookie })).statusCode).toBe(401)
  expect((await signIn(customerPassword, { cookie })).statusCode).toBe(429)
  expect((await signIn(customerPassword)).statusCode).toBe(200)
})

test('a browser is known only to the account that signed in with it', async () => {
  const attacker = await app.customer()
  await attack()
  expect((await signIn(customerPassword, { cookie: deviceOf(attacker) })).statusCode).toBe(429)
  expect((await signIn(customerPassword, { cookie: 'gce-device=made-up' })).statusCode).toBe(429)
})

test('staff sign in from a known browser, with a second factor too', async () => {
  const owner = await app.staff()
  const { recoveryCodes } = await enrol(app, owner)
  for (let count = 0; count < limitOf('staffSignInName').max; count++) await signInStaff('guessed')
  expect((await signInStaff(ownerPassword)).statusCode).toBe(429)
  const asked = await signInStaff(ownerPassword, deviceOf(owner))
  expect(asked.json().code).toBe('second_factor_required')
  const headers = { cookie: deviceOf(owner), 'x-forwarded-for': newIp() }
  const body = { ticket: asked.json().ticket, code: recoveryCodes[0] }
  const entered = await app.request('POST', '/trpc/admin.session.signInWithCode', { body, headers })
  expect(entered.statusCode).toBe(200)
  expect(entered.cookies.map(({ name }) => name)).toEqual(['gce-staff', 'gce-staff-device'])
})

test('the device cookie is host-bound, HttpOnly, lasts half a year and is stored as a hash', async () => {
  await using site = await createTestApp({ LIMITS: 'on', PUBLIC_URL: 'https://cards.example' })
  const body = { username: 'owner', password: ownerPassword }
  const [session, device] = (await site.request('POST', '/api/admin/login', { body })).cookies
  expect(device).toMatchObject({
    name: '__Host-gce-staff-device',
    value: expect.stringMatching(/^[\w-]{43}$/),
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/',
    expires: new Date('2027-05-19T12:00:00.000Z'),
  })
  expect(session?.value).not.toBe(device?.value)
  const rows = await site.ctx.db.selectFrom('trusted_devices').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(device?.value)
})

test('the device cookie grants no access', async () => {
  const as = { ...customer, cookie: deviceOf(customer).replace('gce-device', 'gce') }
  expect((await app.request('GET', '/api/user/transactions', { as })).statusCode).toBe(401)
})

test('each sign-in rotates the token and invalidates the former one', async () => {
  const former = deviceOf(customer)
  const [, device] = (await signIn(customerPassword, { cookie: former })).cookies
  expect(await devices()).toHaveLength(1)
  await attack()
  expect((await signIn(customerPassword, { cookie: former })).statusCode).toBe(429)
  expect((await signIn(customerPassword, { cookie: `gce-device=${device?.value}` })).statusCode).toBe(200)
})

test('keeps at most twenty known browsers of an account', async () => {
  for (let count = 0; count < 22; count++) {
    app.clock.advance(1_000)
    expect((await signIn(customerPassword)).statusCode).toBe(200)
  }
  expect(await devices()).toHaveLength(20)
})

test('forgets a browser after half a year without a sign-in', async () => {
  app.clock.advance(179 * DAY_MS)
  await deletesExpired('trusted_devices')(app.ctx.db, timestamp(app.clock))
  expect(await devices()).toHaveLength(1)
  app.clock.advance(DAY_MS)
  await attack()
  expect((await signIn(customerPassword, { cookie: deviceOf(customer) })).statusCode).toBe(429)
  await deletesExpired('trusted_devices')(app.ctx.db, timestamp(app.clock))
  expect(await devices()).toHaveLength(0)
})

test('a password change forgets the other browsers and keeps this one', async () => {
  const elsewhere = await app.signInAgain(customer)
  const form = { currentPassword: customerPassword, password: 'a-new-password', confirmPassword: 'a-new-password' }
  const changed = await app.request('POST', '/trpc/account.changePassword', { as: customer, body: form })
  const [device] = changed.cookies
  expect(device?.name).toBe('gce-device')
  await attack()
  expect((await signIn('a-new-password', { cookie: deviceOf(elsewhere) })).statusCode).toBe(429)
  expect((await signIn('a-new-password', { cookie: `gce-device=${device?.value}` })).statusCode).toBe(200)
})

test('a password reset trusts its browser, forgets the others and resets the counts', async () => {
  await attack()
  await app.request('POST', '/trpc/account.requestPasswordReset', { body: { email: customer.email } })
  const [, token = ''] = /reset-password#(?:token=)?([\w-]+)/.exec((await app.mails()).at(-1)?.text ?? '') ?? []
  const form = { token, password: 'a-new-password', confirmPassword: 'a-new-password' }
  const reset = await app.request('POST', '/trpc/account.resetPassword', { body: form })
  expect(reset.statusCode).toBe(200)
  expect(await devices()).toHaveLength(1)
  expect((await signIn('a-new-password')).statusCode).toBe(200)
})

test('deletes known browsers with the account', async () => {
  await app.signInAgain(customer)
  const response = await app.request('POST', '/trpc/account.deleteAccount', {
    as: customer,
    body: { password: customerPassword },
  })
  expect(response.cookies).toMatchObject([
    { name: 'gce', value: '' },
    { name: 'gce-device', value: '', expires: new Date(0) },
  ])
  expect(await devices()).toEqual([])
})

test('Clear All Data deletes those of customers and keeps those of staff', async () => {
  const owner = await app.staff()
  await app.ctx.db.deleteFrom('submissions').execute()
  await app.ctx.db.deleteFrom('sessions').where('user_id', '=', customer.id).execute()
  await app.ctx.db.deleteFrom('users').where('id', '=', customer.id).execute()
  expect((await devices()).map(({ user_id }) => user_id)).toEqual([owner.id])
})
