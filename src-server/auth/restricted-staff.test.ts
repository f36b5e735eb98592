import { once } from 'node:events'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { enrol, phoneApp } from '../test-support/second-factor.ts'
import { listening } from '../test-support/socket-page.ts'
import { createTestApp, ownerPassword, type Person, type TestApp } from '../test-support/test-app.ts'
import { appRouter } from '../trpc/router.ts'
import { type Access, procedureAccess, routeAccess } from './permissions.ts'

/** Staff who are signed in and have to do something first: whatever is not that, or for anyone, is refused to them. */

const ownPassword = 'a-password-of-robins-own'
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>

/** Somebody who was just added and signs in with the password they were given. */
async function restrictedStaff(app: TestApp): Promise<Person & { password: string }> {
  const { api } = await app.staff()
  const { password } = await api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'owner' })
  return { ...(await signedIn(app, 'robin', password)), password }
}

async function signedIn(app: TestApp, username: string, password: string): Promise<Person> {
  const response = await app.request('POST', '/api/admin/login', { body: { username, password } })
  expect(response.statusCode).toBe(200)
  const [cookie] = response.cookies
  const person = { id: response.json().id, email: '', cookie: `${cookie?.name}=${cookie?.value}` }
  return { ...(await app.authorized({ ...person, api: app.visitor })), ...person }
}

/** Calls that this person is not refused for what they have to do first. */
async function openCalls(app: TestApp, as: Person, own: Access): Promise<string[]> {
  const open: string[] = []
  for (const [path, access] of Object.entries(procedureAccess)) {
    if (access === 'anyone' || procedures[path]?._def.type === 'subscription') continue
    const body = procedures[path]?._def.type === 'query' ? {} : { body: {} }
    const { statusCode } = await app.request(body.body ? 'POST' : 'GET', `/trpc/${path}`, { as, ...body })
    expect([200, 400, 401, 403, 409], path).toContain(statusCode)
    if (access === 'customer') expect(statusCode, path).toBe(401)
    else if (statusCode !== 403) open.push(path)
    if (access === own) expect(statusCode, path).not.toBe(403)
  }
  for (const [route, access] of Object.entries(routeAccess)) {
    if (access === 'anyone' || access === 'customer') continue
    const [method = '', url = ''] = route.split(' ')
    const { statusCode } = await app.request(method, url.replace(':id', 'none'), { as })
    if (statusCode !== 403) open.push(route)
  }
  return open.sort()
}

const ofAccess = (wanted: Access) =>
  Object.keys(procedureAccess)
    .filter((path) => procedureAccess[path] === wanted)
    .sort()

test('with a password that was handed out nothing is open but its replacement', async () => {
  await using app = await createTestApp()
  const robin = await restrictedStaff(app)
  expect(await openCalls(app, robin, 'newPassword')).toEqual(ofAccess('newPassword'))
  expect((await app.request('GET', '/api/admin/submissions', { as: robin })).json()).toMatchObject({
    code: 'forbidden',
    message: 'Choose a new password first.',
  })
})

test('they are told who they are and what they have to do', async () => {
  await using app = await createTestApp()
  const robin = await restrictedStaff(app)
  const { staff } = await robin.api.account.session()
  expect(staff).toMatchObject({ id: robin.id, name: 'Robin Lee', mustDo: 'replace-password' })
})

test('no socket opens for them, so that nothing is pushed to them either', async () => {
  await using app = await createTestApp()
  const { url } = await listening(app)
  const robin = await restrictedStaff(app)
  const socket = new WebSocket(url, { headers: { cookie: robin.cookie } })
  const [, response] = await once(socket, 'unexpected-response')
  expect(response.statusCode).toBe(401)
  // Dropped before it opened, which it calls an error.
  socket.on('error', () => undefined)
  socket.terminate()
})

test('a password of their own opens the rest, in the session they have', async () => {
  await using app = await createTestApp()
  const robin = await restrictedStaff(app)
  const form = { currentPassword: robin.password, password: ownPassword, confirmPassword: ownPassword }
  await robin.api.admin.me.changePassword(form)
  expect((await app.request('GET', '/api/admin/submissions', { as: robin })).statusCode).toBe(200)
  expect((await signedIn(app, 'robin', ownPassword)).id).toBe(robin.id)
  const old = await app.request('POST', '/api/admin/login', { body: { username: 'robin', password: robin.password } })
  expect(old.statusCode).toBe(401)
})

test.each([
  ['is short', 'eleven char', /at least 12 characters/],
  ['is the one they were given', undefined, /differs from the current one/],
])('a password that %s is refused in words and replaces nothing', async (_, password, words) => {
  await using app = await createTestApp()
  const robin = await restrictedStaff(app)
  const next = password ?? robin.password
  const form = { currentPassword: robin.password, password: next, confirmPassword: next }
  await expect(robin.api.admin.me.changePassword(form)).rejects.toMatchObject({
    message: expect.stringMatching(words),
    cause: { detail: { field: 'password' } },
  })
  expect((await app.request('GET', '/api/admin/submissions', { as: robin })).statusCode).toBe(403)
})

test('they can sign out', async () => {
  await using app = await createTestApp()
  const robin = await restrictedStaff(app)
  expect((await app.request('POST', '/api/admin/logout', { as: robin, body: {} })).statusCode).toBe(200)
  const session = await app.request('GET', '/trpc/account.session', { as: robin })
  expect(session.json().result.data.staff).toBeNull()
})

test('the password of the configured owner is changed in the configuration', async () => {
  await using app = await createTestApp()
  const { api } = await app.staff()
  const form = { currentPassword: ownerPassword, password: ownPassword, confirmPassword: ownPassword }
  await expect(api.admin.me.changePassword(form)).rejects.toThrow('ADMIN_PASSWORD')
})

test('with STAFF_MFA=required nothing is open but setting up a second factor', async () => {
  await using app = await createTestApp({ STAFF_MFA: 'required' })
  const owner = await signedIn(app, 'owner', ownerPassword)
  expect((await owner.api.account.session()).staff).toMatchObject({ mustDo: 'add-second-factor' })
  expect(await openCalls(app, owner, 'enrolment')).toEqual(ofAccess('enrolment'))
  expect((await app.request('GET', '/api/admin/submissions', { as: owner })).json()).toMatchObject({
    code: 'forbidden',
    message: 'Set up a second factor first.',
  })
})

test('once it is set up the same session is let in to the rest', async () => {
  await using app = await createTestApp({ STAFF_MFA: 'required' })
  const owner = await signedIn(app, 'owner', ownerPassword)
  await enrol(app, owner)
  expect((await app.request('GET', '/api/admin/submissions', { as: owner })).statusCode).toBe(200)
})

test('turning it off where it is required leads back to setting it up', async () => {
  await using app = await createTestApp({ STAFF_MFA: 'required' })
  const owner = await signedIn(app, 'owner', ownerPassword)
  const { key } = await owner.api.admin.me.startSecondFactor()
  const phone = phoneApp(app, key)
  await owner.api.admin.me.confirmSecondFactor({ code: phone.code() })
  app.clock.advance(30_000)
  const body = { currentPassword: ownerPassword, code: phone.code() }
  const removed = await app.request('POST', '/trpc/admin.me.removeSecondFactor', { as: owner, body })
  expect(removed.statusCode).toBe(200)
  expect((await app.request('GET', '/api/admin/submissions', { as: owner })).statusCode).toBe(403)
})

test('a handed-out password is replaced before the second factor is set up', async () => {
  await using app = await createTestApp({ STAFF_MFA: 'required' })
  const owner = await signedIn(app, 'owner', ownerPassword)
  await enrol(app, owner)
  const added = await app.request('POST', '/trpc/admin.staff.add', {
    as: owner,
    body: { name: 'Robin Lee', username: 'robin', role: 'reviewer' },
  })
  const robin = await signedIn(app, 'robin', added.json().result.data.password)
  const start = () => app.request('POST', '/trpc/admin.me.startSecondFactor', { as: robin, body: {} })
  expect((await start()).statusCode).toBe(403)
  const currentPassword = added.json().result.data.password
  const body = { currentPassword, password: ownPassword, confirmPassword: ownPassword }
  expect((await app.request('POST', '/trpc/admin.me.changePassword', { as: robin, body })).statusCode).toBe(200)
  expect((await app.request('GET', '/api/admin/submissions', { as: robin })).statusCode).toBe(403)
  expect((await start()).statusCode).toBe(200)
})
