import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { findHeading } from '#client/test-support/component/exchange.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'

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
