import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { type FakePayPal, startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

let fake: FakePayPal
beforeAll(async () => {
  fake = await startFakePayPal()
})
afterEach(() => fake.endFaults())
afterAll(() => fake[Symbol.asyncDispose]())

const note = 'Dana mistyped the address.'

/** A payout whose receiver has not claimed it, and the call that cancels it. */
async function anUnclaimed(site: PayPalSite) {
  const { submissionId, payoutId: id } = await site.sent('unclaimed@mail.example')
  await site.work()
  await site.later(10)
  const read = () => site.boss.api.payouts.get({ id })
  const { version, isUnclaimed } = await read()
  expect(isUnclaimed).toBe(true)
  return { submissionId, id, read, cancel: () => site.boss.api.payouts.cancelUnclaimed({ id, version, note }) }
}

test('an unclaimed payout is canceled at PayPal, is owed again, and the customer chooses another way', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, id, read, cancel } = await anUnclaimed(site)
  await cancel()
  await site.work()
  expect(await read()).toMatchObject({ state: 'returned', isOwed: true, attempts: [{ state: 'returned' }] })
  expect(await read()).not.toHaveProperty('isUnclaimed')
  expect(await site.dana.api.transactions.get({ id: submissionId })).toMatchObject({
    status: 'failed',
    stage: 'returned',
  })
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, [`payable:${site.dana.id}`]: -9200 })
  expect(await verifyLedger(site.app.ctx.db)).not.toHaveProperty('problem')
  const { entries } = await site.boss.api.admin.audit.list({})
  expect(entries.find(({ action }) => action === 'payout.cancel-asked')).toMatchObject({ objectId: id, detail: '' })
  const { notes } = await site.boss.api.admin.review.get({ submissionId })
  expect(notes).toMatchObject([{ text: note }])
})

test('a payout that was claimed before the call is not canceled, and is paid', async () => {
  await using site = await openPayPalSite(fake)
  const { id, read, cancel } = await anUnclaimed(site)
  await fake.setStatus(id, 'SUCCESS')
  await expect(cancel()).rejects.toThrow(payoutMessages.notUnclaimed)
  await site.work()
  expect((await read()).state).toBe('paid')
})

test.each([
  ['before PayPal acts', 'before', 'sent'],
  ['after PayPal has acted', 'after', 'returned'],
] as const)('an answer that is lost %s is found out by looking it up', async (_, when, state) => {
  await using site = await openPayPalSite(fake)
  const { read, cancel } = await anUnclaimed(site)
  await fake.fail({ operation: 'cancel', when, how: 'close' })
  await expect(cancel()).rejects.toThrow(payoutMessages.noAnswer)
  await site.work()
  expect((await read()).state).toBe(state)
})

test('only a payout that PayPal calls unclaimed is canceled, once, and by people who may pay', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId: id } = await site.sent('pending@mail.example')
  await site.work()
  await site.later(10)
  const pending = await site.boss.api.payouts.get({ id })
  await expect(site.boss.api.payouts.cancelUnclaimed({ id, version: pending.version, note })).rejects.toThrow(
    payoutMessages.notUnclaimed,
  )
  const { cancel, id: unclaimed, read } = await anUnclaimed(site)
  const rob = await site.app.colleague('reviewer')
  const input = { id: unclaimed, version: (await read()).version, note }
  await expect(rob.api.payouts.cancelUnclaimed(input)).rejects.toMatchObject({ cause: { code: 'forbidden' } })
  await cancel()
  await expect(cancel()).rejects.toThrow(payoutMessages.changed)
})
