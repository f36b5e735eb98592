import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { listening, openSocket } from '../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const MINUTE_MS = 60_000
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
const isSignedIn = async (app: TestApp, as: Person) =>
  (await app.request('GET', '/api/user/transactions', { as })).statusCode === 200

test("lists a customer's sessions: the current one first, then the most recently used", async () => {
  await using app = await createTestApp()
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

test('does not list an expired session', async () => {
  await using app = await createTestApp()
  const here = await app.customer()
  app.clock.advance(6 * 24 * 60 * MINUTE_MS)
  const later = await app.signInAgain(here)
  expect(await later.api.account.sessions()).toHaveLength(2)
  app.clock.advance(2 * 24 * 60 * MINUTE_MS)
  expect(await later.api.account.sessions()).toHaveLength(1)
})

test('writes the time of last use at most every five minutes', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const lastSeen = async () => (await customer.api.account.sessions())[0]?.lastSeenAt
  app.clock.advance(5 * MINUTE_MS - 1)
  expect(await lastSeen()).toBe('2026-11-20T12:00:00.000Z')
  app.clock.advance(1)
  expect(await lastSeen()).toBe('2026-11-20T12:05:00.000Z')
  app.clock.advance(MINUTE_MS)
  expect(await lastSeen()).toBe('2026-11-20T12:05:00.000Z')
})

test('truncates a long user agent to 300 characters', async () => {
  await using app = await createTestApp()
  await app.signInAgain(await app.customer(), 'x'.repeat(5_000))
  const rows = await app.ctx.db.selectFrom('sessions').select('user_agent').orderBy('created_at').execute()
  expect(rows.map(({ user_agent }) => user_agent.length)).toContain(300)
})

test('ends one session with its sockets and keeps the others', async () => {
  await using app = await createTestApp()
  const { url } = await listening(app)
  const here = await app.customer()
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

test("rejects another user's session like an unknown one", async () => {
  await using app = await createTestApp()
  const [dana, marcus] = [await app.customer(), await app.customer()]
  const [hers] = await dana.api.account.sessions()
  for (const id of [hers?.id ?? '', 'nothing'])
    await expect(marcus.api.account.endSession({ id })).rejects.toMatchObject({
      message: 'Not found.',
      cause: { code: 'not_found' },
    })
  expect(await isSignedIn(app, dana)).toBe(true)
})

test('ends all other sessions and keeps the current one and other users', async () => {
  await using app = await createTestApp()
  const { url } = await listening(app)
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
