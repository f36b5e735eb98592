import { expect } from 'vitest'
import { paymentMethodMessages } from '#shared/payment-method.ts'
import { payoutMessages } from '#shared/payout.ts'
import { parseKeyring } from '../platform/encryption/keys.ts'
import { test } from '../testing/test-support/app-test.ts'
import { releaseAll, worksAlone } from '../testing/test-support/controls.ts'
import { aPaymentMethod } from '../testing/test-support/factories.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval, aReturnedPayout, balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import { openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { createTestApp, customerPassword, type Person } from '../testing/test-support/test-app.ts'
import { createWorld } from '../testing/test-support/world.ts'
import { decryptDestination, encryptDestination } from './destination.ts'
import { eraseOldDestinations } from './erase-destinations.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'
import { releaseDuePayouts } from './payout-holds.ts'

const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
const currentPassword = customerPassword

test('a payout that came back is paid again to the new account, without another debt or review', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake, { paypalSends: 'automatic' })
  const { app, dana } = site
  const { submissionId, payoutId } = await site.approved()
  const change = () => dana.api.transactions.changePayout({ id: submissionId, method, currentPassword })
  await expect(change()).rejects.toThrow(payoutMessages.onItsWay)
  await site.work()
  await site.later(10)
  await fake.setStatus(payoutId, 'RETURNED')
  await site.later(24 * 60 * 60)
  const mail = (await app.mails()).at(-1)
  expect(mail?.text).toContain('Choose another way to be paid')
  expect(mail?.text).not.toContain('dana@mail.example')
  expect(await change()).toMatchObject({ status: 'processing', payout: { state: 'held', method: 'PayPal' } })
  await expect(change()).rejects.toThrow(payoutMessages.onItsWay)
  await site.later(24 * 60 * 60)
  await releaseDuePayouts(app.ctx)
  await site.work()
  await site.later(10)
  expect((await dana.api.transactions.get({ id: submissionId })).status).toBe('completed')
  const { batches, sentCents, returnedCents } = await fake.books()
  expect(batches.map(({ key, item }) => [key, item.receiver])).toEqual([
    [`${submissionId}-1-a1`, 'dana@mail.example'],
    [`${submissionId}-2-a1`, 'dana.new@mail.example'],
  ])
  expect([sentCents, returnedCents]).toEqual([18_400, 9200])
  expect(await balancesOf(app)).toEqual({ cards: 9200, fees: 184, 'cash:unassigned': -9384 })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('refuses to change the payout of another customer, of an order without one, and of a closed debt', async () => {
  await using app = await createTestApp()
  const [dana, tom, boss] = [await app.customer(), await app.customer('Tom Okafor'), await app.staff()]
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  const returned = await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const change = (who: typeof dana) => who.api.transactions.changePayout({ id: submissionId, method, currentPassword })
  await expect(change(tom)).rejects.toThrow('Not found.')
  await worksAlone(app)
  await boss.api.payouts.closeDebt({ id, version: returned.version, note: 'The card was empty.' })
  await releaseAll(boss)
  await expect(change(dana)).rejects.toThrow(payoutMessages.notReturned)
  const bad = { type: 'bank', accountNumber: 'x', routingNumber: '021000021' } as const
  await expect(dana.api.transactions.changePayout({ id: submissionId, method: bad, currentPassword })).rejects.toThrow()
})

test('a payout that came back is paid to a saved method, but not to that of another customer', async ({ app }) => {
  const [dana, tom, boss] = [await app.customer(), await app.customer('Tom Okafor'), await app.staff()]
  const { submissionId: id, payoutId } = await anApproval(app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id: payoutId, version: 1 })
  const paid = await boss.api.payouts.markSent({ id: payoutId, version: payout.version, reference: 'CA-1' })
  await boss.api.payouts.recordReturn({ id: payoutId, version: paid.version, code: 'provider' })
  const [own, other] = [await aPaymentMethod(dana, method), await aPaymentMethod(tom, method)]
  const change = (input: object) => dana.api.transactions.changePayout({ id, currentPassword, ...input })
  await expect(change({})).rejects.toThrow(paymentMethodMessages.incomplete)
  await expect(change({ method, savedMethodId: own.id })).rejects.toThrow(paymentMethodMessages.incomplete)
  await expect(change({ savedMethodId: other.id })).rejects.toThrow('Not found.')
  expect((await change({ savedMethodId: own.id })).payout?.label).toMatch(/^PayPal da.*@mail\.example$/)
  expect((await dana.api.account.paymentMethods())[0]?.lastUsedAt).not.toBeNull()
})

test('two changes at once create one payout', async ({ app, customer: dana, staff: boss }) => {
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const change = () => dana.api.transactions.changePayout({ id: submissionId, method, currentPassword })
  const outcomes = await Promise.allSettled([change(), change()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await boss.api.payouts.list()).data.map(({ state }) => state).sort()).toEqual(['held', 'returned'])
})

/** Lifts every hold of a payout of $92.00, alone. */
async function liftAll({ api }: Pick<Person, 'api'>, id: string): Promise<void> {
  const { version, holds } = await api.payouts.get({ id })
  const [hold] = holds
  if (!hold) return
  await api.payouts.lift({ id, version, holdId: hold.id, amount: 92 })
  await liftAll({ api }, id)
}

test('an order whose first payout was approved while the clock was ahead owes its amount once', async ({ app }) => {
  await worksAlone(app)
  const [dana, boss] = [await app.customer(), await app.staff()]
  const start = app.clock.now().getTime()
  app.clock.set(start + 600_000)
  const { submissionId } = await anApproval(app, dana, boss)
  app.clock.set(start)
  // The tenth number has more digits than the ninth.
  for (let returns = 1; returns <= 10; returns++) {
    const { id, version } = await livePayoutOf(app, submissionId)
    const { payout } = await boss.api.payouts.begin({ id, version })
    const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: `CA-${returns}` })
    await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
    await dana.api.transactions.changePayout({ id: submissionId, method, currentPassword })
    await liftAll(boss, (await livePayoutOf(app, submissionId)).id)
  }
  expect((await livePayoutOf(app, submissionId)).idempotency_key).toBe(`${submissionId}-11`)
  expect(await balancesOf(app)).toEqual({ cards: 9200, [`payable:${dana.id}`]: -9200 })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

const keyring = parseKeyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
const details = { type: 'cashapp', details: '$dana_r' } as const

test('where a payout goes can be read with its own id only, so that no row takes over the destination of another', () => {
  const details_encrypted = encryptDestination(keyring, 'PO-ONE', details)
  expect(decryptDestination(keyring, { id: 'PO-ONE', details_encrypted })).toEqual(details)
  expect(() => decryptDestination(keyring, { id: 'PO-OTHER', details_encrypted })).toThrow()
})

const YEAR_MS = 365 * 24 * 60 * 60_000

test('where a payout went is kept while it is owed again, and erased by age once its debt is closed', async () => {
  await using world = await createWorld()
  const { ctx, clock } = world.app
  const { id, version } = await aReturnedPayout(world)
  const destination = async () =>
    (await ctx.db.selectFrom('payouts').select('details_encrypted').where('id', '=', id).executeTakeFirstOrThrow())
      .details_encrypted
  clock.advance(YEAR_MS)
  expect(await eraseOldDestinations(ctx)).toBe(0)
  expect(await destination()).not.toBeNull()
  await world.owner.api.payouts.closeDebt({ id, version, note: 'The card was empty.' })
  await releaseAll(world.finance)
  expect(await eraseOldDestinations(ctx)).toBe(1)
  expect(await destination()).toBeNull()
})
