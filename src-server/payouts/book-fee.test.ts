import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { type FakePayPal, startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'
import { openPayPalSite, type PayPalSite } from '../testing/test-support/paypal-site.ts'
import { aBankAccount, aBankPayment } from '../testing/test-support/statement-files.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'

let fake: FakePayPal
beforeAll(async () => {
  fake = await startFakePayPal()
})
afterEach(() => fake.endFaults())
afterAll(() => fake[Symbol.asyncDispose]())

const DAY = 24 * 60 * 60

async function aPaid(site: PayPalSite) {
  const { payoutId: id } = await site.sent()
  await site.work()
  await site.later(10)
  const read = () => site.boss.api.payouts.get({ id })
  const correct = async (fee: number, version?: number) =>
    site.boss.api.payouts.correctFee({
      id,
      version: version ?? (await read()).version,
      fee,
      note: 'As the statement says.',
    })
  return { id, read, correct }
}

test('a corrected fee is booked as its difference, up and down, with an audit entry', async () => {
  await using site = await openPayPalSite(fake)
  const { id, read, correct } = await aPaid(site)
  expect((await read()).attempts).toMatchObject([{ fee: 1.84 }])
  for (const [fee, cents] of [
    [2.5, 250],
    [0.3, 30],
    [0, 0],
  ] as const) {
    await correct(fee)
    const fees = cents > 0 ? { fees: cents } : {}
    expect(await balancesOf(site.app)).toEqual({ cards: 9200, ...fees, 'cash:unassigned': -9200 - cents })
    expect((await read()).attempts).toMatchObject([{ fee }])
  }
  expect(await verifyLedger(site.app.ctx.db)).not.toHaveProperty('problem')
  const { entries } = await site.boss.api.admin.audit.list({})
  const details = entries.filter(({ action, objectId }) => action === 'payout.fee-corrected' && objectId === id)
  expect(details.at(-1)?.detail).toBe('$1.84 to $2.50')
  const { notes } = await site.boss.api.admin.review.get({ submissionId: (await read()).submissionId })
  expect(notes.map(({ text }) => text)).toContain(`Fee of ${id}: As the statement says.`)
})

test('a fee that a person corrected stays, also when PayPal is asked again', async () => {
  await using site = await openPayPalSite(fake)
  const { read, correct } = await aPaid(site)
  await correct(2.5)
  await site.later(2 * DAY)
  expect((await read()).attempts).toMatchObject([{ fee: 2.5 }])
})

test('refuses the same fee, half a cent, less than nothing, an old version and a payout that is not paid', async () => {
  await using site = await openPayPalSite(fake)
  const { read, correct } = await aPaid(site)
  await expect(correct(1.84)).rejects.toThrow(payoutMessages.sameFee)
  for (const fee of [1.005, -1, Number.NaN]) await expect(correct(fee)).rejects.toThrow(payoutMessages.badFee)
  const { version } = await read()
  await correct(2)
  await expect(correct(3, version)).rejects.toThrow(payoutMessages.changed)
  const { payoutId: id } = await site.approved()
  await expect(site.boss.api.payouts.correctFee({ id, version: 1, fee: 1, note: 'Too early.' })).rejects.toThrow(
    payoutMessages.notPaid,
  )
})

/** A payout of which nothing is known after a day, although PayPal has accepted it. */
async function anUnknown(site: PayPalSite) {
  await fake.fail({ operation: 'create', when: 'before', status: 500, times: 1000 })
  const { payoutId: id } = await site.sent()
  await site.work()
  await site.later(DAY)
  await fake.endFaults()
  const settle = async (fee?: number) =>
    site.boss.api.payouts.settleUnknown({
      ...{ id, version: (await site.boss.api.payouts.get({ id })).version },
      ...{ outcome: 'paid', reference: 'PP-1', ...(fee !== undefined && { fee }) },
    })
  return { id, settle }
}

test('a person who says that PayPal has paid it also says what PayPal took', async () => {
  await using site = await openPayPalSite(fake)
  const { settle } = await anUnknown(site)
  await expect(settle(1.845)).rejects.toThrow(payoutMessages.badFee)
  await settle(1.84)
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, fees: 184, 'cash:unassigned': -9384 })
  expect(await verifyLedger(site.app.ctx.db)).not.toHaveProperty('problem')
})

test('when PayPal knows the batch of a payout that a person settled, its fee is booked once it is known', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId: id } = await site.sent('pending@mail.example')
  await site.work()
  const { db } = site.app.ctx
  // As after an answer that could not be believed.
  await db
    .updateTable('payout_attempts')
    .set({ state: 'unknown', next_poll_at: null })
    .where('payout_id', '=', id)
    .execute()
  const { version } = await site.boss.api.payouts.get({ id })
  await site.boss.api.payouts.settleUnknown({ id, version, outcome: 'paid', reference: 'PP-1' })
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, 'cash:unassigned': -9200 })
  await fake.setStatus(id, 'SUCCESS')
  await site.later(DAY)
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, fees: 184, 'cash:unassigned': -9384 })
})

test('a fee waits for a second person from the usual fee of its money account on', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  await aBankAccount(fay, { usualFee: 2 })
  const { id } = await aBankPayment(app, { customer: dana, by: boss, reference: 'W-1' })
  const { version } = await boss.api.payouts.get({ id })
  const correct = (version: number, fee: number) =>
    boss.api.payouts.correctFee({ id, version, fee, note: 'As the bank says.' })
  const corrected = await correct(version, 1.99)
  expect(corrected.waiting).toBeUndefined()
  expect((await correct(corrected.version, 2)).waiting).toMatchObject({ kind: 'fee', amount: 2 })
})
