import { expect } from 'vitest'
import { transactionTotals } from '#shared/seller-money.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { aBoughtCard } from '../testing/test-support/inventory.ts'
import { aPage, listening, taking, watching } from '../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

test('customer and staff see the payout of an order, and the customer at which stage the order is', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana, { paymentDetails: '$dana_of_cash' })
  const seen = async () => {
    const [transaction] = await dana.api.transactions.list()
    expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject(transaction ?? {})
    const { payout } = (await boss.api.admin.review.get({ submissionId })).submission
    expect((await boss.api.admin.submissions.list()).data.find(({ id }) => id === submissionId)?.payout).toEqual(payout)
    return { stage: transaction?.stage, payout: transaction?.payout, ofStaff: payout?.state }
  }
  expect(await seen()).toEqual({ stage: 'waiting', payout: undefined, ofStaff: undefined })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect(await seen()).toEqual({ stage: 'checking', payout: undefined, ofStaff: undefined })
  await boss.api.admin.review.approve({ submissionId })
  const approved = await seen()
  expect(approved).toMatchObject({
    stage: 'approved',
    payout: { amount: 92, label: 'Cash App $da…h', message: 'Approved. $92.00 goes to Cash App $da…h next.' },
    ofStaff: 'ready',
  })
  const id = approved.payout?.id ?? ''
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  expect((await seen()).stage).toBe('paying')
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  expect(await seen()).toMatchObject({ stage: 'paid', payout: { state: 'paid', reference: 'CA-1' } })
  await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  expect(await seen()).toMatchObject({ stage: 'returned', payout: { message: 'The payout of $92.00 came back.' } })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'rejected' })
  expect(JSON.stringify(await dana.api.transactions.list())).not.toContain('$dana_of_cash')
})

test('an order that is rejected after its payout was sent is paid: its customer has the money', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const foundOn = app.clock.now().toISOString().slice(0, 10)
  const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'invalid', foundOn })
  const reason = 'The number does not exist.'
  await boss.api.admin.problems.decide({ id, version, decision: 'claw-back', reason, rejects: true })
  const transaction = await dana.api.transactions.get({ id: submissionId })
  expect(transaction).toMatchObject({ status: 'rejected', stage: 'paid', payout: { state: 'paid' } })
  expect(transactionTotals([transaction])).toMatchObject({ paid: 92, notPaid: 0 })
})

test('signals a changed payout to the pages of its customer and of staff, and to no other customer', async () => {
  await using app = await createTestApp()
  const [dana, tom, boss] = [await app.customer(), await app.customer('Tom Okafor'), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  await boss.api.admin.review.approve({ submissionId })
  const { data } = await boss.api.payouts.list()
  const { id = '', version = 0 } = data[0] ?? {}
  const { url } = await listening(app)
  await using own = aPage(url, dana)
  await using foreign = aPage(url, tom)
  await using desk = aPage(url, boss)
  const danas = await watching(own.trpc.transactions.watch)
  const toms = await watching(foreign.trpc.transactions.watch)
  const queue = await watching(desk.trpc.admin.submissions.watch)
  const payouts = await taking<{ payoutId: string | null }>((on) => desk.trpc.payouts.watch.subscribe(undefined, on))
  await boss.api.payouts.hold({ id, version, note: 'Ask the brand.' })
  expect(await danas.next()).toEqual({ submissionId })
  expect(await queue.next()).toEqual({ submissionId })
  expect(await payouts.next()).toEqual({ payoutId: id })
  const ofTom = await aSubmission(app, tom)
  // A signal for her order would have arrived first.
  expect(await toms.next()).toEqual({ submissionId: ofTom })
})

const destinations = [
  ['paypal', 'dana.of.paypal@mail.example'],
  ['cashapp', '$dana_of_cash'],
  ['zelle', '(212) 555-0187'],
  ['googlepay', 'dana.of.google@mail.example'],
  ['applepay', '+1 212 555 0188'],
  ['chime', '$dana-of-chime'],
  ['greendot', 'Dana Reyes of 4th Street'],
] as const

type Order = { dana: Person; submissionId: string }

/** The answers of every call about submissions to this person. */
async function everythingSeenBy(app: TestApp, as: Person, { dana, submissionId }: Order): Promise<string> {
  const { review, submissions } = as.api.admin
  const read = async (url: string) => (await app.request('GET', url, { as })).body
  return JSON.stringify([
    await submissions.list({}),
    await review.get({ submissionId }),
    await read('/api/admin/submissions'),
    await read('/api/admin/payouts'),
    await as.api.transactions.list({ email: dana.email }),
  ])
}

async function open(app: TestApp) {
  const [dana, owner] = [await app.customer(), await app.staff()]
  const staff: Record<StaffRole, Person> = {
    owner,
    reviewer: await app.colleague('reviewer'),
    support: await app.colleague('support'),
    finance: await app.colleague('finance'),
  }
  return { dana, staff }
}

test.each(destinations)(
  'support and finance see a %s destination masked, owners and reviewers as specified',
  async (method, details) => {
    await using app = await createTestApp()
    const { dana, staff } = await open(app)
    const submissionId = await aSubmission(app, dana, { paymentMethod: method, paymentDetails: details })
    await staff.reviewer.api.admin.review.approve({ submissionId })
    const shown = async (role: StaffRole) =>
      (await staff[role].api.admin.submissions.list({})).data.find(({ id }) => id === submissionId)
    for (const role of ['owner', 'reviewer'] as const) expect((await shown(role))?.paymentDetails).toBe(details)
    for (const role of ['support', 'finance'] as const) {
      expect(await everythingSeenBy(app, staff[role], { dana, submissionId })).not.toContain(
        JSON.stringify(details).slice(1, -1),
      )
      const { paymentDetails = '', paymentLabel = '' } = (await shown(role)) ?? {}
      expect(paymentDetails).toMatch(/[…•]/)
      expect(paymentLabel).toBe(`${paymentLabel.split(':')[0]}: ${paymentDetails}`)
    }
  },
)

test('bank numbers are masked for every role', async ({ app }) => {
  const { dana, staff } = await open(app)
  const bank = { paymentMethod: 'bank', paymentDetails: '', accountNumber: '000987654321', routingNumber: '021000021' }
  const submissionId = await aSubmission(app, dana, bank as { paymentMethod: 'bank' })
  for (const each of Object.values(staff)) {
    const seen = await everythingSeenBy(app, each, { dana, submissionId })
    expect(seen).toContain('Account ••••••4321, routing ••••••0021')
    expect(seen).not.toMatch(/000987654321|021000021/)
  }
})

test('finance reads the destination in the answer that begins to pay by hand', async ({ app }) => {
  const { dana, staff } = await open(app)
  const submissionId = await aSubmission(app, dana, { paymentDetails: '$dana_of_cash' })
  await staff.reviewer.api.admin.review.approve({ submissionId })
  const [payout] = (await staff.finance.api.payouts.list()).data
  const { destination } = await staff.finance.api.payouts.begin({ id: payout?.id ?? '', version: payout?.version ?? 0 })
  expect(destination).toEqual({ details: '$dana_of_cash' })
})
