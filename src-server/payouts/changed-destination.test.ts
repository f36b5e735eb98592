import { expect, test } from 'vitest'
import { accountProblems } from '#shared/account.ts'
import { timestamp } from '../platform/clock.ts'
import { aToken } from '../testing/test-support/factories.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { listOpenHolds } from './payout-queries.ts'

const HOUR_MS = 60 * 60_000
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

test('canceling the payout and approving the order again does not end the hold', async () => {
  await using app = await createTestApp()
  const { dana, boss, id } = await open(app)
  await dana.api.transactions.changePayout({ id, method: methods[0][0], currentPassword: customerPassword })
  const held = await livePayoutOf(app, id)
  await boss.api.payouts.cancel({ id: held.id, version: held.version, note: 'Look again.' })
  await boss.api.admin.review.approve({ submissionId: id })
  expect((await livePayoutOf(app, id)).state).toBe('held')
})

test('the former address of the account gets the e-mail too', async () => {
  await using app = await createTestApp()
  const { dana, id } = await open(app)
  const profile = { phone: '555-010-0101', address: '', currentPassword: customerPassword }
  await dana.api.account.saveProfile({ ...profile, email: 'thief.new@mail.example' })
  app.clock.advance(48 * HOUR_MS)
  await dana.api.transactions.changePayout({ id, method: methods[0][0], currentPassword: customerPassword })
  const mails = (await app.mails()).filter(({ kind }) => kind === 'destination-changed')
  expect(mails.map(({ to }) => to).sort()).toEqual([dana.email, 'thief.new@mail.example'].sort())
})

test('no API token changes where a payout goes, also with the password', async () => {
  await using app = await createTestApp()
  const { dana, boss, id } = await open(app)
  const { headers } = await aToken(boss, ['orders'], { customerEmail: dana.email })
  const url = `/api/user/transactions/${id}/payout-method`
  const body = { method: methods[0][0], currentPassword: customerPassword }
  const answer = await app.request('PUT', url, { body, headers })
  expect(answer.statusCode).toBe(403)
  expect((await boss.api.payouts.list({ state: 'held' })).data).toEqual([])
})
