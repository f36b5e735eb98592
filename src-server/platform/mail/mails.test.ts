import { expect } from 'vitest'
import { siteDefaults } from '#shared/site-settings.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { reviewStatuses } from '#shared/submission.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'
import type { Mail } from './mail-kinds.ts'
import { renderMail } from './render-mail.ts'

const secrets = {
  cardNumber: 'CANARYCARD 7731-0042',
  securityCode: 'CODE5519',
  expiringDate: '12/31',
  additionalInfo: 'CANARYINFO under the foil',
  accountNumber: '77665544332211',
  routingNumber: '021000021',
}
const card = [secrets.cardNumber, secrets.securityCode, secrets.expiringDate, secrets.additionalInfo]

async function ordered(app: TestApp, name = 'Dana Reyes', changes = {}) {
  const [customer, staff] = [await app.customer(name), await app.staff()]
  return { customer, staff, submissionId: await aSubmission(app, customer, changes) }
}
const summaries = async (app: TestApp) => (await app.mails()).map(({ kind, to, subject }) => ({ kind, to, subject }))
const lastMail = async (app: TestApp) => {
  const mail = (await app.mails()).at(-1)
  if (!mail) throw new Error('No mail was sent.')
  return mail
}

test('sends a mail for the account, the submission and every decision, and no other', async ({ app }) => {
  const { customer, staff, submissionId } = await ordered(app)
  for (const status of ['processing', 'completed'] as const)
    await staff.api.admin.submissions.setStatus({ submissionId, status })
  const { email: to } = customer
  expect(await summaries(app)).toEqual([
    { kind: 'welcome', to, subject: 'Welcome to Gift Card Exchange' },
    { kind: 'order-received', to, subject: `We have your order ${submissionId}` },
    { kind: 'status-changed', to, subject: `We're checking your Apple card (${submissionId})` },
    { kind: 'status-changed', to, subject: `You've been paid $92.00 (${submissionId})` },
  ])
})

test.each(reviewStatuses)(
  'the mail for %s contains the reason, the payout and a link to the submission',
  async (status) => {
    await using app = await createTestApp({ PUBLIC_URL: 'https://cards.example/' })
    const { staff, submissionId } = await ordered(app)
    const [reason = ''] = statusReasons[status]
    await staff.api.admin.submissions.setStatus({ submissionId, status, reason })
    const { text, html } = await lastMail(app)
    expect(text).toContain(`> ${reason}`)
    expect(html).toContain(reason.replaceAll("'", '&#39;'))
    for (const part of [text, html]) expect(part).toContain(`https://cards.example/transactions/${submissionId}`)
    expect(text).toContain('Apple')
    expect(text).toContain('$92.00')
  },
)

test('sends no mail for a rejected decision or one without a visible change', async ({ app }) => {
  const { staff, submissionId } = await ordered(app)
  const reason = 'Your card is being checked.'
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', reason })
  const before = await summaries(app)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', reason })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', version: 1 }).catch(() => undefined)
  expect(await summaries(app)).toEqual(before)
  await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'processing',
    reason: 'The balance is confirmed.',
  })
  expect(await summaries(app)).toHaveLength(before.length + 1)
})

test('confirms a repeated submit once and a rejected one never', async ({ app }) => {
  const { customer } = await ordered(app, 'Dana Reyes', { idempotencyKey: 'the-same-key' })
  const fileIds: string[] = []
  await aSubmission(app, customer, { fileIds, idempotencyKey: 'another-key' }).catch(() => undefined)
  expect((await summaries(app)).map(({ kind }) => kind)).toEqual(['welcome', 'order-received'])
})

test('mails a decision to the current address of the customer', async ({ app }) => {
  const { customer, staff, submissionId } = await ordered(app)
  await customer.api.account.saveProfile({
    email: 'new@mail.example',
    phone: '555-010-0100',
    address: '',
    currentPassword: customerPassword,
  })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect((await lastMail(app)).to).toBe('new@mail.example')
})

test.each([
  ['bank', Object.values(secrets)],
  ['cashapp', [...card, '$canary_tag']],
])(
  'no mail contains a secret of a submission paid by %s, even when staff put one into a reason',
  async (paymentMethod, own) => {
    await using app = await createTestApp()
    const { staff, submissionId } = await ordered(app, 'Dana Reyes', {
      ...secrets,
      paymentMethod,
      paymentDetails: '$canary_tag',
    })
    const reason = `Card canarycard77310042, code ${secrets.securityCode}, until 12 / 31, to 7766 5544 3322 11 at 021-000-021 or $CANARY_TAG`
    // A final status purges the code, so the deciding call is the last that can redact it.
    await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', reason })
    await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason })
    await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
    const plain = (text: string) => text.replace(/[\s-]/g, '').toLowerCase()
    const mails = await app.mails()
    const kinds = mails.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['order-received', ...Array(3).fill('status-changed'), 'welcome'])
    const found = mails.flatMap(({ subject, text, html }) =>
      own.filter((secret) => plain(subject + text + html).includes(plain(secret))),
    )
    expect(found).toEqual([])
    expect(mails[2]?.text).toContain('Card ••••, code ••••, until ••••')
  },
)

test.each([
  [
    'processing',
    'The balance of your card is confirmed. We are preparing your payout.',
    'Your payout is being prepared',
  ],
  ['processing', 'Your payout is on its way.', 'Your payout is on its way'],
  ['processing', null, "We're checking your card"],
  ['completed', 'Your bank transfer has been sent.', "We've sent your bank transfer"],
  ['completed', null, "You've been paid"],
  ['failed', 'Your bank did not accept the account number.', "We couldn't send your payout"],
  ['failed', 'The brand could not be reached.', "We couldn't finish your order"],
] as const)('the mail for %s with the reason %s has a heading that follows the reason', (status, reason, heading) => {
  const mail: Mail = { kind: 'status-changed', name: 'Dana', order: submission, status, reason }
  const { text } = renderMail(mail, row, 'Cards <a@cards.example>', 'https://cards.example', siteDefaults)
  expect(text.split('\n')).toContain(heading)
})

const row = { id: 'an-id', recipient: 'dana@mail.example', created_at: '2026-11-20T12:00:00.000Z' }
const submission = {
  id: 'GCE-7K3M9QX2VD',
  giftCardName: 'Bed & Bath',
  cardValueCents: 10_000,
  rateBps: 9_200,
  payoutCents: 9_200,
  payoutMethod: 'Zelle',
}
const until = '2026-11-21T12:00:00.000Z'
const offer = { giftCardName: 'Bed & Bath', cardValueCents: 6240, rateBps: 9200, payoutCents: 5741 }
const name = `<b>"Dana" & 'Reyes'</b>`
const everyKind: Mail[] = [
  { kind: 'welcome', name },
  { kind: 'order-received', name, order: submission },
  { kind: 'status-changed', name, order: submission, status: 'rejected', reason: '<script>alert(1)</script>' },
  { kind: 'order-late', name, order: submission },
  { kind: 'password-reset', name, token: '"><script>', minutes: 20 },
  { kind: 'chat-reply', name },
  { kind: 'request-made', name, order: submission, wants: ['back', 'code'], words: '<script>', until },
  { kind: 'request-reminder', name, order: submission, payoutCents: null, until },
  { kind: 'request-reminder', name, order: submission, payoutCents: 5741, until },
  { kind: 'request-closed', name, order: submission, outcome: 'expired' },
  { kind: 'request-closed', name, order: submission, outcome: 'withdrawn' },
  { kind: 'offer-made', name, order: submission, offer, words: null, until },
  { kind: 'offer-closed', name, order: submission, outcome: 'declined' },
  { kind: 'offer-closed', name, order: submission, outcome: 'expired' },
  { kind: 'offer-closed', name, order: submission, outcome: 'withdrawn' },
  { kind: 'test', name },
]

test.each(everyKind)('a mail of kind $kind escapes user input in HTML', (mail) => {
  const { html, text, subject } = renderMail(
    mail,
    row,
    'Cards <a@cards.example>',
    'https://cards.example',
    siteDefaults,
  )
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;b&gt;&quot;Dana&quot; &amp; &#39;Reyes&#39;&lt;/b&gt;')
  expect(text).toContain(name)
  expect(subject).not.toContain('Dana')
})

test.each(everyKind)('a mail of kind $kind has the same link and payout in both parts', (mail) => {
  const { html, text } = renderMail(mail, row, 'Cards <a@cards.example>', 'https://cards.example/shop/', siteDefaults)
  const [link = ''] = /https:\S+/.exec(text) ?? []
  expect(link).toContain('https://cards.example/shop/')
  expect(html).toContain(`href="${link}"`)
  if (mail.kind === 'order-received') {
    expect(text).toMatch(/^Expected payout \.+ \$92\.00$/m)
    expect(html).toMatch(/Expected payout[\s\S]*\$92\.00/)
  }
})
