import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import {
  decideByKeys,
  decision,
  expectStatus,
  openNewest,
  openReview,
  openSubmission,
  press,
  SETTLE_MS,
  statusTile,
} from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { setInventoryPolicy } from '#server/testing/test-support/inventory.ts'
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
  const { site, user, newest } = await openNewest(1)
  await using _ = site
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

const question = 'Where is the balance now?'
const place = () => decision().getByLabelText<HTMLSelectElement>(question)

test('an approval asks where the balance is, and the next one of the brand has the answer', async () => {
  const { site, user, newest, older } = await openReview(2)
  await using _ = site
  const staff = await site.app.staff()
  await openSubmission(user, newest)
  expect(decision().queryByLabelText(question)).toBeNull()
  await user.keyboard('a')
  expect(place().value).toBe('')
  await user.selectOptions(place(), 'An account of ours')
  expect(decision().getByText('Enter the name of the account or of the buyer.')).toBeTruthy()
  await fill(user, { 'Name of the account': 'Apple main' })
  await user.click(decision().getByRole('button', { name: /^Save and next/ }))
  await expectStatus(newest, 'Approved')
  const balanceOf = async (submissionId: string) => (await staff.api.admin.review.get({ submissionId })).balance
  expect((await balanceOf(newest)).chosen).toMatchObject({ place: 'account', name: 'Apple main' })

  await waitFor(() => expect(statusTile('Approve payout')).not.toBeChecked())
  await waitFor(async () => {
    await user.keyboard('a')
    expect(place().value).toBe('account')
  })
  await decideByKeys({ site, user }, 'n')
  await expectStatus(older, 'Approved')
  expect((await balanceOf(older)).chosen).toMatchObject({ place: 'account', name: 'Apple main' })
})

test('a card that is kept is still on the card by default', async ({ site, staff }) => {
  await setInventoryPolicy(staff, { custody: 'hold' })
  const id = await aSubmission(site.app, await site.app.customer())
  const user = await site.visit('/admin?view=review', { as: staff })
  await openSubmission(user, id)
  await user.keyboard('a')
  await waitFor(() => expect(place().value).toBe('safe'))
  expect(decision().getByText('Number and code are kept until the card is used.')).toBeTruthy()
})

test('an approval against warnings needs Shift+A, which says why', async () => {
  const { site, user, flagged } = await openFlagged()
  await using _ = site
  await decideByKeys({ site, user }, 'an')
  expect(statusTile('Approve payout')).toBeChecked()
  expect(decision().getByText('Same card number as 1 other order.')).toBeVisible()
  expect(site.network.count('review.approve')).toBe(0)
  const second = decision().getByRole('button', { name: 'Approve despite 1 warning' })
  await user.keyboard('5{Shift>}a{/Shift}a')
  expect(decision().getByRole('button', { name: 'Approve despite 1 warning' })).toBeVisible()
  await user.keyboard('{Shift>}a{/Shift}')
  expect(second).not.toBeInTheDocument()
  await decideByKeys({ site, user }, 'n')
  await expectStatus(flagged, 'Approved')
})

test('typed words neither override a warning nor save', async () => {
  const { site, user, flagged } = await openFlagged()
  await using _ = site
  for (const word of ['amazon', 'ana', 'a Amazon ', 'ass', 'aaan']) await user.keyboard(word)
  // Shift+A has overridden the warning by the third word, and its choice is not saved.
  expect(site.network.count('review.approve')).toBe(0)
  const { submission } = await (await site.app.staff()).api.admin.review.get({ submissionId: flagged })
  expect(submission.status).toBe('pending')
})

test('typed words save nothing of an order without warnings, also slowly and after a press of a tile', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  for (const key of 'amazonana') {
    await user.keyboard(key)
    site.passTime(SETTLE_MS - 1)
  }
  await user.click(statusTile('Pending'))
  await user.keyboard('ana{Enter}')
  expect(statusTile('Approve payout')).toBeChecked()
  expect(site.network.count('review.approve')).toBe(0)
  await decideByKeys({ site, user }, 'n')
  await waitFor(() => expect(site.network.count('review.approve')).toBe(1))
})

test('the list marks orders with warnings', async ({ site, customer }) => {
  await aSubmission(site.app, customer)
  await aSubmission(site.app, customer)
  await aSubmission(site.app, customer, { cardNumber: 'OTHER CARD 0001' })
  await site.visit('/admin', { as: await site.app.staff() })
  await waitFor(() => expect(screen.getAllByText('Possible duplicate: same card number')).toHaveLength(2))
})

/** The review view of an owner, and an order that has one warning. */
async function openFlagged() {
  const site = await openSite()
  const customer = await site.app.customer()
  await aSubmission(site.app, customer)
  const flagged = await aSubmission(site.app, customer)
  const user = await site.visit('/admin?view=review&status=all', { as: await site.app.staff() })
  await openSubmission(user, flagged)
  return { site, user, flagged }
}
