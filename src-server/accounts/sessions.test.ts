import { expect } from 'vitest'
import WebSocket from 'ws'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import type { Delivered } from '../platform/events/event-bus.ts'
import { test } from '../testing/test-support/app-test.ts'
import { openSocket } from '../testing/test-support/socket-page.ts'
import { createTestApp, ownerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const customersPage = (app: TestApp, as: Person) => app.request('GET', '/api/user/transactions', { as })
const staffPage = (app: TestApp, as: Person) => app.request('GET', '/api/admin/submissions', { as })
const sessionRows = ({ ctx }: TestApp) => ctx.db.selectFrom('sessions').selectAll().execute()

test('stores only the hash of a session token', async ({ app, customer }) => {
  const token = customer.cookie.slice('gce='.length)
  const [session] = await sessionRows(app)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(session?.token_hash).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(session)).not.toContain(token)
})

test('rejects the hash of a token as a token', async ({ app, customer }) => {
  const [session] = await sessionRows(app)
  const response = await customersPage(app, { ...customer, cookie: `gce=${session?.token_hash}` })
  expect(response.statusCode).toBe(401)
})

test('accepts a cookie repeatedly', async ({ app, customer }) => {
  for (let visit = 0; visit < 3; visit++) expect((await customersPage(app, customer)).statusCode).toBe(200)
})

test('ends a customer session 7 days after sign-in, despite activity', async ({ app, customer }) => {
  app.clock.advance(7 * DAY_MS - 1000)
  expect((await customersPage(app, customer)).statusCode).toBe(200)
  app.clock.advance(2000)
  const response = await customersPage(app, customer)
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'unauthorized', message: 'Please sign in.' })
})

test('ends a staff session 8 hours after sign-in', async ({ app, staff }) => {
  app.clock.advance(8 * HOUR_MS - 1000)
  expect((await staffPage(app, staff)).statusCode).toBe(200)
  app.clock.advance(2000)
  expect((await staffPage(app, staff)).statusCode).toBe(401)
})

test('returns when the staff session ends', async ({ staff }) => {
  expect((await staff.api.account.session()).staff?.sessionEndsAt).toBe('2026-11-20T20:00:00.000Z')
})

test('rejects a customer token in the staff cookie and the reverse', async ({ app, customer, staff }) => {
  const swapped = (person: Person, name: string) => ({ ...person, cookie: person.cookie.replace(/^[^=]+/, name) })
  expect((await staffPage(app, swapped(customer, 'gce-staff'))).statusCode).toBe(401)
  expect((await customersPage(app, swapped(staff, 'gce'))).statusCode).toBe(401)
})

test('ends the session and clears the cookie on sign-out, which can be repeated', async ({ app, customer }) => {
  const ended: Delivered[] = []
  app.ctx.events.listen((event) => ended.push(event))
  const [session] = await sessionRows(app)
  const response = await app.request('POST', '/api/auth/sign-out', { as: customer })
  expect(response.json()).toEqual({ ok: true })
  expect(response.cookies).toMatchObject([{ name: 'gce', value: '', expires: new Date(0) }])
  expect(ended.filter(({ name }) => name === 'session.ended')).toEqual([
    { name: 'session.ended', sessionId: session?.id },
  ])
  expect((await customersPage(app, customer)).statusCode).toBe(401)
  expect((await app.request('POST', '/api/auth/sign-out', { as: customer })).statusCode).toBe(200)
})

test('keeps the staff session when the customer signs out', async ({ app, customer, staff }) => {
  const both = { ...customer, cookie: `${customer.cookie}; ${staff.cookie}` }
  await app.request('POST', '/api/auth/sign-out', { as: both })
  expect((await customersPage(app, both)).statusCode).toBe(403)
  expect((await staffPage(app, both)).statusCode).toBe(200)
})

test('ends the staff session on staff sign-out', async ({ app, staff }) => {
  await app.request('POST', '/api/admin/logout', { as: staff })
  expect((await staffPage(app, staff)).statusCode).toBe(401)
})

test('replaces only the session of the same browser on a new sign-in', async ({ app }) => {
  const [here, elsewhere] = [await app.staff(), await app.staff()]
  const body = { username: 'owner', password: ownerPassword }
  const response = await app.request('POST', '/api/admin/login', { as: here, body })
  expect(response.statusCode).toBe(200)
  expect((await staffPage(app, here)).statusCode).toBe(401)
  expect((await staffPage(app, elsewhere)).statusCode).toBe(200)
  const fresh = { ...here, cookie: `gce-staff=${response.cookies[0]?.value}` }
  expect((await staffPage(app, fresh)).statusCode).toBe(200)
})

test("keeps the browser's session on a failed sign-in", async ({ app, customer }) => {
  const body = { email: customer.email, password: 'not-the-password' }
  expect((await app.request('POST', '/api/auth/sign-in', { as: customer, body })).statusCode).toBe(401)
  expect((await customersPage(app, customer)).statusCode).toBe(200)
})

test('rejects the session of a disabled user at once', async ({ app, customer }) => {
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', customer.id).execute()
  expect((await customersPage(app, customer)).statusCode).toBe(401)
})

test('sets host-bound secure cookies under https', async () => {
  await using app = await createTestApp({ PUBLIC_URL: 'https://cards.example' })
  const body = { username: 'owner', password: ownerPassword }
  const response = await app.request('POST', '/api/admin/login', { body })
  const flags = { httpOnly: true, secure: true, sameSite: 'Strict', path: '/' }
  expect(response.cookies).toMatchObject([{ name: '__Host-gce-staff', ...flags }])
  const value = response.cookies[0]?.value
  const plain = await app.request('GET', '/api/admin/submissions', { headers: { cookie: `gce-staff=${value}` } })
  expect(plain.statusCode).toBe(401)
})

test('rejects malformed cookies as unauthenticated', async ({ app }) => {
  for (const cookie of ['gce', 'gce=', 'gce=%zz', '=;=;gce=x', `gce=${'x'.repeat(4000)}`, 'gce=a; gce=b']) {
    const response = await app.request('GET', '/api/user/transactions', { headers: { cookie } })
    expect([cookie, response.statusCode]).toEqual([cookie, 401])
  }
})

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
const isSignedIn = async (app: TestApp, as: Person) =>
  (await app.request('GET', '/api/user/transactions', { as })).statusCode === 200

test("lists a customer's sessions: the current one first, then the most recently used", async ({ app }) => {
  const here = await app.customer()
  await app.customer()
  app.clock.advance(MINUTE_MS)
  await app.signInAgain(here, phone)
  app.clock.advance(MINUTE_MS)
  await app.signInAgain(here, 'curl/8.14')
  const session = { id: expect.any(String), isCurrent: false }
  const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`
  expect(await here.api.account.sessions()).toEqual([
    { ...session, device: 'Unknown device', isCurrent: true, signedInAt: at(0), lastSeenAt: at(0) },
    { ...session, device: 'Unknown device', signedInAt: at(2), lastSeenAt: at(2) },
    { ...session, device: 'Safari on iPhone', signedInAt: at(1), lastSeenAt: at(1) },
  ])
})

test('does not list an expired session', async ({ app, customer: here }) => {
  app.clock.advance(6 * 24 * 60 * MINUTE_MS)
  const later = await app.signInAgain(here)
  expect(await later.api.account.sessions()).toHaveLength(2)
  app.clock.advance(2 * 24 * 60 * MINUTE_MS)
  expect(await later.api.account.sessions()).toHaveLength(1)
})

test('writes the time of last use at most every five minutes', async ({ app, customer }) => {
  const lastSeen = async () => (await customer.api.account.sessions())[0]?.lastSeenAt
  app.clock.advance(5 * MINUTE_MS - 1)
  expect(await lastSeen()).toBe('2026-11-20T12:00:00.000Z')
  app.clock.advance(1)
  expect(await lastSeen()).toBe('2026-11-20T12:05:00.000Z')
  app.clock.advance(MINUTE_MS)
  expect(await lastSeen()).toBe('2026-11-20T12:05:00.000Z')
})

test('truncates a long user agent to 300 characters', async ({ app }) => {
  await app.signInAgain(await app.customer(), 'x'.repeat(5_000))
  const rows = await app.ctx.db.selectFrom('sessions').select('user_agent').orderBy('created_at').execute()
  expect(rows.map(({ user_agent }) => user_agent.length)).toContain(300)
})

test('ends one session with its sockets and keeps the others', async ({ app, url, customer: here }) => {
  const [lost, other] = [await app.signInAgain(here, phone), await app.signInAgain(here)]
  const [gone, stays] = [await openSocket(url, lost.cookie), await openSocket(url, other.cookie)]
  const session = (await here.api.account.sessions()).find(({ device }) => device === 'Safari on iPhone')
  await here.api.account.endSession({ id: session?.id ?? '' })
  expect(await gone.closed).toBe(4401)
  expect(stays.socket.readyState).toBe(WebSocket.OPEN)
  expect([await isSignedIn(app, here), await isSignedIn(app, lost), await isSignedIn(app, other)]).toEqual([
    true,
    false,
    true,
  ])
})

test("rejects another user's session like an unknown one", async ({ app, customer: dana, other: marcus }) => {
  const [hers] = await dana.api.account.sessions()
  for (const id of [hers?.id ?? '', 'nothing'])
    await expect(marcus.api.account.endSession({ id })).rejects.toMatchObject({
      message: 'Not found.',
      cause: { code: 'not_found' },
    })
  expect(await isSignedIn(app, dana)).toBe(true)
})

test('ends all other sessions and keeps the current one and other users', async ({ app, url }) => {
  const [here, other] = [await app.customer(), await app.customer()]
  const others = [await app.signInAgain(here, phone), await app.signInAgain(here)]
  const sockets = await Promise.all(others.map(({ cookie }) => openSocket(url, cookie)))
  const own = await openSocket(url, here.cookie)
  await here.api.account.endOtherSessions()
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
  expect(own.socket.readyState).toBe(WebSocket.OPEN)
  expect(await here.api.account.sessions()).toMatchObject([{ isCurrent: true }])
  expect(await isSignedIn(app, other)).toBe(true)
})
