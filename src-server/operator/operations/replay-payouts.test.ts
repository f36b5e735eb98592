import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { type FakePayPal, startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval, balancesOf, livePayoutOf, toBank, toPayPal } from '../../testing/test-support/payouts.ts'
import type { PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { doPayPalWork } from '../../testing/test-support/paypal-work.ts'
import { attemptsIn, listOf } from '../../testing/test-support/recovery-log.ts'
import { openRestorableSite, type RestorableSite } from '../../testing/test-support/restorable-site.ts'
import { shortenLog } from '../../testing/test-support/shorten-log.ts'
import { makeBackup } from './backup.ts'
import { finishRestore } from './finish-restore.ts'

let fake: FakePayPal
let restorable: RestorableSite
let site: PayPalSite
beforeEach(async () => {
  fake = await startFakePayPal()
  restorable = await openRestorableSite(fake)
  site = restorable.site
})
afterEach(async () => {
  await restorable[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
})

async function* nothing(): AsyncGenerator<never> {}
const keysPaid = async () => (await fake.books()).batches.map(({ key }) => key)

/** Pays a payout by hand. */
async function payByHand(id: string): Promise<void> {
  const { payouts } = site.boss.api
  const { payout } = await payouts.begin({ id, version: (await payouts.get({ id })).version })
  await payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
}

test('what was paid after the backup is paid after its restore too, and nothing is paid again', async () => {
  const { app, boss, dana } = site
  const [byPayPal, byHand] = [await site.approved(), await anApproval(app, dana, boss)]
  const waiting = await aSubmission(app, dana, { ...toPayPal(), cardNumber: 'CARD 3333' })
  const { file } = await makeBackup(app.ctx)
  await boss.api.admin.review.approve({ submissionId: waiting })
  const { id: approvedLater } = await livePayoutOf(app, waiting)
  await boss.api.payouts.sendNow({ ids: [byPayPal.payoutId, approvedLater] })
  await site.work()
  await site.later(10)
  await payByHand(byHand.payoutId)
  const lost = await site.sent()
  await site.work()
  const books = await fake.books()

  await using again = await restorable.restore(file)
  const { data } = await again.boss.api.payouts.list()
  expect(Object.fromEntries(data.map(({ id, state, orderStatus }) => [id, [state, orderStatus]]))).toEqual({
    [byPayPal.payoutId]: ['paid', 'completed'],
    [byHand.payoutId]: ['paid', 'completed'],
    [approvedLater]: ['paid', 'completed'],
  })
  expect(data.find(({ id }) => id === byHand.payoutId)?.reference).toBe('CA-1')
  expect(again.done).toMatchObject({ held: 0, paid: { lost: [{ payout: lost.payoutId, amountCents: 9200 }] } })
  expect(await balancesOf(again.app)).toEqual({
    ...{ cards: 27_600, fees: 368, losses: 9200 },
    'cash:unassigned': -27_968 - 9200,
  })
  expect(await verifyLedger(again.app.ctx.db)).not.toHaveProperty('problem')
  expect((await again.app.mails()).filter(({ subject }) => subject.includes('been paid'))).toEqual([])
  await doPayPalWork(again.app)
  const { batches, sentCents } = await fake.books()
  expect([batches.length, sentCents]).toEqual([books.batches.length, books.sentCents])
})

test('without the log a payout that was paid since is held; lifted and sent, it is not paid again', async () => {
  const { submissionId, payoutId: id } = await site.approved()
  const { file } = await makeBackup(site.app.ctx)
  await site.boss.api.payouts.sendNow({ ids: [id] })
  await site.work()

  await using again = await restorable.restore(file, { withLog: false })
  const { payouts } = again.boss.api
  const held = await payouts.get({ id })
  expect(held).toMatchObject({ state: 'held', orderStatus: 'processing', holds: [{ kind: 'restored' }] })
  await payouts.lift({ id, version: held.version, holdId: held.holds[0]?.id ?? '' })
  await payouts.sendNow({ ids: [id] })
  await doPayPalWork(again.app)
  expect(await payouts.get({ id })).toMatchObject({ state: 'paid', orderStatus: 'completed' })
  expect(await keysPaid()).toEqual([`${submissionId}-1-a1`])
})

test('an attempt that was refused after the backup keeps its key: the next one has another', async () => {
  const { submissionId, payoutId: id } = await site.approved()
  const { file } = await makeBackup(site.app.ctx)
  await fake.set({ openingBalanceCents: 0 })
  await site.boss.api.payouts.sendNow({ ids: [id] })
  await site.work()
  await fake.set({ openingBalanceCents: 100_000_000 })
  await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  await site.boss.api.payouts.sendNow({ ids: [id] })
  await site.work()

  await using again = await restorable.restore(file)
  const { attempts, state } = await again.boss.api.payouts.get({ id })
  expect([state, attempts.map(({ key }) => key)]).toEqual(['sending', [`${submissionId}-1-a1`, `${submissionId}-1-a2`]])
  await doPayPalWork(again.app)
  expect((await again.boss.api.payouts.get({ id })).state).toBe('paid')
  expect(await keysPaid()).toEqual([`${submissionId}-1-a2`])
})

test('a payout that the backup does not have is not requested again; its key is never used for another', async () => {
  const { app, dana, boss } = site
  const submissionId = await aSubmission(app, dana, toPayPal())
  const { file } = await makeBackup(app.ctx)
  const approve = () => boss.api.admin.review.approve({ submissionId })
  await approve()
  const canceled = await livePayoutOf(app, submissionId)
  await boss.api.payouts.cancel({ id: canceled.id, version: canceled.version, note: 'Look again.' })
  await approve()
  const { id } = await livePayoutOf(app, submissionId)
  await fake.fail({ operation: 'create', when: 'before', how: 'close' })
  await boss.api.payouts.sendNow({ ids: [id] })
  await site.work()

  await using again = await restorable.restore(file)
  await doPayPalWork(again.app)
  const { payouts } = again.boss.api
  const { version, ...unknown } = await payouts.get({ id })
  expect(unknown).toMatchObject({ state: 'sending', attention: 'unknown', attempts: [{ key: `${submissionId}-2-a1` }] })
  expect(await keysPaid()).toEqual([])
  const faith = await again.app.colleague('finance')
  const said = await payouts.settleUnknown({ id, version, outcome: 'not-sent' })
  const ready = await faith.api.payouts.settleUnknown({ id, version: said.version, outcome: 'not-sent' })
  await payouts.cancel({ id, version: ready.version, note: 'Once more.' })
  await again.boss.api.admin.review.approve({ submissionId })
  expect((await livePayoutOf(again.app, submissionId)).idempotency_key).toBe(`${submissionId}-3`)
})

test('repeating a log that was repeated changes nothing', async () => {
  const { file } = await makeBackup(site.app.ctx)
  await site.sent()
  await site.work()
  await using again = await restorable.restore(file)
  const balances = await balancesOf(again.app)
  expect(balances).toEqual({ losses: 9200, 'cash:unassigned': -9200 })
  const payouts = attemptsIn(site.app)
  await finishRestore(again.app.ctx, { source: 'A test', head: '', payouts }, nothing(), undefined)
  expect(await balancesOf(again.app)).toEqual(balances)
})

test('a payment is in the log before it is requested; without the log nothing leaves', async () => {
  const { payoutId: id } = await site.sent()
  const { recoveryLog } = site.app.ctx
  site.app.ctx.recoveryLog = { write: () => Promise.reject(new Error('EROFS')) }
  await site.work()
  expect(await site.boss.api.payouts.get({ id })).toMatchObject({ state: 'ready', attempts: [{ error: 'LOG' }] })
  expect((await site.boss.api.payouts.totals()).paypal).toMatchObject({ paused: { reason: 'log' } })
  expect((await fake.books()).posts).toEqual({})
  site.app.ctx.recoveryLog = recoveryLog
  await fake.fail({ operation: 'create', when: 'before', how: 'never' })
  await site.boss.api.payouts.sendNow({ ids: [id] })
  const requested = site.work()
  await expect.poll(async () => Object.values((await fake.books()).posts)).toEqual([1])
  expect(readFileSync(restorable.log, 'utf8')).toContain('-1-a2')
  await fake.kill()
  await requested
})

test('a repeat that cannot be written to the log waits: the first request may have paid', async () => {
  const { payoutId: id } = await site.sent()
  await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  await site.work()
  const { recoveryLog } = site.app.ctx
  site.app.ctx.recoveryLog = { write: () => Promise.reject(new Error('EROFS')) }
  await site.later(10)
  expect(await site.boss.api.payouts.get({ id })).toMatchObject({ state: 'sending', attempts: [{ error: 'LOG' }] })
  site.app.ctx.recoveryLog = recoveryLog
  await site.later(30)
  expect((await site.boss.api.payouts.get({ id })).state).toBe('paid')
  expect(await keysPaid()).toHaveLength(1)
})

test('a changed line of the log is refused; a torn last line is not', async () => {
  await site.sent()
  await site.work()
  await site.app.ctx.recoveryLog.write()
  const read = async () => (await listOf(attemptsIn(site.app))).map(({ state }) => state)
  expect(await read()).toEqual(['calling', 'accepted'])
  appendFileSync(restorable.log, '{"attempt":"GCE')
  expect(await read()).toEqual(['calling', 'accepted'])
  await site.app.ctx.recoveryLog.write()
  writeFileSync(restorable.log, readFileSync(restorable.log, 'utf8').replace('9200', '9201'))
  await expect(read()).rejects.toThrow(/Line \d+ of/)
})

test('a log that does not follow from the restored data is refused', async () => {
  const { payoutId: id } = await site.approved()
  const { file } = await makeBackup(site.app.ctx)
  await fake.set({ openingBalanceCents: 0 })
  for (let attempt = 1; attempt <= 2; attempt++) {
    await site.boss.api.payouts.sendNow({ ids: [id] })
    await site.work()
  }
  await site.app.ctx.recoveryLog.write()
  shortenLog(site.app.ctx.keyring, restorable.log, '-1-a2","payout"')
  // The log has only the second attempt, and the site writes no other lines.
  site.app.ctx.recoveryLog = { write: async () => {} }
  await expect(restorable.restore(file)).rejects.toThrow(
    /The recovery log has the attempt .*-1-a2, and the restored data .*-1-a1/,
  )
})

test('what was paid with a file after the backup is paid in restored data, and what was begun needs attention', async () => {
  const { app, boss, dana } = site
  const approved = [await anApproval(app, dana, boss, toBank), await anApproval(app, dana, boss, toBank)]
  const [paid = '', begun = ''] = approved.map(({ payoutId }) => payoutId)
  const { file: backup } = await makeBackup(app.ctx)
  const payouts = [paid, begun].map((id) => ({ id, version: 1 }))
  const { file } = await boss.api.payouts.makeFile({ format: 'bank', payouts })
  await boss.api.payouts.markFileSent({ id: file.id, payouts: [{ id: paid, reference: 'W-1' }] })
  await using again = await restorable.restore(backup)
  expect(await again.boss.api.payouts.get({ id: paid })).toMatchObject({ state: 'paid', reference: 'W-1' })
  again.app.clock.advance(1)
  expect(await again.boss.api.payouts.get({ id: begun })).toMatchObject({ state: 'sending', attention: 'stuck' })
  expect(await verifyLedger(again.app.ctx.db)).not.toHaveProperty('problem')
})
