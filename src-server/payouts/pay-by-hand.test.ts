import { expect } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { test } from '../testing/test-support/app-test.ts'
import { releaseAll } from '../testing/test-support/controls.ts'
import { anApproval, balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import type { Person, TestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'
import { releaseDuePayouts } from './payout-holds.ts'

async function open(app: TestApp) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const approved = await anApproval(app, dana, boss, { paymentDetails: '$dana_of_cash' })
  return { dana, boss, fay, id: approved.payoutId, ...approved }
}

const versionOf = async (by: Person, id: string) => (await by.api.payouts.get({ id })).version
const begin = async (by: Person, id: string) => by.api.payouts.begin({ id, version: await versionOf(by, id) })

test('only the person who begins to pay sees where the money goes, after an audit entry', async ({ app }) => {
  const { boss, fay, id } = await open(app)
  const seen = [await fay.api.payouts.list(), await fay.api.payouts.get({ id }), await fay.api.payouts.totals()]
  expect(JSON.stringify(seen)).not.toContain('$dana_of_cash')
  expect(seen[0]).toMatchObject({ data: [{ id, destination: 'Cash App $da…h', state: 'ready' }] })
  const begun = await begin(fay, id)
  expect(begun).toMatchObject({
    destination: { details: '$dana_of_cash' },
    payout: { state: 'sending', amount: 92, claimedBy: { id: fay.id }, begunAt: app.clock.now().toISOString() },
  })
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries[0]).toMatchObject({ action: 'payout.begun', objectId: id })
  await expect(begin(boss, id)).rejects.toThrow(/finance \d+ is paying this payout/)
})

test('a sent payout completes the order and mails the reference', async ({ app }) => {
  const { dana, fay, id, submissionId } = await open(app)
  const { payout } = await begin(fay, id)
  const send = (reference: string) => fay.api.payouts.markSent({ id, version: payout.version, reference })
  await expect(send('  ')).rejects.toThrow(payoutMessages.referenceMissing)
  await expect(send('a\u0007b')).rejects.toThrow()
  await expect(send('x'.repeat(81))).rejects.toThrow()
  expect(await send('CA-1')).toMatchObject({ state: 'paid', reference: 'CA-1' })
  expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({ status: 'completed' })
  const mail = (await app.mails()).at(-1)
  expect(mail?.text).toContain('CA-1')
  expect(mail?.text).not.toContain('$dana_of_cash')
  expect(await balancesOf(app)).toEqual({ cards: 9200, 'cash:unassigned': -9200 })
  expect(await verifyLedger(app.ctx.db)).toEqual({ transfers: 3 })
})

test('a payout that was not paid is ready again, and its next attempt has a key of its own', async ({ app }) => {
  const { dana, fay, id, submissionId } = await open(app)
  const { payout } = await begin(fay, id)
  const ready = await fay.api.payouts.releaseLock({ id, version: payout.version })
  expect(ready).toMatchObject({ state: 'ready' })
  expect(ready).not.toHaveProperty('claimedBy')
  expect(ready).not.toHaveProperty('begunAt')
  expect(await balancesOf(app)).toEqual({ cards: 9200, [`payable:${dana.id}`]: -9200 })
  await begin(fay, id)
  const { attempts } = await fay.api.payouts.get({ id })
  expect(attempts.map(({ key, state }) => [key, state])).toEqual([
    [`${submissionId}-1-a1`, 'refused'],
    [`${submissionId}-1-a2`, 'calling'],
  ])
})

test('it takes two colleagues to give back what another person pays', async ({ app }) => {
  const { boss, fay, id } = await open(app)
  const faith = await app.colleague('finance')
  await begin(fay, id)
  const back = async (by: Person) => by.api.payouts.releaseLock({ id, version: await versionOf(by, id) })
  expect(await back(boss)).toMatchObject({ state: 'sending', unpaidReportedBy: { id: boss.id } })
  expect((await back(boss)).state).toBe('sending')
  const ready = await back(faith)
  expect(ready.state).toBe('ready')
  expect(ready).not.toHaveProperty('unpaidReportedBy')
})

test('a payment that was begun and not ended in time needs attention', async ({ app }) => {
  const { fay, id } = await open(app)
  await begin(fay, id)
  const attention = async () => (await fay.api.payouts.list({ state: 'attention' })).data
  expect(await attention()).toEqual([])
  app.clock.advance(30 * 60_000 + 1)
  expect(await attention()).toMatchObject([{ id, attention: 'stuck', state: 'sending' }])
  expect((await fay.api.payouts.totals()).attention).toEqual({ count: 1, amount: 92 })
})

test('a payment is ended by the person who began it, on its newest version', async ({ app }) => {
  const { boss, fay, id } = await open(app)
  const version = await versionOf(fay, id)
  await expect(fay.api.payouts.markSent({ id, version, reference: 'CA-1' })).rejects.toThrow(payoutMessages.notBegun)
  await expect(fay.api.payouts.begin({ id, version: version + 1 })).rejects.toThrow(payoutMessages.changed)
  const { payout } = await begin(fay, id)
  const send = (by: Person, version: number) => by.api.payouts.markSent({ id, version, reference: 'CA-1' })
  await expect(send(boss, payout.version)).rejects.toThrow(/is paying this payout/)
  await expect(send(fay, version)).rejects.toThrow(payoutMessages.changed)
  await expect(fay.api.payouts.begin({ id: 'PO-NOWHERE', version })).rejects.toThrow('Not found.')
})

test('a returned payout is owed again until its debt is closed, and the order has failed', async ({ app }) => {
  const { dana, boss, fay, id, submissionId } = await open(app)
  const { payout } = await begin(fay, id)
  const paid = await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  const returned = await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  expect(returned).toMatchObject({ state: 'returned', isOwed: true, orderStatus: 'failed' })
  expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({
    status: 'failed',
    statusReason: expect.stringContaining('Your payment provider returned the payout'),
  })
  expect(await balancesOf(app)).toEqual({ cards: 9200, [`payable:${dana.id}`]: -9200 })
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  await expect(fay.api.payouts.recordReturn({ id, version: returned.version, code: 'provider' })).rejects.toThrow(
    payoutMessages.wrongState,
  )
  const input = { id, version: returned.version, note: 'The card was empty.' }
  expect(await fay.api.payouts.closeDebt(input)).toMatchObject({ isOwed: true, waiting: { kind: 'debt' } })
  await releaseAll(boss)
  expect(await fay.api.payouts.get({ id })).not.toHaveProperty('isOwed')
  expect(await balancesOf(app)).toEqual({})
  await expect(fay.api.payouts.closeDebt({ ...input, version: returned.version + 1 })).rejects.toThrow(
    payoutMessages.noDebt,
  )
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})

test('a new payout takes over the debt of a returned one', async ({ app }) => {
  const { boss, dana, fay, id, submissionId } = await open(app)
  const { payout } = await begin(fay, id)
  const paid = await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await fay.api.payouts.recordReturn({ id, version: paid.version, code: 'details' })
  await boss.api.admin.review.approve({ submissionId })
  expect((await livePayoutOf(app, submissionId)).idempotency_key).toBe(`${submissionId}-2`)
  expect(await balancesOf(app)).toEqual({ cards: 9200, [`payable:${dana.id}`]: -9200 })
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})

test('lists what is done apart from what is to be done', async ({ app }) => {
  const { dana, boss, fay, id } = await open(app)
  const { payoutId: canceled } = await anApproval(app, dana, boss, { cardNumber: 'OTHER CARD 1234' })
  await fay.api.payouts.cancel({ id: canceled, version: await versionOf(fay, canceled), note: 'Card is stolen.' })
  const listed = async (state?: 'ready' | 'done') =>
    (await fay.api.payouts.list({ state })).data.map((each) => each.id).sort()
  expect(await listed('ready')).toEqual([id])
  expect(await listed('done')).toEqual([canceled])
  expect(await listed()).toEqual([id, canceled].sort())
})

test('holds prevent the payment until each of them is lifted', async ({ app }) => {
  const { fay, id } = await open(app)
  const hold = async (note: string) => fay.api.payouts.hold({ id, version: await versionOf(fay, id), note })
  await hold('Ask the brand.')
  app.clock.advance(1_000)
  const { holds, state, version } = await hold('Ask the bank.')
  expect(state).toBe('held')
  expect(holds.map(({ note }) => note)).toEqual(['Ask the brand.', 'Ask the bank.'])
  await expect(begin(fay, id)).rejects.toThrow(payoutMessages.wrongState)
  const [first, second] = holds.map((each) => each.id)
  const lifted = await fay.api.payouts.lift({ id, version, holdId: first ?? '' })
  expect(lifted.state).toBe('held')
  await expect(fay.api.payouts.lift({ id, version, holdId: second ?? '' })).rejects.toThrow(payoutMessages.changed)
  expect((await fay.api.payouts.lift({ id, version: lifted.version, holdId: second ?? '' })).state).toBe('ready')
})

test('what is being paid, or was, can be neither held nor canceled', async ({ app }) => {
  const { fay, id } = await open(app)
  const expectRefused = async () => {
    const input = { id, version: await versionOf(fay, id), note: 'Ask the brand.' }
    await expect(fay.api.payouts.hold(input)).rejects.toThrow(payoutMessages.wrongState)
    await expect(fay.api.payouts.cancel(input)).rejects.toThrow(payoutMessages.wrongState)
  }
  const { payout } = await begin(fay, id)
  await expectRefused()
  await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await expectRefused()
  expect(await fay.api.payouts.get({ id })).toMatchObject({ state: 'paid', holds: [] })
})

test('cancels a payout that has not left; nothing is owed any more', async ({ app }) => {
  const { fay, id } = await open(app)
  const canceled = await fay.api.payouts.cancel({ id, version: await versionOf(fay, id), note: 'Card is stolen.' })
  expect(canceled).toMatchObject({ state: 'canceled', failureMessage: 'Card is stolen.' })
  expect(await balancesOf(app)).toEqual({})
  await expect(begin(fay, id)).rejects.toThrow(payoutMessages.wrongState)
})

test('a password reset holds the payouts of the next day', async ({ app, customer: dana, staff: boss }) => {
  await app.ctx.db
    .updateTable('users')
    .set({ security_changed_at: app.clock.now().toISOString() })
    .where('id', '=', dana.id)
    .execute()
  const { submissionId, payoutId } = await anApproval(app, dana, boss)
  const { payout } = await dana.api.transactions.get({ id: submissionId })
  expect(payout?.waitsUntil).toBe(new Date(app.clock.now().getTime() + 24 * 60 * 60_000).toISOString())
  expect((await boss.api.payouts.get({ id: payoutId })).holds).toMatchObject([{ kind: 'account-changed' }])
  app.clock.advance(24 * 60 * 60_000)
  await releaseDuePayouts(app.ctx)
  expect((await livePayoutOf(app, submissionId)).state).toBe('ready')
})
