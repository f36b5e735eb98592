import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  decision,
  expectOpen,
  expectStatus,
  findRow,
  openReview,
  openSubmission,
  press,
  pressUndo,
  statusTile,
} from '#client/test-support/component/review-screen.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'
import { approvedReason } from '#shared/payout.ts'
import { policyDefaults } from '#shared/policy.ts'

const needSecondPerson = (owner: Person) =>
  owner.api.admin.policies.change({
    name: 'payouts',
    base: 0,
    values: { ...policyDefaults.payouts, secondPersonFromCents: 9_200 },
  })

test('A approves the payout, which says what it pays to whom, and Save and next continues', async () => {
  const { site, user, newest, older } = await openReview(2)
  await using _ = site
  await openSubmission(user, newest)
  expect(decision().getAllByRole('radio')[0]).toBe(statusTile('Approve payout'))
  expect(decision().getByText('Pays $92.00 to Cash App $da…r.')).toBeVisible()
  await user.keyboard('a')
  expect(statusTile('Approve payout')).toBeChecked()
  expect(statusTile('Processing')).not.toBeChecked()
  expect(screen.getByRole('region', { name: 'The customer will read' })).toHaveTextContent(approvedReason)
  await user.keyboard('n')
  await expectOpen(older)
  await expectStatus(newest, 'Approved')
  expect(await findRow(newest)).toHaveTextContent('Processing')
  const { data } = await (await site.app.staff()).api.payouts.list()
  expect(data).toMatchObject([{ submissionId: newest, state: 'held', amount: 92 }])
})

test('an approval can be undone for 8 seconds, and its choice is there again', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await openSubmission(user, newest)
  await user.keyboard('as')
  await screen.findByText('Apple $100.00: Approved.')
  await expectStatus(newest, 'Approved')
  await pressUndo(user)
  await expectStatus(newest, 'Pending')
  await waitFor(() => expect(statusTile('Approve payout')).toBeChecked())
  expect((await findRow(newest)).textContent).not.toContain('Approved')
  const { data } = await (await site.app.staff()).api.payouts.list()
  expect(data).toMatchObject([{ state: 'canceled' }])
})

test('says that a second person releases a payout of that amount', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await needSecondPerson(await site.app.staff())
  await openSubmission(user, newest)
  await decision().findByText(/From \$92\.00 a second person releases it\.$/)
})

test('shows the words of the server about a payout that does not allow the decision', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await needSecondPerson(await site.app.staff())
  await openSubmission(user, newest)
  await user.keyboard('3s')
  await user.click(await screen.findByRole('button', { name: 'Mark as Completed' }))
  const words = 'Payouts from $92.00 need a second person. Approve it, and someone else releases it.'
  expect(await decision().findByRole('alert')).toHaveTextContent(words)
  expect(statusTile('Completed')).toBeChecked()
})

test('an approved order names its payout instead, which Completed marks as sent by hand', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await (await site.app.staff()).api.admin.review.approve({ submissionId: newest })
  await openSubmission(user, newest)
  const line = await decision().findByText(/^Payout/)
  expect(line).toHaveTextContent(/^Payout PO-\w{10}: Ready$/)
  expect(decision().queryByRole('radio', { name: 'Approve payout' })).toBeNull()
  await user.keyboard('3s')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the payout' }))
  expect(dialog.getByText(/^This marks payout/)).toHaveTextContent(/^This marks payout PO-\w{10} as sent by hand\.$/)
  await user.click(dialog.getByRole('button', { name: 'Mark as Completed' }))
  await expectStatus(newest, 'Completed')
  const { data } = await (await site.app.staff()).api.payouts.list()
  expect(data).toMatchObject([{ state: 'paid', provider: 'hand' }])
})

test('an approved order names what holds its payout', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const owner = await site.app.staff()
  await needSecondPerson(owner)
  await owner.api.admin.review.approve({ submissionId: newest })
  await openSubmission(user, newest)
  const line = await decision().findByText(/^Payout/)
  expect(line).toHaveTextContent(/: Held, it needs a second person$/)
  await user.keyboard('3s')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the payout' }))
  expect(dialog.queryByText(/^This marks payout/)).toBeNull()
})

test('the Update Status dialog offers the five statuses only', async () => {
  const { site, newest } = await openReview(1)
  await using _ = site
  const user = await site.visit(`/admin?search=${newest}`, { as: await site.app.staff() })
  await user.click(await screen.findByRole('button', { name: /^Update Status.*of GCE/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Status' }))
  const options = within(dialog.getByLabelText('New Status')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Pending',
    'Processing',
    'Completed',
    'Rejected',
    'Failed',
  ])
  await press(user, 'Cancel')
})
