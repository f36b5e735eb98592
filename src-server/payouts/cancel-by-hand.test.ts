import { expect, test } from 'vitest'
import { checkedAgainReason } from '#shared/payout.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('an order whose payout finance cancels is in the queue again, with the reason as a note and the truth for the customer', async () => {
  await using app = await createTestApp()
  const [dana, rob, fay] = [await app.customer(), await app.colleague('reviewer'), await app.colleague('finance')]
  const { submissionId, payoutId: id } = await anApproval(app, dana, rob)
  const note = 'The card was reported as stolen.'
  expect(await fay.api.payouts.cancel({ id, version: 1, note })).toMatchObject({
    state: 'canceled',
    failureMessage: note,
  })
  const order = await dana.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({ status: 'pending', statusReason: checkedAgainReason, stage: 'waiting' })
  expect(order).not.toHaveProperty('payout')
  expect(JSON.stringify(order)).not.toContain('stolen')
  const mail = (await app.mails()).at(-1)
  expect([mail?.to, mail?.text]).toEqual([dana.email, expect.stringContaining(checkedAgainReason)])
  const { data } = await rob.api.admin.submissions.list({ status: 'open', sort: 'oldest' })
  expect(data.map((each) => each.id)).toEqual([submissionId])
  const review = await rob.api.admin.review.get({ submissionId })
  expect(review.notes).toMatchObject([{ text: note, author: expect.stringMatching(/^finance/) }])
  await rob.api.admin.review.approve({ submissionId })
  expect((await livePayoutOf(app, submissionId)).idempotency_key).toBe(`${submissionId}-2`)
})
