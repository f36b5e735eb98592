import { expect } from 'vitest'
import { accountProblems } from '#shared/account.ts'
import { HOUR_MS, timestamp } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission, aToken } from '../testing/test-support/factories.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { payPalOf } from '../testing/test-support/paypal-work.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { releaseDuePayouts, startPayoutRelease } from './payout-holds.ts'
import { listOpenHolds } from './payout-queries.ts'
import { leaseAttempts, runAttempt } from './sending/paypal-worker.ts'

test('a payout that becomes due while the due ones are read is released', async ({ app, staff: boss }) => {
  const submissionId = await aSubmission(app, await app.customer())
  await boss.api.admin.review.approve({ submissionId, undoable: true })
  const { ready_at: readyAt } = await livePayoutOf(app, submissionId)
  // The timer is early by a millisecond, and each look at the clock takes one.
  let now = Date.parse(String(readyAt)) - 1
  const clock = {
    now: () => new Date(now++),
    after(_: number, work: () => void) {
      const timer = setImmediate(work)
      return () => clearImmediate(timer)
    },
  }
  const stop = startPayoutRelease({ ...app.ctx, clock })
  await expect.poll(async () => (await livePayoutOf(app, submissionId)).state).toBe('ready')
  await stop()
})

test('disabling a customer does not take back a payout whose request may have left', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { ctx } = site.app
  const { payoutId: id } = await site.sent()
  const [leased] = await leaseAttempts(ctx, 1)
  if (!leased) throw new Error('Nothing was leased.')
  await site.boss.api.admin.users.setActive({ userId: site.dana.id, isActive: false, reason: 'Suspected fraud' })
  expect(await site.boss.api.payouts.get({ id })).toMatchObject({ state: 'sending', holds: [] })
  await runAttempt(ctx, payPalOf(site.app), leased)
  expect((await site.boss.api.payouts.get({ id })).state).toBe('sent')
  expect((await fake.books()).batches).toHaveLength(1)
})

test('lifting the last hold while the approval can be undone releases the payout only after that', async ({ app }) => {
  const boss = await app.staff()
  const submissionId = await aSubmission(app, await app.customer())
  await boss.api.admin.review.approve({ submissionId, undoable: true })
  const { id, version } = await livePayoutOf(app, submissionId)
  const held = await boss.api.payouts.hold({ id, version, note: 'Ask the brand.' })
  const lifted = await boss.api.payouts.lift({ id, version: held.version, holdId: held.holds[0]?.id ?? '' })
  expect(lifted).toMatchObject({ state: 'held', holds: [] })
  app.clock.advance(8_000)
  await releaseDuePayouts(app.ctx)
  expect((await livePayoutOf(app, submissionId)).state).toBe('ready')
})

const waits = async (app: TestApp) => (await app.mails()).filter(({ kind }) => kind === 'payout-waits')

async function changeAddress({ api }: Person): Promise<void> {
  const profile = { phone: '555-010-0100', address: '', currentPassword: customerPassword }
  await api.account.saveProfile({ ...profile, email: 'dana.new@mail.example' })
}

test('a customer whose address changed reads at both addresses that the payout waits, and until when', async () => {
  await using app = await createTestApp()
  app.clock.set(Date.parse('2026-11-22T16:10:00.000Z'))
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeAddress(dana)
  await anApproval(app, dana, boss)
  const mails = await waits(app)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['dana.new@mail.example', 'Your payout of $92.00 waits'],
    [dana.email, 'Your payout of $92.00 waits'],
  ])
  for (const { text } of mails) {
    expect(text).toContain('your payout waits until November 23, 2026 at 4:10')
    expect(text).not.toContain('$dana_r')
  }
})

test('an approval sends the mail once it cannot be undone, and none when it was undone', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeAddress(dana)
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  await boss.api.payouts.cancel({ id, version: 1, note: 'Look again.' })
  const sent = (await waits(app)).length
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  await boss.api.admin.review.undoStatus({ submissionId, version })
  app.clock.advance(60_000)
  expect(await waits(app)).toHaveLength(sent)
  await boss.api.admin.review.approve({ submissionId, undoable: true })
  expect(await waits(app)).toHaveLength(sent)
  app.clock.advance(60_000)
  expect(await waits(app)).toHaveLength(sent + 2)
})

test('a payout that does not wait for the account sends no such mail', async ({ app }) => {
  await anApproval(app, await app.customer(), await app.staff())
  expect(await waits(app)).toEqual([])
})

const methods = [
  [{ type: 'cashapp', details: '$thief_of_cash' }, 'Cash App $th…h'],
  [{ type: 'zelle', details: '(212) 555-0187' }, 'Zelle ••0187'],
  [{ type: 'bank', accountNumber: '000987654321', routingNumber: '021000021' }, 'Bank ••4321'],
  [{ type: 'paypal', details: 'thief@mail.example' }, 'PayPal t…@mail.example'],
] as const

/** A site with an order whose payout came back. */
async function open(app: TestApp) {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { submissionId: id, payoutId } = await anApproval(app, dana, boss)
  const begun = await boss.api.payouts.begin({ id: payoutId, version: 1 })
  const paid = await boss.api.payouts.markSent({ id: payoutId, version: begun.payout.version, reference: 'CA-1' })
  await boss.api.payouts.recordReturn({ id: payoutId, version: paid.version, code: 'provider' })
  return { dana, boss, id }
}

test.each(methods)('%j: needs the password, is held, audited, and mailed masked', async (method, masked) => {
  await using app = await createTestApp()
  const { dana, boss, id } = await open(app)
  const change = (currentPassword?: string) => dana.api.transactions.changePayout({ id, method, currentPassword })
  await expect(change()).rejects.toThrow(accountProblems.passwordForDestination.message)
  await expect(change('guess')).rejects.toThrow(accountProblems.wrongPasswordForDestination.message)
  expect((await boss.api.payouts.list({ state: 'held' })).data).toEqual([])
  expect((await change(customerPassword)).payout?.state).toBe('held')
  const holds = async () => {
    const { db, clock } = app.ctx
    return (await listOpenHolds(db, (await livePayoutOf(app, id)).id, timestamp(clock))).map(({ kind }) => kind)
  }
  expect(await holds()).toContain('account-changed')
  const mails = (await app.mails()).filter(({ kind }) => kind === 'destination-changed')
  expect(mails.map(({ to }) => to)).toEqual([dana.email])
  expect(mails[0]?.text).toContain(masked)
  expect(mails[0]?.text).not.toContain('details' in method ? method.details : method.accountNumber)
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries.find(({ action }) => action === 'account.payout-changed')).toMatchObject({
    objectId: dana.id,
    detail: id,
  })
  app.clock.advance(24 * HOUR_MS - 1)
  expect(await holds()).toContain('account-changed')
  app.clock.advance(1)
  expect(await holds()).not.toContain('account-changed')
})

test('canceling the payout and approving the order again does not end the hold', async ({ app }) => {
  const { dana, boss, id } = await open(app)
  await dana.api.transactions.changePayout({ id, method: methods[0][0], currentPassword: customerPassword })
  const held = await livePayoutOf(app, id)
  await boss.api.payouts.cancel({ id: held.id, version: held.version, note: 'Look again.' })
  await boss.api.admin.review.approve({ submissionId: id })
  expect((await livePayoutOf(app, id)).state).toBe('held')
})

test('the former address of the account gets the e-mail too', async ({ app }) => {
  const { dana, id } = await open(app)
  const profile = { phone: '555-010-0101', address: '', currentPassword: customerPassword }
  await dana.api.account.saveProfile({ ...profile, email: 'thief.new@mail.example' })
  app.clock.advance(48 * HOUR_MS)
  await dana.api.transactions.changePayout({ id, method: methods[0][0], currentPassword: customerPassword })
  const mails = (await app.mails()).filter(({ kind }) => kind === 'destination-changed')
  expect(mails.map(({ to }) => to).sort()).toEqual([dana.email, 'thief.new@mail.example'].sort())
})

test('no API token changes where a payout goes, also with the password', async ({ app }) => {
  const { dana, boss, id } = await open(app)
  const { headers } = await aToken(boss, ['orders'], { customerEmail: dana.email })
  const url = `/api/user/transactions/${id}/payout-method`
  const body = { method: methods[0][0], currentPassword: customerPassword }
  const answer = await app.request('PUT', url, { body, headers })
  expect(answer.statusCode).toBe(403)
  expect((await boss.api.payouts.list({ state: 'held' })).data).toEqual([])
})
