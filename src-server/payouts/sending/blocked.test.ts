import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { anApproval, balancesOf } from '../../testing/test-support/payouts.ts'
import { fakePayPalOfFile, openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { customerPassword } from '../../testing/test-support/test-app.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

const fake = await fakePayPalOfFile()

const method = { type: 'cashapp', details: '$dana_elsewhere' } as const
const payout = ({ boss }: PayPalSite, id: string) => boss.api.payouts.get({ id })
const attention = async ({ boss }: PayPalSite) => (await boss.api.payouts.list({ state: 'attention' })).data
const changeMethod = ({ dana }: PayPalSite, id: string) =>
  dana.api.transactions.changePayout({ id, method, currentPassword: customerPassword })
/** Without the hold that each change of a destination causes. */
const openSite = () => openPayPalSite(fake, { accountChangedHoldHours: 0 })
const heldOf = async ({ boss }: PayPalSite, orderId: string) =>
  (await boss.api.payouts.list({ state: 'held' })).data.find(({ submissionId }) => submissionId === orderId)

/** Sends a payout that PayPal ends with this status and error. */
async function ended(site: PayPalSite, status: 'FAILED' | 'DENIED' | 'BLOCKED' | 'RETURNED', error?: string) {
  const order = await site.sent('pending@mail.example')
  await site.work()
  await fake.setStatus(order.payoutId, status, error)
  await site.later(10)
  return order
}

const objections = [
  ['BLOCKED', 'REGULATORY_BLOCKED'],
  ['BLOCKED', undefined],
  ['DENIED', 'RECEIVER_COUNTRY_NOT_ALLOWED'],
  ['DENIED', undefined],
  ['FAILED', 'RECEIVER_ACCOUNT_LOCKED'],
  ['FAILED', 'RECEIVER_ACCOUNT_LIMITATION'],
  ['FAILED', 'RISK_DECLINE'],
  ['FAILED', 'TRANSACTION_DECLINED_BY_TRAVEL_RULE'],
  ['RETURNED', 'RECEIVER_STATE_RESTRICTED'],
] as const

test.each(objections)(
  'what PayPal ends as %s with %s is paid no other way until staff decide',
  async (status, error) => {
    await using site = await openSite()
    const { submissionId, payoutId } = await ended(site, status, error)
    expect(await attention(site)).toMatchObject([{ id: payoutId, attention: 'review', holds: [{ kind: 'review' }] }])
    expect((await changeMethod(site, submissionId)).payout).toMatchObject({
      state: 'held',
      message: 'Approved, and waiting for a second look. We look at this payout once more before it leaves.',
    })
    const [held, ...more] = await attention(site)
    expect([held, more]).toMatchObject([{ attention: 'review', state: 'held', holds: [{ kind: 'review' }] }, []])
    const { id = '', version = 0, holds = [] } = held ?? {}
    await expect(site.boss.api.payouts.begin({ id, version })).rejects.toThrow('cannot be changed that way')
    expect(await site.boss.api.payouts.lift({ id, version, holdId: holds[0]?.id ?? '' })).toMatchObject({
      state: 'ready',
    })
    expect(await attention(site)).toEqual([])
    expect(await balancesOf(site.app)).toEqual({ cards: 9200, [`payable:${site.dana.id}`]: -9200 })
    expect(await verifyLedger(site.app.ctx.db)).not.toHaveProperty('problem')
  },
)

test.each([
  ['FAILED', 'RECEIVER_UNREGISTERED'],
  ['FAILED', 'RECEIVING_LIMIT_EXCEEDED'],
  ['RETURNED', 'RECEIVER_REFUSED'],
] as const)('what PayPal ends as %s with %s is paid another way at once', async (status, error) => {
  await using site = await openSite()
  const { submissionId, payoutId } = await ended(site, status, error)
  expect(await attention(site)).toMatchObject([{ id: payoutId, attention: 'came-back', isOwed: true }])
  expect((await changeMethod(site, submissionId)).payout?.state).toBe('ready')
  expect(await attention(site)).toEqual([])
})

test('staff who lift the hold of a blocked payout have decided: another method is paid without a second look', async () => {
  await using site = await openSite()
  const { submissionId, payoutId } = await ended(site, 'BLOCKED', 'REGULATORY_BLOCKED')
  const { version, holds } = await payout(site, payoutId)
  expect(holds).toMatchObject([{ note: `PayPal says REGULATORY_BLOCKED about ${payoutId}.` }])
  await site.boss.api.payouts.lift({ id: payoutId, version, holdId: holds[0]?.id ?? '' })
  expect(await attention(site)).toMatchObject([{ id: payoutId, attention: 'came-back' }])
  expect((await changeMethod(site, submissionId)).payout?.state).toBe('ready')
  const { entries } = await site.boss.api.admin.audit.list({})
  const actions = entries.filter(({ objectId }) => objectId === payoutId).map(({ action, detail }) => [action, detail])
  expect(actions.slice(0, 3)).toEqual([
    ['payout.lifted', 'review'],
    ['payout.held', 'review'],
    ['payout.returned', 'REGULATORY_BLOCKED'],
  ])
})

test('staff who close the debt of a blocked payout have decided: it needs no attention any more', async () => {
  await using site = await openSite()
  const { payoutId } = await ended(site, 'FAILED', 'RECEIVER_ACCOUNT_LOCKED')
  const { version } = await payout(site, payoutId)
  await site.boss.api.payouts.closeDebt({ id: payoutId, version, note: 'Compliance said no.' })
  expect(await attention(site)).toEqual([])
})

test('a block holds everything else of the same customer, and neither a new approval nor `completed` goes around it', async () => {
  await using site = await openSite()
  const { app, dana, boss } = site
  const waiting = await anApproval(app, dana, boss, { cardNumber: 'WAITING CARD 1' })
  const tom = await app.customer('Tom Okafor')
  const other = await anApproval(app, tom, boss, { cardNumber: 'CARD OF TOM 1' })
  const { submissionId, payoutId } = await ended(site, 'BLOCKED', 'REGULATORY_BLOCKED')
  expect((await payout(site, waiting.payoutId)).state).toBe('held')
  expect((await payout(site, other.payoutId)).state).toBe('ready')
  const later = await anApproval(app, dana, boss, { cardNumber: 'LATER CARD 1' })
  expect(await payout(site, later.payoutId)).toMatchObject({ state: 'held', attention: 'review' })
  const complete = boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await expect(complete).rejects.toThrow('held: a payment provider objected to paying this customer')
  await boss.api.admin.review.approve({ submissionId })
  const replacement = await heldOf(site, submissionId)
  expect(replacement).toMatchObject({ holds: [{ kind: 'review' }] })
  // Canceled and approved again: the review is still open.
  await boss.api.payouts.cancel({ id: replacement?.id ?? '', version: replacement?.version ?? 0, note: 'Ask first.' })
  await boss.api.admin.review.approve({ submissionId })
  const again = await heldOf(site, submissionId)
  expect(again?.holds.map(({ kind }) => kind)).toEqual(['review'])
  expect((await attention(site)).map(({ id }) => id)).not.toContain(payoutId)
})

test('a return by hand with the code `blocked` is held for review as well', async () => {
  await using site = await openSite()
  const { submissionId, payoutId: id } = await anApproval(site.app, site.dana, site.boss)
  const begun = await site.boss.api.payouts.begin({ id, version: 1 })
  const paid = await site.boss.api.payouts.markSent({ id, version: begun.payout.version, reference: 'CA-1' })
  await site.boss.api.payouts.recordReturn({ id, version: paid.version, code: 'blocked' })
  expect((await changeMethod(site, submissionId)).payout?.state).toBe('held')
})

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
