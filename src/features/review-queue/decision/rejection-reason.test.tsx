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
import { nextStep } from '#shared/next-step.ts'
import { policyDefaults } from '#shared/policy.ts'
import { policyMessages } from '#shared/policy-messages.ts'
import { systemReasons } from '#shared/system-reasons.ts'

const requireReasons = (owner: Person) =>
  owner.api.admin.policies.change({
    name: 'reviews',
    base: 0,
    values: { ...policyDefaults.reviews, rejectionReason: 'required' },
  })

test('the review view asks for the reason of a rejection, whatever the rules say', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
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

test('the Update Status dialog rejects without a reason while the rules allow it, and says what the customer reads', async () => {
  const { site, newest, customer } = await openReview(1)
  await using _ = site
  const user = await site.visit(`/admin?search=${newest}`, { as: await site.app.staff() })
  await user.click(await screen.findByRole('button', { name: /^Update Status.*of GCE/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Status' }))
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Rejected')
  await user.click(dialog.getByRole('button', { name: 'Update Status' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Choose a reason. The seller has a right to one.')
  expect(await customer.api.transactions.list()).toMatchObject([{ status: 'pending' }])
  await user.click(dialog.getByRole('button', { name: 'Save without' }))
  await dialog.findByText('Status updated successfully! You can now close this dialog.')
  expect(await customer.api.transactions.list()).toMatchObject([
    { status: 'rejected', statusReason: systemReasons.none },
  ])
  expect(nextStep('rejected', 'none', false).text).toBe("Contact us with this order number and we'll tell you why.")
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

test('a rule that changed while the dialog was open is explained, and the form then asks for the reason', async () => {
  const { site, newest } = await openReview(1)
  await using _ = site
  const user = await site.visit(`/admin?search=${newest}`, { as: await site.app.staff() })
  await user.click(await screen.findByRole('button', { name: /^Update Status.*of GCE/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Status' }))
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Rejected')
  await waitFor(() => expect(site.network.count('review.rules')).toBeGreaterThan(0))
  await requireReasons(await site.app.staff())
  await user.click(dialog.getByRole('button', { name: 'Update Status' }))
  await user.click(await dialog.findByRole('button', { name: 'Save without' }))
  await waitFor(() =>
    expect(dialog.getAllByRole('alert').map((each) => each.textContent)).toContainEqual(
      expect.stringContaining(policyMessages.reasonRequired),
    ),
  )
  expect(await dialog.findByLabelText('Custom Reason')).toBeVisible()
})
