import { once } from 'node:events'
import { expect, test } from 'vitest'
import { staffRoles } from '#shared/staff-role.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { aPage, listening, openSocket, taking } from '../../testing/test-support/socket-page.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

const disable = (staff: Person, userId: string) => staff.api.admin.users.setActive({ userId, isActive: false })
const enable = (staff: Person, userId: string) => staff.api.admin.users.setActive({ userId, isActive: true })
const signIn = (app: TestApp, email: string) =>
  app.request('POST', '/api/auth/sign-in', { body: { email, password: customerPassword } })

test('ends every session at once, over HTTP and on open sockets', async () => {
  await using app = await createTestApp()
  const { url } = await listening(app)
  const customer = await app.customer()
  const elsewhere = await app.signInAgain(customer)
  const other = await app.customer('Marcus Bell')
  const sockets = await Promise.all([customer, elsewhere].map(({ cookie }) => openSocket(url, cookie)))
  const staff = await app.colleague('support')
  expect(await disable(staff, customer.id)).toMatchObject({
    isActive: false,
    disabledAt: app.clock.now().toISOString(),
    activeSessions: 0,
  })
  // Sockets close in the same turn, without a timer.
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
  for (const as of [customer, elsewhere])
    expect((await app.request('GET', '/api/user/transactions', { as })).statusCode).toBe(401)
  expect((await app.request('GET', '/api/user/transactions', { as: other })).statusCode).toBe(200)
})

test("closes sockets with the reason 'disabled' only when the account is disabled", async () => {
  await using app = await createTestApp()
  const { url } = await listening(app)
  const reasonOf = async (end: (customer: Person) => Promise<unknown>) => {
    const customer = await app.customer()
    const { socket } = await openSocket(url, customer.cookie)
    const closed = once(socket, 'close')
    await end(customer)
    const [code, reason] = await closed
    return [code, String(reason)]
  }
  const staff = await app.colleague('support')
  expect(await reasonOf(({ id }) => disable(staff, id))).toEqual([4401, 'disabled'])
  const signOut = (as: Person) => app.request('POST', '/api/auth/sign-out', { as, body: {} })
  expect(await reasonOf(signOut)).toEqual([4401, ''])
})

test('rejects sign-in until enabled and restores no former session', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const staff = await app.staff()
  await disable(staff, customer.id)
  const refused = await signIn(app, customer.email)
  expect([refused.statusCode, refused.json().title, refused.cookies]).toEqual([403, 'Account Disabled', []])
  expect(await enable(staff, customer.id)).toMatchObject({ isActive: true, disabledAt: null })
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).statusCode).toBe(401)
  expect((await signIn(app, customer.email)).statusCode).toBe(200)
})

test('ends a session left by a concurrent sign-in when the account is enabled', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const staff = await app.staff()
  const [session] = await app.ctx.db.selectFrom('sessions').selectAll().where('user_id', '=', customer.id).execute()
  await disable(staff, customer.id)
  if (session) await app.ctx.db.insertInto('sessions').values(session).execute()
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).statusCode).toBe(401)
  await enable(staff, customer.id)
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).statusCode).toBe(401)
})

test('invalidates reset links and sends no new one', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const staff = await app.staff()
  await app.visitor.account.requestPasswordReset({ email: customer.email })
  const mail = (await app.mails()).at(-1)
  const [, token = ''] = /[?#&]token=([\w-]+)/.exec(mail?.text ?? '') ?? []
  expect(token).not.toBe('')
  await disable(staff, customer.id)
  const mails = (await app.mails()).length
  await app.visitor.account.requestPasswordReset({ email: customer.email })
  expect(await app.mails()).toHaveLength(mails)
  await enable(staff, customer.id)
  const reset = { token, password: 'another-password', confirmPassword: 'another-password' }
  await expect(app.visitor.account.resetPassword(reset)).rejects.toMatchObject({ cause: { code: 'unprocessable' } })
})

test('keeps open submissions and rejects new ones from requests authorized before', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const staff = await app.staff()
  const submissionId = await aSubmission(app, customer)
  const late = await app.authorized(customer)
  await disable(staff, customer.id)
  await expect(aSubmission(app, late)).rejects.toThrow('Please sign in.')
  expect(await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })).toMatchObject({
    status: 'completed',
  })
  expect(await staff.api.admin.users.get({ userId: customer.id })).toMatchObject({ tradeCount: 1, completedOrders: 1 })
})

test('writes one audit entry per change with actor, user and reason', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const staff = await app.colleague('support')
  const reason = 'Suspected fraud'
  await staff.api.admin.users.setActive({ userId: customer.id, isActive: false, reason })
  await disable(staff, customer.id)
  await enable(staff, customer.id)
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().where('object_id', '=', customer.id).execute()
  expect(entries).toMatchObject([
    { action: 'user.disabled', actor_id: staff.id, detail: reason },
    { action: 'user.enabled', actor_id: staff.id, detail: '' },
  ])
  const input = { userId: customer.id, isActive: false, reason: 'Dana told me on the phone' as never }
  await expect(staff.api.admin.users.setActive(input)).rejects.toThrow('Reason must be one of')
})

test.each(staffRoles)('rejects staff with not_found: %s', async (role) => {
  await using app = await createTestApp()
  const [staff, colleague] = [await app.staff(), await app.colleague(role)]
  for (const userId of [colleague.id, staff.id, 'nobody'])
    await expect(disable(staff, userId)).rejects.toThrow('Not found.')
  expect((await app.request('GET', '/api/admin/submissions', { as: colleague })).statusCode).toBe(200)
})

test('rejects enabling a deleted account', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await customer.api.account.deleteAccount({ password: customerPassword })
  await expect(enable(await app.staff(), customer.id)).rejects.toThrow('Not found.')
})

test('disables and enables over REST', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const as = await app.staff()
  const patch = (body: unknown) => app.request('PATCH', `/api/admin/users/${customer.id}`, { as, body })
  expect((await patch({ isActive: false })).json()).toMatchObject({ id: customer.id, isActive: false })
  expect((await patch({ isActive: true })).json()).toMatchObject({ id: customer.id, isActive: true })
  expect((await patch({ isActive: 'no' })).json()).toMatchObject({ message: 'isActive must be true or false.' })
})

test('publishes a signal when a customer registers, signs in, trades, changes or is disabled', async () => {
  await using app = await createTestApp()
  const { url } = await listening(app)
  const staff = await app.staff()
  await using page = aPage(url, staff)
  const watch = await taking<{ userId: string | null }>((on) => page.trpc.admin.users.watch.subscribe(undefined, on))
  const customer = await app.customer()
  const heard = async () => expect(await watch.next()).toEqual({ userId: customer.id })
  await heard()
  await app.signInAgain(customer)
  await heard()
  await aSubmission(app, customer)
  await heard()
  await customer.api.account.saveProfile({ email: customer.email, phone: '555-222-3333', address: '' })
  await heard()
  await disable(staff, customer.id)
  await heard()
  await enable(staff, customer.id)
  await heard()
})
