import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { findHeading } from '#client/test-support/component/exchange.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { changeReviews } from '#server/testing/test-support/reviews-policy.ts'
import { measureTimes } from '#server/tracking/measure-times.ts'

const bank = { paymentMethod: 'bank', paymentDetails: '', accountNumber: '123456789', routingNumber: '021000021' }

test.each([
  ['a bank transfer', bank, /^If everything checks out, expect your money by [A-Z][a-z]+day, /],
  ['a digital method', {}, /^If everything checks out, expect your money by about \d{1,2}:\d{2}\s[AP]M/],
])('a reopened order paid by %s expects the money when that method pays', async (_method, payment, expected) => {
  await using site = await openSite()
  const dana = await site.app.customer()
  const id = await aSubmission(site.app, dana, payment)
  await site.visit(`/exchange?step=done&order=${id}`, { as: dana })
  await findHeading('Order Submitted Successfully!')
  expect(await screen.findByText(/^If everything checks out/)).toHaveTextContent(expected)
})

test('a reopened order that was decided promises neither a check nor money', async () => {
  await using site = await openSite()
  const dana = await site.app.customer()
  const submissionId = await aSubmission(site.app, dana)
  await (await site.app.staff()).api.admin.submissions.setStatus({ submissionId, status: 'rejected' })
  await site.visit(`/exchange?step=done&order=${submissionId}`, { as: dana })
  const next = await screen.findByRole('region', { name: 'What happens next' })
  expect(next).toHaveTextContent('Track it to see the result')
  expect(next).not.toHaveTextContent(/send the money|expect your money|check the card/)
})

test('says how long decisions on cards of its brand take, once enough were measured', async () => {
  await using site = await openSite()
  const { app } = site
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { leastSamples: 1 })
  const submissionId = await aSubmission(app, dana)
  app.clock.advance(9 * 60_000)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await measureTimes(app.ctx)
  await site.visit(`/exchange?step=done&order=${await aSubmission(app, dana)}`, { as: dana })
  const next = await screen.findByRole('region', { name: 'What happens next' })
  await waitFor(() => expect(next).toHaveTextContent('Apple cards are usually decided within 9 minutes'))
  expect(next).not.toHaveTextContent('5 to 15 minutes')
  expect(document.body).toHaveTextContent('Expected payout: Upon successful card verification')
})
