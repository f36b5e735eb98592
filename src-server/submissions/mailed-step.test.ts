import { expect, test } from 'vitest'
import { nextStep, paidBeforeStep } from '#shared/next-step.ts'
import type { ReasonCode } from '#shared/reason-code.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

const words = (text: string) => text.replace(/\s+/g, ' ')

async function rejected(reason: { reasonCode?: 'zero-balance' | 'blurry' | 'sent-before'; reason?: string }) {
  const app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', ...reason })
  const mail = (await app.mails()).at(-1)
  return { app, submissionId, customer, staff, mail: { ...mail, text: words(mail?.text ?? '') } }
}

test.each(['zero-balance', 'sent-before'] as const)('the mail of %s names the step of its page', async (reasonCode) => {
  const { app, mail } = await rejected({ reasonCode })
  await using _ = app
  const { text } = nextStep('rejected', reasonCode, true)
  expect(mail.text).toContain(`Next step: ${text}`)
  expect(words(mail.html ?? '').replaceAll('&#39;', "'")).toContain(`Next step: ${text}`)
})

test('the step goes by the code and not by own words', async () => {
  const { app, mail } = await rejected({ reasonCode: 'zero-balance', reason: 'The picture is blurry.' })
  await using _ = app
  expect(mail.text).toContain(`Next step: ${nextStep('rejected', 'zero-balance', true).text}`)
})

test('photos are added on the page of the order, which the mail links', async () => {
  const { app, mail, submissionId } = await rejected({ reasonCode: 'blurry' })
  await using _ = app
  expect(mail.text).toContain(
    'Next step: Add new, sharp photos of the physical card with all four corners on the page of your order. Your order',
  )
  expect(mail.text).toContain(`/transactions/${submissionId}`)
})

test('a rejection without a reason says how to get one, and other decisions and withdrawals name no step', async () => {
  const { app, mail, customer, staff } = await rejected({})
  await using _ = app
  const none: ReasonCode = 'none'
  expect(mail.text).toContain(`Next step: ${nextStep('rejected', none, true).text}`)
  const submissionId = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect((await app.mails()).at(-1)?.text).not.toContain('Next step')
  const withdrawn = await aSubmission(app, customer)
  await customer.api.transactions.withdraw({ id: withdrawn })
  expect((await app.mails()).at(-1)).toMatchObject({ subject: expect.stringContaining('You withdrew') })
  expect((await app.mails()).at(-1)?.text).not.toContain('Next step')
})

test('an order that was paid before is closed', async () => {
  const app = await createTestApp()
  await using _ = app
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'rejected',
    reasonCode: 'zero-balance',
    payout: 'sent',
  })
  const mail = (await app.mails()).at(-1)
  expect(words(mail?.text ?? '')).toContain(`Next step: ${paidBeforeStep.text}`)
})
