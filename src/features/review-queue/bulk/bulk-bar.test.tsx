import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import {
  expectStatus,
  findRow,
  openElsewhere,
  openReview,
  press,
} from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'

const bar = () => screen.findByRole('group', { name: 'Selected submissions' })
const checkbox = (id: string) => screen.getByRole('checkbox', { name: `Select ${id}` })

test('rejects the selected orders with one reason, names each that failed and can be undone', async () => {
  const { site, user, ids } = await openReview(4)
  await using _ = site
  const [first = '', changed = '', last = '', unchosen = ''] = ids
  const colleague = await site.app.colleague('reviewer')
  ;(await findRow(first)).focus()
  await user.keyboard('x')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await user.keyboard('{Shift>}X{/Shift}')
  expect(await bar()).toHaveTextContent('3 selected')
  await colleague.api.admin.submissions.setStatus({
    submissionId: changed,
    status: 'processing',
    reason: 'Almost done.',
  })
  await expectStatus(changed, 'Processing')
  await press(user, 'Reject 3...')

  const dialog = within(await screen.findByRole('dialog', { name: 'Reject' }))
  expect(screen.getByRole('dialog')).toHaveTextContent('Reject 3 submissions with the same reason')
  await user.click(dialog.getByRole('button', { name: 'Reject 3' }))
  expect(site.network.count('setStatuses')).toBe(0)
  expect(dialog.getByText('The customer sees the new status without a reason.')).toBeVisible()
  await user.click(dialog.getByRole('combobox', { name: 'Quick Reason Selection' }))
  await user.paste('blurry')
  await user.keyboard('{Enter}')
  await user.click(dialog.getByRole('button', { name: 'Reject 3' }))

  await screen.findByText('2 updated to Rejected, 1 failed')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringContaining(`${changed}: Someone else has changed`),
  )
  expect(screen.getByRole('region', { name: 'Submissions' })).toHaveFocus()
  for (const id of [first, last]) await expectStatus(id, 'Rejected')
  await expectStatus(changed, 'Processing')
  await expectStatus(unchosen, 'Pending')
  await user.keyboard('z')
  await screen.findByText('2 decisions undone.')
  for (const id of [first, last]) await expectStatus(id, 'Pending')
})

test('sets the selected orders to processing and leaves those that were deselected', async () => {
  const { site, user, newest, older } = await openReview(2)
  await using _ = site
  await user.click(checkbox(newest))
  await user.click(checkbox(older))
  await user.click(checkbox(older))
  expect(await bar()).toHaveTextContent('1 selected')
  await press(user, 'Set 1 processing')
  await screen.findByText('1 updated to Processing')
  await expectStatus(newest, 'Processing')
  await expectStatus(older, 'Pending')
  expect(screen.queryByRole('group', { name: 'Selected submissions' })).toBeNull()
})

test('keeps the selection when nothing could be saved, until it is cleared', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await user.click(checkbox(newest))
  site.network.cut('setStatuses')
  await press(user, 'Set 1 processing')
  await screen.findByText('Failed to update status. Please try again.')
  expect(checkbox(newest)).toBeChecked()
  await press(user, 'Clear')
  await waitFor(() => expect(checkbox(newest)).not.toBeChecked())
  await expectStatus(newest, 'Pending')
})

test('each bulk action changes only the orders that it can change, and says how many', async () => {
  const { site, user, ids } = await openReview(4)
  await using _ = site
  const [pending = '', processing = '', approved = '', rejected = ''] = ids
  const owner = await site.app.colleague('owner')
  await owner.api.admin.submissions.setStatus({ submissionId: processing, status: 'processing' })
  await owner.api.admin.review.approve({ submissionId: approved })
  await owner.api.admin.submissions.setStatus({ submissionId: rejected, status: 'rejected' })
  await expectStatus(rejected, 'Rejected')
  for (const id of ids) await user.click(checkbox(id))
  const group = within(await bar())
  await group.findByRole('button', { name: 'Approve 2' })
  const names = group.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names).toEqual(['Approve 2', 'Set 1 processing', 'Reject 2...', 'Clear'])
  expect(group.getByText('2 need no decision.')).toBeVisible()
  await press(user, 'Approve 2')
  await screen.findByText('2 updated to Approved')
  for (const id of [pending, processing]) await expectStatus(id, 'Approved')
  await expectStatus(rejected, 'Rejected')
  await user.keyboard('z')
  await screen.findByText('2 decisions undone.')
  await expectStatus(pending, 'Pending')
})

test('a bulk approval leaves out orders with warnings, and names an order that refuses it', async ({ site }) => {
  const customer = await site.app.customer()
  const twin = await aSubmission(site.app, customer)
  const again = await aSubmission(site.app, customer)
  const single = await aSubmission(site.app, customer, { cardNumber: 'OTHER CARD 0001' })
  const user = await site.visit('/admin?view=review', { as: await site.app.staff() })
  await findRow(single)
  for (const id of [twin, again, single]) await user.click(checkbox(id))
  const group = within(await bar())
  await group.findByRole('button', { name: 'Approve 1' })
  expect(group.getByText('2 with warnings: approve each by itself.')).toBeVisible()
  const colleague = await site.app.colleague('reviewer')
  await using _elsewhere = await openElsewhere(colleague, single)
  await press(user, 'Approve 1')
  await screen.findByText('0 updated to Approved, 1 failed')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(new RegExp(`^${single}: reviewer \\d+ is deciding on this order\\.$`)),
  )
})
