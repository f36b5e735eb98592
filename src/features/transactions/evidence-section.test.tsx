import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aCheckWithPicture } from '#server/testing/test-support/evidence.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'

test('the page of a rejected order shows the picture of what was seen, or until when it follows', async () => {
  await using site = await openSite()
  const [customer, staff] = [await site.app.customer(), await site.app.staff()]
  const id = await aSubmission(site.app, customer)
  const decision = { submissionId: id, status: 'rejected', reasonCode: 'zero-balance' } as const
  await staff.api.admin.submissions.setStatus(decision)
  await site.visit(`/transactions/${id}`, { as: customer })
  const section = within(await screen.findByRole('region', { name: 'What we saw' }))
  expect(section.getByText(/^We owe you the evidence for this\. It follows by/)).toBeVisible()
  expect(section.queryByRole('img')).toBeNull()
  const { evidenceId } = await aCheckWithPicture(site.app, staff, id)
  const picture = await section.findByRole('img', { name: /What we saw/ })
  expect(picture).toHaveAttribute('src', `/api/files/${evidenceId}`)
  expect(section.getByText(/^We checked the card on the website of the brand/)).toHaveTextContent('Zero balance.')
  expect(section.queryByText(/We owe you/)).toBeNull()
})
