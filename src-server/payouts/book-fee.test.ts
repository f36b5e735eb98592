import { expect, test } from 'vitest'
import { ownOrderMessage } from '#shared/own-orders.ts'
import { payoutMessages } from '#shared/payout.ts'
import { aToken } from '../testing/test-support/factories.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { fakePayPalOfFile, openPayPalSite, type PayPalSite } from '../testing/test-support/paypal-site.ts'
import { aStaffLink } from '../testing/test-support/staff-links.ts'
import { aBankAccount, aBankPayment } from '../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'

const fake = await fakePayPalOfFile()

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

/** A site where finance has paid an order by hand, with a reference that was typed wrong. */
async function open(app: TestApp) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  const { payout } = await fay.api.payouts.begin({ id, version: 1 })
  const paid = await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  const correct = (reference: string, version = paid.version, by = fay) =>
    by.api.payouts.correctReference({ id, version, reference })
  return { dana, boss, fay, submissionId, id, paid, correct }
}

const entriesOf = async (boss: Person) =>
  (await boss.api.admin.audit.list({})).entries.filter(({ action }) => action === 'payout.reference-corrected')
const notesOf = async (staff: Person, submissionId: string) =>
  (await staff.api.admin.review.get({ submissionId })).notes.map(({ text }) => text)

test('the corrected reference is that of the payout and of the order, and a note names both', async () => {
  await using app = await createTestApp()
  const { dana, boss, submissionId, id, paid, correct } = await open(app)
  const balances = await balancesOf(app)
  const before = (await app.mails()).length
  expect(await correct(' CA-2 ')).toMatchObject({ state: 'paid', reference: 'CA-2', version: paid.version + 1 })
  expect((await dana.api.transactions.get({ id: submissionId })).payout).toMatchObject({ reference: 'CA-2' })
  expect(await entriesOf(boss)).toMatchObject([{ objectId: id, detail: '' }])
  expect(await notesOf(boss, submissionId)).toEqual([`Reference of ${id} corrected from CA-1 to CA-2.`])
  expect(await balancesOf(app)).toEqual(balances)
  expect(await app.mails()).toHaveLength(before)
})

test('a payout that was paid without a reference gets one', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  const paid = await fay.api.payouts.get({ id })
  expect(paid).not.toHaveProperty('reference')
  await fay.api.payouts.correctReference({ id, version: paid.version, reference: 'CA-2' })
  expect(await notesOf(boss, submissionId)).toEqual([`Reference of ${id} corrected to CA-2.`])
})

test('a missing, unchanged or unreadable reference is refused at its field', async () => {
  await using app = await createTestApp()
  const { boss, correct } = await open(app)
  await expect(correct('  ')).rejects.toThrow(payoutMessages.referenceMissing)
  await expect(correct('CA-1')).rejects.toMatchObject({
    cause: { message: payoutMessages.sameReference, detail: { field: 'reference' } },
  })
  await expect(correct('a\u0007b')).rejects.toThrow()
  await expect(correct('x'.repeat(81))).rejects.toThrow()
  expect(await entriesOf(boss)).toEqual([])
})

test('only a paid payout has a reference to correct, at its newest version', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, id, paid, correct } = await open(app)
  await expect(correct('CA-2', paid.version - 1)).rejects.toThrow(payoutMessages.changed)
  const { payoutId: ready } = await anApproval(app, dana, boss, { cardNumber: 'OTHER CARD 1234' })
  const other = { id: ready, version: 1, reference: 'CA-2' }
  await expect(fay.api.payouts.correctReference(other)).rejects.toThrow(payoutMessages.notPaid)
  await expect(fay.api.payouts.correctReference({ ...other, id: 'PO-NOWHERE' })).rejects.toThrow('Not found.')
  const returned = await fay.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  await expect(correct('CA-2', returned.version)).rejects.toThrow(payoutMessages.notPaid)
  expect(await entriesOf(boss)).toEqual([])
})

test('a reference that PayPal gave cannot be corrected', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { payoutId: id } = await site.sent()
  await site.work()
  await site.later(10)
  const { version, reference } = await site.boss.api.payouts.get({ id })
  await expect(site.boss.api.payouts.correctReference({ id, version, reference: 'CA-2' })).rejects.toThrow(
    payoutMessages.referenceOfProvider,
  )
  expect(await site.boss.api.payouts.get({ id })).toMatchObject({ state: 'paid', reference })
})

test('reviewers, customers and tokens without the scope cannot correct a reference', async () => {
  await using app = await createTestApp()
  const { dana, boss, id, paid } = await open(app)
  const input = { id, version: paid.version, reference: 'CA-2' }
  const reviewer = await app.colleague('reviewer')
  for (const person of [reviewer, dana]) await expect(person.api.payouts.correctReference(input)).rejects.toThrow()
  await expect(app.visitor.payouts.correctReference(input)).rejects.toThrow('Please sign in.')
  const correctBy = async (scope: 'payouts:read' | 'payouts:write') => {
    const { headers } = await aToken(boss, [scope])
    const { id: _, ...body } = input
    return app.request('POST', `/api/admin/payouts/${id}/correct-reference`, { headers, body })
  }
  expect((await correctBy('payouts:read')).statusCode).toBe(403)
  const done = await correctBy('payouts:write')
  expect([done.statusCode, done.json().reference]).toEqual([200, 'CA-2'])
})

test('who is the customer of the order does not correct its reference', async () => {
  await using app = await createTestApp()
  const { dana, fay, correct } = await open(app)
  await aStaffLink(app, fay, dana)
  await expect(correct('CA-2')).rejects.toThrow(ownOrderMessage)
})

test('the reference of a deleted account stays erased', async () => {
  await using app = await createTestApp()
  const { dana, fay, id, correct } = await open(app)
  await dana.api.account.deleteAccount({ password: customerPassword })
  await expect(correct('CA-2', (await fay.api.payouts.get({ id })).version)).rejects.toThrow(
    payoutMessages.accountDeleted,
  )
})
