import { beforeEach, expect } from 'vitest'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { enrol, type PhoneApp } from '../testing/test-support/second-factor.ts'
import { createTestApp, ownerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { deletesExpired } from './session-queries.ts'

const STEP_MS = 30_000

let app: TestApp
let owner: Person
let phone: PhoneApp & { recoveryCodes: string[] }
beforeEach(async () => {
  app = await createTestApp()
  owner = await app.staff()
  phone = await enrol(app, owner)
  return () => app[Symbol.asyncDispose]()
})

const login = (code?: string, password = ownerPassword) =>
  app.request('POST', '/api/admin/login', {
    body: { username: 'owner', password, ...(code !== undefined && { code }) },
  })
const withTicket = (ticket: string, code: string) =>
  app.request('POST', '/trpc/admin.session.signInWithCode', { body: { ticket, code } })
const ticketNow = async () => (await login()).json().ticket as string
const auditRows = () =>
  app.ctx.db.selectFrom('audit_log').select(['action', 'detail']).where('at', '>', '2026-11-20T12:00:00').execute()
const sessions = async () => (await app.ctx.db.selectFrom('sessions').select('id').execute()).length

test('opens no session for the password alone and requests the code', async () => {
  const before = await sessions()
  const response = await login()
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({
    code: 'second_factor_required',
    message: 'Enter the code from your authenticator app.',
    ticket: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(response.cookies).toEqual([])
  expect(await sessions()).toBe(before)
  expect(await auditRows()).toEqual(expect.arrayContaining([{ action: 'staff.code-asked', detail: '' }]))
})

test('does not reveal the second factor for a wrong password, even with a correct code', async () => {
  for (const response of [await login(undefined, 'something else'), await login(phone.code(), 'something else')]) {
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'unauthorized', message: 'Invalid username or password' })
    expect(response.json().ticket).toBeUndefined()
  }
})

test('signs in with password and code in one call', async () => {
  const response = await login(phone.code())
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ id: owner.id, mustDo: null })
  expect(await auditRows()).toEqual(expect.arrayContaining([{ action: 'staff.signed-in', detail: 'code' }]))
})

test('signs in with ticket and code, once', async () => {
  const ticket = await ticketNow()
  expect((await withTicket(ticket, phone.code())).statusCode).toBe(200)
  app.clock.advance(STEP_MS)
  const again = await withTicket(ticket, phone.code())
  expect(again.statusCode).toBe(401)
  expect(again.json().error.data.code).toBe('unauthorized')
})

test('stores only the hash of a ticket', async () => {
  const ticket = await ticketNow()
  expect(JSON.stringify(await app.ctx.db.selectFrom('mfa_challenges').selectAll().execute())).not.toContain(ticket)
})

test('accepts a code once, also across browsers in the same time step', async () => {
  const code = phone.code()
  expect((await login(code)).statusCode).toBe(200)
  const replayed = await login(code)
  expect(replayed.statusCode).toBe(401)
  expect(replayed.json()).toMatchObject({ code: 'second_factor_required' })
  expect((await withTicket(await ticketNow(), code)).statusCode).toBe(401)
})

test('accepts one of two concurrent sign-ins with the same code', async () => {
  const code = phone.code()
  const responses = await Promise.all([login(code), login(code)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
})

test('rejects a code older than a consumed one', async () => {
  expect((await login(phone.code(1))).statusCode).toBe(200)
  expect((await login(phone.code())).statusCode).toBe(401)
})

test.each([
  [-2, 401],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 401],
])('responds to a code %i steps off with %i', async (steps, status) => {
  app.clock.advance(10 * STEP_MS)
  expect((await login(phone.code(steps))).statusCode).toBe(status)
})

test('accepts a recovery code once, however it is typed', async () => {
  const [first = '', second = ''] = phone.recoveryCodes
  expect((await login(first)).statusCode).toBe(200)
  expect((await login(first)).statusCode).toBe(401)
  expect((await withTicket(await ticketNow(), ` ${second.replaceAll('-', '').toLowerCase()} `)).statusCode).toBe(200)
  expect(await owner.api.admin.me.secondFactor()).toMatchObject({ recoveryCodesLeft: 8 })
  expect(await auditRows()).toEqual(expect.arrayContaining([{ action: 'staff.signed-in', detail: 'recovery code' }]))
})

test('invalidates a ticket after five wrong codes', async () => {
  const ticket = await ticketNow()
  const wrong = phone.code(7)
  for (let tries = 1; tries <= 4; tries++) {
    const response = await withTicket(ticket, wrong)
    expect(response.json().error.data).toMatchObject({ code: 'second_factor_required', ticket })
  }
  expect((await withTicket(ticket, wrong)).json().error.data.code).toBe('unauthorized')
  expect((await withTicket(ticket, phone.code())).statusCode).toBe(401)
  expect((await auditRows()).filter(({ action }) => action === 'staff.code-refused')).toHaveLength(5)
})

test('expires a ticket after five minutes', async () => {
  const ticket = await ticketNow()
  app.clock.advance(5 * MINUTE_MS)
  const response = await withTicket(ticket, phone.code())
  expect(response.statusCode).toBe(401)
  expect(response.json().error.message).toBe('Too much time or too many tries. Please enter your password again.')
})

test('invalidates a ticket when the password changes or the account is disabled', async () => {
  const old = await ticketNow()
  await app.ctx.db.updateTable('users').set({ password_hash: 'replaced' }).where('id', '=', owner.id).execute()
  expect((await withTicket(old, phone.code())).statusCode).toBe(401)

  const other = await createTestApp()
  const factor = await enrol(other, await other.staff())
  const asked = await other.request('POST', '/api/admin/login', {
    body: { username: 'owner', password: ownerPassword },
  })
  await other.ctx.db.updateTable('users').set({ disabled_at: 'now' }).execute()
  const body = { ticket: asked.json().ticket, code: factor.code() }
  expect((await other.request('POST', '/trpc/admin.session.signInWithCode', { body })).statusCode).toBe(401)
  await other[Symbol.asyncDispose]()
})

test('blocks app codes for 15 minutes after twenty wrong ones, but not recovery codes', async () => {
  const wrong = phone.code(9)
  for (let tries = 0; tries < 20; tries += 5) {
    const ticket = await ticketNow()
    for (let each = 0; each < 5; each++) await withTicket(ticket, wrong)
  }
  const right = await withTicket(await ticketNow(), phone.code())
  expect(right.statusCode).toBe(401)
  expect(right.json().error.message).toContain('Too many wrong codes.')
  expect((await login(phone.recoveryCodes[0])).statusCode).toBe(200)
  app.clock.advance(15 * MINUTE_MS)
  expect((await login(phone.code())).statusCode).toBe(200)
})

test("rejects a code of another user's app", async ({ app: both, staff: self, reviewer }) => {
  const other = await enrol(both, reviewer)
  await enrol(both, self)
  for (const code of [other.code(), other.recoveryCodes[0]]) {
    const body = { username: 'owner', password: ownerPassword, code }
    expect((await both.request('POST', '/api/admin/login', { body })).statusCode).toBe(401)
  }
})

test('ignores a code when there is no second factor', async () => {
  const robin = await owner.api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'support' })
  const body = { username: 'robin', password: robin.password, code: '123456' }
  expect((await app.request('POST', '/api/admin/login', { body })).statusCode).toBe(200)
})

test('deletes only expired tickets', async () => {
  await login()
  app.clock.advance(5 * MINUTE_MS)
  const ticket = await ticketNow()
  await deletesExpired('mfa_challenges')(app.ctx.db, timestamp(app.clock))
  expect(await app.ctx.db.selectFrom('mfa_challenges').select('token_hash').execute()).toHaveLength(1)
  expect((await withTicket(ticket, phone.code())).statusCode).toBe(200)
})
