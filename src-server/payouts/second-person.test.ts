import { expect } from 'vitest'
import { controlsMessages } from '#shared/controls.ts'
import { ownOrderMessage } from '#shared/own-orders.ts'
import { payoutMessages } from '#shared/payout.ts'
import { policyDefaults } from '#shared/policy.ts'
import { DAY_MS } from '../platform/clock.ts'
import { payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import { test } from '../testing/test-support/app-test.ts'
import { setControls } from '../testing/test-support/controls.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { aStaffLink } from '../testing/test-support/staff-links.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { eraseOldDestinations } from './erase-destinations.ts'

/** A site whose payouts need a second person from $184.00, twice the payout of a $100 card. */
async function open(app: TestApp) {
  const boss = await app.staff()
  await setControls(app, { secondPersonFrom: 18_400, worksAlone: true })
  return { boss, rob: await app.colleague('reviewer'), dana: await app.customer() }
}

const release = async (by: Person, id: string, amount?: number) => {
  const { version } = await by.api.payouts.get({ id })
  return by.api.payouts.release({ id, version, ...(amount !== undefined && { amount }) })
}

test('a payout of the amount is held until someone releases it who has not approved it', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  const olga = await app.colleague('owner')
  expect((await rob.api.admin.review.rules()).secondPersonFromCents).toBe(18_400)
  const small = await anApproval(app, dana, rob, { cardValue: 199.99 })
  expect((await livePayoutOf(app, small.submissionId)).state).toBe('ready')
  const tom = await app.customer('Tom Okafor')
  const { payoutId: id } = await anApproval(app, tom, olga, { cardValue: 200, paymentDetails: '$tom' })
  expect(await boss.api.payouts.get({ id })).toMatchObject({ state: 'held', holds: [{ kind: 'second-person' }] })
  await expect(release(olga, id)).rejects.toThrow(controlsMessages.ownAct)
  expect((await release(boss, id)).state).toBe('ready')
})

test('the sum of a day to one customer or one account counts', async ({ app }) => {
  const { rob, dana, boss } = await open(app)
  const stateOf = async (person: Person, by = rob, owner = boss) => {
    const { payoutId: id } = await anApproval(app, person, by)
    return (await owner.api.payouts.get({ id })).state
  }
  expect(await stateOf(dana)).toBe('ready')
  expect(await stateOf(dana)).toBe('held')
  // The same Cash App account.
  expect(await stateOf(await app.customer('Tom Okafor'))).toBe('held')
  app.clock.advance(24 * 60 * 60_000)
  expect(await stateOf(dana, await app.colleague('reviewer'), await app.staff())).toBe('ready')
})

test('a canceled payout does not count in the sum of a day', async ({ app }) => {
  const { rob, dana, boss } = await open(app)
  const first = await anApproval(app, dana, rob)
  await boss.api.payouts.cancel({ id: first.payoutId, version: 1, note: 'The card was empty.' })
  const { payoutId: id } = await anApproval(app, dana, rob)
  expect((await boss.api.payouts.get({ id })).state).toBe('ready')
})

test('the sum of a day to one account includes payouts from before a change of the data key', async () => {
  const [active, older] = [5, 6].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  await using app = await createTestApp({ DATA_KEYS: `k2:${active},k1:${older}` })
  const { rob, dana, boss } = await open(app)
  const { payoutId } = await anApproval(app, dana, rob)
  // As if the older key had been the active one then.
  const former = payoutFingerprint(app.ctx.keyring, { type: 'cashapp', details: '$dana_r' }, 'k1')
  await app.ctx.db.updateTable('payouts').set({ payout_fingerprint: former }).where('id', '=', payoutId).execute()
  const { payoutId: id } = await anApproval(app, await app.customer('Tom Okafor'), rob)
  expect((await boss.api.payouts.get({ id })).state).toBe('held')
})

test('the sum of a day counts after the customer has deleted the account, and not longer', async ({ app }) => {
  const { rob, boss, dana } = await open(app)
  const { payoutId } = await anApproval(app, dana, rob)
  const { payout } = await boss.api.payouts.begin({ id: payoutId, version: 1 })
  await boss.api.payouts.markSent({ id: payoutId, version: payout.version, reference: 'CA-1' })
  await dana.api.account.deleteAccount({ password: customerPassword })
  const again = await anApproval(app, await app.customer(), rob)
  expect((await boss.api.payouts.get({ id: again.payoutId })).state).toBe('held')
  const left = () =>
    app.ctx.db.selectFrom('payouts').select('payout_fingerprint').where('id', '=', payoutId).executeTakeFirst()
  await eraseOldDestinations(app.ctx)
  expect(await left()).toEqual({ payout_fingerprint: expect.any(String) })
  app.clock.advance(24 * 60 * 60_000)
  await eraseOldDestinations(app.ctx)
  expect(await left()).toEqual({ payout_fingerprint: null })
})

test('a person who has decided on the order cannot release it while someone else can', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  const fay = await app.colleague('finance')
  const submissionId = await aSubmission(app, dana, { cardValue: 200 })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  await rob.api.admin.review.approve({ submissionId })
  const { id } = await livePayoutOf(app, submissionId)
  await expect(release(boss, id)).rejects.toThrow(controlsMessages.involved)
  expect((await release(fay, id)).state).toBe('ready')
})

test('a person who is alone releases after repeating the amount, which the audit log says', async ({ app }) => {
  const { boss, dana } = await open(app)
  const { payoutId: id } = await anApproval(app, dana, boss, { cardValue: 200 })
  await expect(release(boss, id)).rejects.toThrow(controlsMessages.typeAmount)
  await expect(release(boss, id, 183)).rejects.toThrow(controlsMessages.typeAmount)
  expect((await release(boss, id, 184)).state).toBe('ready')
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries[0]).toMatchObject({ action: 'payout.released', objectId: id, detail: 'alone' })
})

test('a person is alone 24 hours after the only colleague was disabled or got another role', async ({ app }) => {
  const { dana, ...site } = await open(app)
  const boss = await app.alwaysAllowed(site.boss)
  const fay = await app.colleague('finance')
  const { payoutId: id } = await anApproval(app, dana, boss, { cardValue: 200 })
  await expect(release(boss, id, 184)).rejects.toThrow(controlsMessages.ownAct)
  await boss.api.admin.staff.update({ id: fay.id, name: 'Fay', role: 'support' })
  await boss.api.admin.staff.setActive({ id: fay.id, isActive: false })
  app.clock.advance(DAY_MS - 1)
  await expect(release(boss, id, 184)).rejects.toThrow(controlsMessages.aloneSoon)
  app.clock.advance(1)
  expect((await release(boss, id, 184)).state).toBe('ready')
})

test('who has decided on the order releases it when no one else is left, but not who approved it', async ({ app }) => {
  const { boss, dana } = await open(app)
  const olga = await app.colleague('owner')
  const submissionId = await aSubmission(app, dana, { cardValue: 200 })
  await olga.api.admin.submissions.setStatus({ submissionId, status: 'failed' })
  await boss.api.admin.review.approve({ submissionId })
  const { id } = await livePayoutOf(app, submissionId)
  await expect(release(boss, id, 184)).rejects.toThrow(controlsMessages.ownAct)
  expect((await release(olga, id)).state).toBe('ready')
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries[0]).toMatchObject({ action: 'payout.released', detail: 'involved' })
})

test('no one is alone on a site whose owner has not said so', async ({ app }) => {
  const { boss, dana } = await open(app)
  await setControls(app, { secondPersonFrom: 18_400 })
  const { payoutId: id } = await anApproval(app, dana, boss, { cardValue: 200 })
  await expect(release(boss, id, 184)).rejects.toThrow(controlsMessages.notAlone)
})

test('a person is alone when the only colleague is the customer', async ({ app }) => {
  const { boss, dana } = await open(app)
  const olga = await app.colleague('owner')
  const { payoutId: id } = await anApproval(app, dana, boss, { cardValue: 200 })
  await expect(release(boss, id, 184)).rejects.toThrow(controlsMessages.ownAct)
  await aStaffLink(app, olga, dana)
  await expect(release(olga, id, 184)).rejects.toThrow(ownOrderMessage)
  expect((await release(boss, id, 184)).state).toBe('ready')
})

test('an order that needs a second person cannot be completed directly', async ({ app }) => {
  const { boss, dana } = await open(app)
  const submissionId = await aSubmission(app, dana, { cardValue: 200 })
  await expect(boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })).rejects.toThrow(
    'Payouts from $184.00 need a second person. Approve it, and someone else releases it.',
  )
})

test('an order that only the sum of a day keeps from being completed says so', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  await anApproval(app, dana, rob)
  const submissionId = await aSubmission(app, dana)
  await expect(boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })).rejects.toThrow(
    'The payouts of 24 hours to this customer or payout account would reach $184.00, and need a second person from there. Approve it, and someone else releases it.',
  )
})

test('only finance and owners complete an order, and reviewers where the policy says so', async ({ app }) => {
  const [boss, rob] = [await app.staff(), await app.colleague('reviewer')]
  const submissionId = await aSubmission(app, await app.customer())
  const complete = (by: Person) => by.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  expect(await rob.api.admin.review.rules()).toMatchObject({ mayComplete: false })
  await expect(complete(rob)).rejects.toThrow(payoutMessages.onlyPay)
  const body = { status: 'completed' }
  const answer = await app.request('PATCH', `/api/submissions/${submissionId}/status`, { as: rob, body })
  expect(answer.statusCode).toBe(403)
  expect(answer.body).toContain(payoutMessages.onlyPay)
  expect(await boss.api.admin.review.rules()).toMatchObject({ mayComplete: true })
  const values = { ...policyDefaults.payouts, directCompleted: 'allowed' } as const
  await boss.api.admin.policies.change({ name: 'payouts', base: 0, values })
  expect((await complete(rob)).status).toBe('completed')
  // No money is sent, so reviewers still change the reason of an order that was paid.
  await boss.api.admin.policies.change({ name: 'payouts', base: 1, values: policyDefaults.payouts })
  expect((await complete(rob)).status).toBe('completed')
})
