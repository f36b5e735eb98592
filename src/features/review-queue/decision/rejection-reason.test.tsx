import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import {
  decision,
  expectStatus,
  openReview,
  openSubmission,
  press,
} from '#client/test-support/component/review-screen.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'
import { policyDefaults, policyMessages } from '#shared/policy.ts'

const requireReasons = (owner: Person) =>
  owner.api.admin.policies.change({
    name: 'reviews',
    base: 0,
    values: { ...policyDefaults.reviews, rejectionReason: 'required' },
  })

test('the review view asks for the reason of a rejection that the rules require', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await requireReasons(await site.app.staff())
  await openSubmission(user, newest)
  await user.keyboard('4')
  await decision().findByText(policyMessages.reasonRequired)
  expect(decision().getByLabelText('Custom Reason')).toBeVisible()
  await press(user, 'Save')
  expect(site.network.count('setStatus')).toBe(0)
  await fill(user, { 'Custom Reason': 'The card was used before.' })
  expect(decision().queryByText(policyMessages.reasonRequired)).toBeNull()
  await press(user, 'Save')
  await expectStatus(newest, 'Rejected')
})

test('the Update Status dialog asks for the reason of a rejection that the rules require', async () => {
  const { site, newest } = await openReview(1)
  await using _ = site
  const owner = await site.app.staff()
  await requireReasons(owner)
  const user = await site.visit(`/admin?search=${newest}`, { as: owner })
  await user.click(await screen.findByRole('button', { name: /^Update Status.*of GCE/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Status' }))
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Rejected')
  await dialog.findByText(policyMessages.reasonRequired)
  const save = dialog.getByRole('button', { name: 'Update Status' })
  expect(save).toHaveAttribute('aria-disabled', 'true')
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Failed')
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'))
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Rejected')
  await fill(user, { 'Custom Reason': 'The card was used before.' })
  await user.click(save)
  await dialog.findByText('Status updated successfully! You can now close this dialog.')
})

test('a rule that changed while the order was open is explained, and the form then asks for the reason', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await openSubmission(user, newest)
  await user.keyboard('4')
  await waitFor(() => expect(site.network.count('review.rules')).toBeGreaterThan(0))
  await requireReasons(await site.app.staff())
  await press(user, 'Save')
  expect(await decision().findByRole('alert')).toHaveTextContent(policyMessages.reasonRequired)
  expect(await decision().findByLabelText('Custom Reason')).toBeVisible()
  await expectStatus(newest, 'Pending')
})
