import { expect, test } from 'vitest'
import type { StaffRole } from '#shared/staff-role.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

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

test('bank numbers are masked for every role', async () => {
  await using app = await createTestApp()
  const { dana, staff } = await open(app)
  const bank = { paymentMethod: 'bank', paymentDetails: '', accountNumber: '000987654321', routingNumber: '021000021' }
  const submissionId = await aSubmission(app, dana, bank as { paymentMethod: 'bank' })
  for (const each of Object.values(staff)) {
    const seen = await everythingSeenBy(app, each, { dana, submissionId })
    expect(seen).toContain('Account ••••••4321, routing ••••••0021')
    expect(seen).not.toMatch(/000987654321|021000021/)
  }
})

test('finance reads the destination in the answer that begins to pay by hand', async () => {
  await using app = await createTestApp()
  const { dana, staff } = await open(app)
  const submissionId = await aSubmission(app, dana, { paymentDetails: '$dana_of_cash' })
  await staff.reviewer.api.admin.review.approve({ submissionId })
  const [payout] = (await staff.finance.api.payouts.list()).data
  const { destination } = await staff.finance.api.payouts.begin({ id: payout?.id ?? '', version: payout?.version ?? 0 })
  expect(destination).toEqual({ details: '$dana_of_cash' })
})
