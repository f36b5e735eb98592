import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'

test.each([true, false])('an order that was sent before links the earlier one only if it is own: %s', async (isOwn) => {
  await using site = await openSite()
  const [customer, other, staff] = [await site.app.customer(), await site.app.customer(), await site.app.staff()]
  const card = { cardNumber: 'X2MW 9Q4T 6KRD' }
  const earlier = await aSubmission(site.app, isOwn ? customer : other, card)
  site.passTime(1_000)
  const id = await aSubmission(site.app, customer, card)
  await staff.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected', reasonCode: 'sent-before' })
  await site.visit(`/transactions/${id}`, { as: customer })
  expect(await screen.findByText(/^We had it first on/)).toHaveTextContent(/^We had it first on \w+ \d+(, \d+)?\./)
  const link = screen.queryByRole('link', { name: `See order ${earlier}` })
  if (isOwn) expect(link).toHaveAttribute('href', `/transactions/${earlier}`)
  else expect(link).toBeNull()
})
