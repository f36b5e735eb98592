import { once } from 'node:events'
import { expect } from 'vitest'
import WebSocket from 'ws'
import { endSession } from '../../accounts/sessions.ts'
import { signOut } from '../../accounts/sign-in.ts'
import { noRequest } from '../../audit/audit-queries.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aSubmission, aToken } from '../../testing/test-support/factories.ts'
import { missEvents } from '../../testing/test-support/miss-events.ts'
import { openRawSocket, type RawSocket } from '../../testing/test-support/raw-socket.ts'
import { listening, openSocket } from '../../testing/test-support/socket-page.ts'
import { createTestApp, ownerPassword } from '../../testing/test-support/test-app.ts'
import { isOnPostgres } from '../../testing/test-support/test-database.ts'
import { createTransportNetwork } from '../../testing/test-support/transport-network.ts'
import { aSession } from '../../testing/test-support/world.ts'

/** The status of an upgrade: 101, or that of the rejection. */
async function upgrade(url: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(url, { headers })
  const opened = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number)
  // The loser of the two ends with an error when the socket is dropped.
  opened.catch(() => undefined)
  refused.catch(() => undefined)
  const status = await Promise.race([opened, refused])
  socket.on('error', () => undefined)
  socket.terminate()
  return status
}

test('rejects an upgrade without a session or with an ended one', async ({ app, url }) => {
  const { cookie } = await app.customer()
  expect(await upgrade(url, {})).toBe(401)
  expect(await upgrade(url, { cookie: 'gce=made-up' })).toBe(401)
  expect(await upgrade(url, { cookie })).toBe(101)
  app.clock.advance(7 * DAY_MS)
  expect(await upgrade(url, { cookie })).toBe(401)
})

test('rejects another site’s page even with the cookie', async ({ app, host, url }) => {
  const { cookie } = await app.customer()
  for (const origin of ['http://evil.example', 'null', `http://${host}.evil.example`, 'http://127.0.0.1'])
    expect([origin, await upgrade(url, { cookie, origin })]).toEqual([origin, 403])
  expect(await upgrade(url, { cookie, origin: `http://${host}` })).toBe(101)
  for (const site of ['cross-site', 'same-site']) {
    expect(await upgrade(url, { cookie, 'sec-fetch-site': site })).toBe(403)
    expect(await upgrade(url, { cookie, origin: `http://${host}`, 'sec-fetch-site': site })).toBe(403)
  }
  expect(await upgrade(url, { cookie, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(101)
})

test('rejects an API token', async ({ app, url }) => {
  const { headers } = await aToken(await app.staff(), ['admin'])
  expect(await upgrade(url, headers)).toBe(401)
})

test('returns 404 for another path', async ({ app, host }) => {
  const { cookie } = await app.customer()
  for (const path of ['', 'api/health', 'trpcs', 'trpc/../x'])
    expect([path, await upgrade(`ws://${host}/${path}`, { cookie })]).toEqual([path, 404])
})

test('sign-out closes every socket of that session and no other', async ({ app, url, customer, other }) => {
  const [one, two] = [await openSocket(url, customer.cookie), await openSocket(url, customer.cookie)]
  const stays = await openSocket(url, other.cookie)
  await app.request('POST', '/api/auth/sign-out', { as: customer })
  expect([await one.closed, await two.closed]).toEqual([4401, 4401])
  expect(stays.socket.readyState).toBe(WebSocket.OPEN)
})

test('a new sign-in closes the sockets of the replaced session', async ({ app, url, staff }) => {
  const { closed } = await openSocket(url, staff.cookie)
  const body = { username: 'owner', password: ownerPassword }
  await app.request('POST', '/api/admin/login', { as: staff, body })
  expect(await closed).toBe(4401)
})

test('closes a socket when its session expires', async ({ app, url, customer }) => {
  app.clock.advance(7 * DAY_MS - 50)
  const { closed } = await openSocket(url, customer.cookie)
  app.clock.advance(50)
  expect(await closed).toBe(4401)
})

test('asks clients to reconnect when the ends of their sessions may have been missed', async () => {
  await using app = await createTestApp({}, { eventChannel: createTransportNetwork().connect() })
  const { url } = await listening(app)
  const { closed } = await openSocket(url, (await app.customer()).cookie)
  await missEvents(app)
  expect(await closed).toBe(1012)
})

test('leaves no socket open when the session ends during the upgrade', async ({ app, url }) => {
  const { id } = await app.customer()
  for (let moment = 0; moment < 60; moment++) {
    const session = await aSession({ app }, { id }, 'customer')
    const ended = new Promise<void>((resolve) => {
      app.server.server.once('upgrade', async () => {
        for (let turn = 0; turn < moment; turn++) await undefined
        await endSession(app.call, { id, sessionId: session.id })
        resolve()
      })
    })
    const socket = new WebSocket(url, { headers: { cookie: `gce=${session.token}` } })
    const over = new Promise<string>((resolve) => {
      socket.on('unexpected-response', (_, response) => resolve(`refused ${response.statusCode}`))
      socket.on('close', (code) => resolve(`closed ${code}`))
      socket.on('error', () => undefined)
    })
    await ended
    expect(['refused 401', 'closed 4401']).toContain(await over)
    socket.terminate()
  }
})

test('closes the socket when one of its two sessions ends', async ({ app, url, customer, staff }) => {
  const { closed } = await openSocket(url, `${customer.cookie}; ${staff.cookie}`)
  await app.request('POST', '/api/admin/logout', { as: staff })
  expect(await closed).toBe(4401)
})

test('closes the socket on a frame that is too large', async ({ app, url }) => {
  const { socket, closed } = await openSocket(url, (await app.customer()).cookie)
  socket.send('x'.repeat(65 * 1024))
  expect(await closed).toBe(1009)
})

test('returns our own error for a frame that is no JSON', async ({ app, url }) => {
  const { socket } = await openSocket(url, (await app.customer()).cookie)
  const answered = once(socket, 'message')
  socket.send('{broken')
  const text = String((await answered)[0])
  expect(text).not.toMatch(/ at \/|node_modules|stack|Unexpected token/)
  expect(JSON.parse(text)).toMatchObject({ error: { data: { code: 'bad_request' } } })
})

test('shutdown asks every client to reconnect', async () => {
  const app = await createTestApp()
  const { url } = await listening(app)
  const { closed } = await openSocket(url, (await app.customer()).cookie)
  await app[Symbol.asyncDispose]()
  expect(await closed).toBe(1012)
})

test('shutdown does not wait for clients that do not answer', async () => {
  const app = await createTestApp()
  const { url } = await listening(app)
  const { socket, closed } = await openSocket(url, (await app.customer()).cookie)
  socket.pause()
  await app[Symbol.asyncDispose]()
  socket.resume()
  expect(await closed).toBe(1012)
})

test.each(['account.signIn', 'account.signUp', 'account.signOut', 'admin.session.signIn', 'admin.session.signOut'])(
  'rejects %s on a socket, because it sets or clears a cookie',
  async (path) => {
    await using app = await createTestApp()
    const { url } = await listening(app)
    const { cookie } = await app.customer()
    using raw = (await openRawSocket(url, { cookie })) as RawSocket
    const person = { name: 'Tom Okafor', email: 'tom@mail.example', phone: '555-010-0100', username: 'owner' }
    const input = { ...person, password: ownerPassword, confirmPassword: ownerPassword }
    const { error } = await raw.ask('mutation', path, input)
    expect(error?.data).toMatchObject({ code: 'bad_request', httpStatus: 400 })
    expect(app.log()).not.toContain('"level":50')
  },
)

// On PostgreSQL reads do not wait for an open transaction, so the order of the steps is not determined.
test.skipIf(isOnPostgres())('closes a socket whose session ends while it opens', async ({ app, url }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const sessions = app.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', staff.id)
  const { id: sessionId } = await sessions.executeTakeFirstOrThrow()
  // While a transaction is open others wait their turn: the upgrade reads the staff session, then the sign-out has its
  // turn, then the upgrade reads the customer's.
  let release = () => {}
  const open = inTransaction(app.call, () => new Promise<void>((resolve) => (release = resolve)))
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const arrived = once(app.server.server, 'upgrade')
  const opening = openSocket(url, `${customer.cookie}; ${staff.cookie}`)
  await arrived
  await turn()
  const ended = signOut(app.call, 'staff', { id: staff.id, sessionId, ...noRequest })
  await turn()
  release()
  await Promise.all([open, ended])
  expect(await (await opening).closed).toBe(4401)
})

test('restricted staff connect by their customer session, and either session closes the socket', async ({ app }) => {
  const { url } = await listening(app)
  const [customer, owner] = [await app.customer(), await app.staff()]
  const { id, username, password } = await owner.api.admin.staff.add({
    name: 'Robin',
    username: 'robin',
    role: 'owner',
  })
  const login = await app.request('POST', '/api/admin/login', { body: { username, password } })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await upgrade(url, { cookie })).toBe(401)
  const { closed } = await openSocket(url, `${customer.cookie}; ${cookie}`)
  await owner.api.admin.staff.setActive({ id, isActive: false })
  expect(await closed).toBe(4401)
})

for (const [name, framesOf] of [
  ['two frames', (messages: object[]) => messages.map((message) => JSON.stringify(message))],
  ['one frame', (messages: object[]) => [JSON.stringify(messages)]],
] as const)
  test(`ends a subscription that its page stops before it has started, in ${name}`, async ({ app, url, staff }) => {
    const submissionId = await aSubmission(app, await app.customer())
    const { socket } = await openSocket(url, staff.cookie)
    const answers: unknown[] = []
    socket.on('message', (text) => answers.push(JSON.parse(String(text))))
    const params = { path: 'admin.review.watch', input: { submissionId, decides: true } }
    for (const frame of framesOf([
      { id: 1, method: 'subscription', params },
      { id: 1, method: 'subscription.stop' },
    ]))
      socket.send(frame)
    await expect.poll(() => answers).toContainEqual({ id: 1, result: { type: 'stopped' } })
    await expect.poll(async () => app.ctx.shared.reviewPresence.all()).toEqual([])
    socket.terminate()
  })
