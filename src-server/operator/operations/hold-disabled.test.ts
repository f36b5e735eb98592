import { expect, test } from 'vitest'
import { releaseDuePayouts } from '../../payouts/payout-holds.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval, livePayoutOf } from '../../testing/test-support/payouts.ts'
import { openPayPalSite } from '../../testing/test-support/paypal-site.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

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

test('disabling a customer holds each payout that has not left, and affects no other customer', async () => {
  await using app = await createTestApp()
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

test('the hold stays when the customer is enabled again, until a person lifts it', async () => {
  await using app = await createTestApp()
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
