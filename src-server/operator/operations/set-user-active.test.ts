import { once } from 'node:events'
import { expect } from 'vitest'
import { staffRoles } from '#shared/staff-role.ts'
import { releaseDuePayouts } from '../../payouts/payout-holds.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval, livePayoutOf } from '../../testing/test-support/payouts.ts'
import { openPayPalSite } from '../../testing/test-support/paypal-site.ts'
import { aPage, openSocket, taking } from '../../testing/test-support/socket-page.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

const disable = (staff: Person, userId: string) => staff.api.admin.users.setActive({ userId, isActive: false })
const enable = (staff: Person, userId: string) => staff.api.admin.users.setActive({ userId, isActive: true })
const signIn = (app: TestApp, email: string) =>
  app.request('POST', '/api/auth/sign-in', { body: { email, password: customerPassword } })

test('ends every session at once, over HTTP and on open sockets', async ({ app, url, customer }) => {
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

test("closes sockets with the reason 'disabled' only when the account is disabled", async ({ app, url }) => {
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

test('rejects sign-in until enabled and restores no former session', async ({ app, customer, staff }) => {
  await disable(staff, customer.id)
  const refused = await signIn(app, customer.email)
  expect([refused.statusCode, refused.json().title, refused.cookies]).toEqual([403, 'Account Disabled', []])
  expect(await enable(staff, customer.id)).toMatchObject({ isActive: true, disabledAt: null })
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).statusCode).toBe(401)
  expect((await signIn(app, customer.email)).statusCode).toBe(200)
})

test('ends a session left by a concurrent sign-in when the account is enabled', async ({ app, customer, staff }) => {
  const [session] = await app.ctx.db.selectFrom('sessions').selectAll().where('user_id', '=', customer.id).execute()
  await disable(staff, customer.id)
  if (session) await app.ctx.db.insertInto('sessions').values(session).execute()
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).statusCode).toBe(401)
  await enable(staff, customer.id)
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).statusCode).toBe(401)
})

test('invalidates reset links and sends no new one', async ({ app, customer, staff }) => {
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

test('keeps open submissions and rejects new ones from requests authorized before', async ({ app, customer }) => {
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

test('writes one audit entry per change with actor, user and reason', async ({ app, customer, support: staff }) => {
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

test('rejects enabling a deleted account', async ({ app, customer }) => {
  await customer.api.account.deleteAccount({ password: customerPassword })
  await expect(enable(await app.staff(), customer.id)).rejects.toThrow('Not found.')
})

test('disables and enables over REST', async ({ app, customer, staff: as }) => {
  const patch = (body: unknown) => app.request('PATCH', `/api/admin/users/${customer.id}`, { as, body })
  expect((await patch({ isActive: false })).json()).toMatchObject({ id: customer.id, isActive: false })
  expect((await patch({ isActive: true })).json()).toMatchObject({ id: customer.id, isActive: true })
  expect((await patch({ isActive: 'no' })).json()).toMatchObject({ message: 'isActive must be true or false.' })
})

test('publishes a signal when a customer registers, signs in, trades, changes or is disabled', async ({ app, url }) => {
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

async function open(app: TestApp) {
  const [dana, boss] = [await app.customer(), await app.staff()]
  return { dana, boss, fay: await app.colleague('finance'), sue: await app.colleague('support') }
}
const setActive = (by: Person, { id: userId }: Person, isActive: boolean) =>
  by.api.admin.users.setActive({ userId, isActive, reason: 'Suspected fraud' })
const liftAll = async (by: Person, id: string) => {
  for (const { id: holdId } of (await by.api.payouts.get({ id })).holds)
    await by.api.payouts.lift({ id, holdId, version: (await by.api.payouts.get({ id })).version })
  return by.api.payouts.get({ id })
}

test('disabling a customer holds each payout that has not left, and affects no other customer', async ({ app }) => {
  const { dana, boss, fay, sue } = await open(app)
  const [ready, undoable] = [await anApproval(app, dana, boss), await aSubmission(app, dana, { cardNumber: 'B 1234' })]
  const other = await anApproval(app, await app.customer('Tom Okafor'), boss)
  await boss.api.admin.review.approve({ submissionId: undoable, undoable: true })
  await setActive(sue, dana, false)
  app.clock.advance(60_000)
  await releaseDuePayouts(app.ctx)
  for (const id of [ready.payoutId, (await livePayoutOf(app, undoable)).id]) {
    const held = await fay.api.payouts.get({ id })
    expect(held).toMatchObject({ state: 'held', holds: [{ kind: 'account-disabled' }] })
    await expect(fay.api.payouts.begin({ id, version: held.version })).rejects.toThrow('cannot be changed that way')
  }
  expect((await fay.api.payouts.get({ id: other.payoutId })).state).toBe('ready')
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries.find(({ action }) => action === 'payout.held')).toMatchObject({ detail: 'account-disabled' })
})

test('the hold stays when the customer is enabled again, until a person lifts it', async ({ app }) => {
  const { dana, boss, fay, sue } = await open(app)
  const { payoutId: id } = await anApproval(app, dana, boss)
  await setActive(sue, dana, false)
  await setActive(sue, dana, true)
  await releaseDuePayouts(app.ctx)
  expect((await fay.api.payouts.get({ id })).state).toBe('held')
  expect(await liftAll(fay, id)).toMatchObject({ state: 'ready', holds: [] })
  const { version } = await fay.api.payouts.get({ id })
  expect((await fay.api.payouts.begin({ id, version })).payout.state).toBe('sending')
})

test('an order of a disabled customer that is approved later is held, and is not completed past the hold', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, sue } = await open(app)
  const later = await aSubmission(app, dana)
  await setActive(sue, dana, false)
  await boss.api.admin.review.approve({ submissionId: later })
  const { id } = await livePayoutOf(app, later)
  expect((await fay.api.payouts.get({ id })).holds).toMatchObject([{ kind: 'account-disabled' }])
  const complete = () => boss.api.admin.submissions.setStatus({ submissionId: later, status: 'completed' })
  await expect(complete()).rejects.toThrow("held: the customer's account was disabled")
  await liftAll(fay, id)
  expect((await complete()).status).toBe('completed')
})

test('automatic sending by PayPal pays no disabled customer, also when it was about to begin', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake, { paypalSends: 'automatic' })
  const orders = [await site.approved(), await site.approved(), await site.approved()]
  await setActive(await site.app.colleague('support'), site.dana, false)
  await site.work()
  await site.later(24 * 60 * 60)
  expect((await fake.books()).batches).toEqual([])
  const [first] = orders
  await liftAll(site.boss, first?.payoutId ?? '')
  await site.work()
  expect((await fake.books()).batches.map(({ item }) => item.payoutId)).toEqual([first?.payoutId])
})

test('a payout that a person sent, and whose request has not left, does not leave after the customer is disabled', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { payoutId: id } = await site.sent()
  await setActive(await site.app.colleague('support'), site.dana, false)
  await site.work()
  expect((await fake.books()).batches).toEqual([])
  expect(await site.boss.api.payouts.get({ id })).toMatchObject({
    state: 'held',
    holds: [{ kind: 'account-disabled' }],
    attempts: [{ state: 'refused' }],
  })
})
