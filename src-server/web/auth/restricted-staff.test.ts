import { once } from 'node:events'
import { expect } from 'vitest'
import WebSocket from 'ws'
import { test } from '../../testing/test-support/app-test.ts'
import { procedureAccess } from '../../testing/test-support/declared-calls.ts'
import { enrol, phoneApp } from '../../testing/test-support/second-factor.ts'
import { createTestApp, ownerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { routeAccess } from '../rest/routes.ts'
import { appRouter } from '../trpc/router.ts'
import type { Access } from './permissions.ts'

/** Restricted staff are signed in with a required action; every other call that is not for anyone is denied. */

const ownPassword = 'a-password-of-robins-own'
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>

/** A new member of staff, signed in with the one-time password. */
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

/** The calls that are not denied because of the required action. */
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

test('with a one-time password only its replacement is allowed', async ({ app }) => {
  const robin = await restrictedStaff(app)
  expect(await openCalls(app, robin, 'newPassword')).toEqual(ofAccess('newPassword'))
  expect((await app.request('GET', '/api/admin/submissions', { as: robin })).json()).toMatchObject({
    code: 'forbidden',
    message: 'Choose a new password first.',
  })
})

test('the session names the person and the required action', async ({ app }) => {
  const robin = await restrictedStaff(app)
  const { staff } = await robin.api.account.session()
  expect(staff).toMatchObject({ id: robin.id, name: 'Robin Lee', mustDo: 'replace-password' })
})

test('rejects their WebSocket, so nothing is pushed to them', async ({ app, url }) => {
  const robin = await restrictedStaff(app)
  const socket = new WebSocket(url, { headers: { cookie: robin.cookie } })
  const [, response] = await once(socket, 'unexpected-response')
  expect(response.statusCode).toBe(401)
  // Closed before it opened, which ws reports as an error.
  socket.on('error', () => undefined)
  socket.terminate()
})

test('a new password lifts the restriction in the same session', async ({ app }) => {
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
  ['is the one they were given', undefined, /different from your current one/],
])('rejects a password that %s and keeps the old one', async (_, password, words) => {
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

test('restricted staff can sign out', async ({ app }) => {
  const robin = await restrictedStaff(app)
  expect((await app.request('POST', '/api/admin/logout', { as: robin, body: {} })).statusCode).toBe(200)
  const session = await app.request('GET', '/trpc/account.session', { as: robin })
  expect(session.json().result.data.staff).toBeNull()
})

test('rejects a password change of the configured owner', async ({ app }) => {
  const { api } = await app.staff()
  const form = { currentPassword: ownerPassword, password: ownPassword, confirmPassword: ownPassword }
  await expect(api.admin.me.changePassword(form)).rejects.toThrow('ADMIN_PASSWORD')
})

test('with STAFF_MFA=required only setting up a second factor is allowed', async () => {
  await using app = await createTestApp({ STAFF_MFA: 'required' })
  const owner = await signedIn(app, 'owner', ownerPassword)
  expect((await owner.api.account.session()).staff).toMatchObject({ mustDo: 'add-second-factor' })
  expect(await openCalls(app, owner, 'enrolment')).toEqual(ofAccess('enrolment'))
  expect((await app.request('GET', '/api/admin/submissions', { as: owner })).json()).toMatchObject({
    code: 'forbidden',
    message: 'Set up two-step verification first.',
  })
})

test('setting it up lifts the restriction in the same session', async () => {
  await using app = await createTestApp({ STAFF_MFA: 'required' })
  const owner = await signedIn(app, 'owner', ownerPassword)
  await enrol(app, owner)
  expect((await app.request('GET', '/api/admin/submissions', { as: owner })).statusCode).toBe(200)
})

test('removing a required second factor restricts the session again', async () => {
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

test('requires the password replacement before the second factor', async () => {
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
