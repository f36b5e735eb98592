import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import {
  decideByKeys,
  decision,
  expectOpen,
  expectStatus,
  findRow,
  openNewest,
  openReview,
  openSubmission,
  pressUndo,
  statusTile,
} from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { setControls } from '#server/testing/test-support/controls.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import type { TestApp } from '#server/testing/test-support/test-app.ts'
import { approvedReason, payoutMessages } from '#shared/payout.ts'

const needSecondPerson = (site: { app: TestApp }) => setControls(site.app, { secondPersonFrom: 9_200 })

test('A approves the payout, which says what it pays to whom, and Save and next continues', async () => {
  const { site, user, newest, older } = await openNewest(2)
  await using _ = site
  expect(decision().getAllByRole('radio')[0]).toBe(statusTile('Approve payout'))
  expect(decision().getByText(/^Approval pays/)).toHaveTextContent('Approval pays $92.00 to Cash App $da…r.')
  await user.keyboard('a')
  expect(decision().getByText(/^Pays/)).toHaveTextContent('Pays $92.00 to Cash App $da…r.')
  expect(statusTile('Approve payout')).toBeChecked()
  expect(statusTile('Processing')).not.toBeChecked()
  expect(screen.getByRole('region', { name: 'The customer will read' })).toHaveTextContent(approvedReason)
  await decideByKeys({ site, user }, 'n')
  await expectOpen(older)
  await expectStatus(newest, 'Approved')
  expect(await findRow(newest)).toHaveTextContent('Processing')
  const { data } = await (await site.app.staff()).api.payouts.list()
  expect(data).toMatchObject([{ submissionId: newest, state: 'held', amount: 92 }])
})

test('names a bank account by its last digits', async ({ site }) => {
  const bank = { paymentMethod: 'bank', paymentDetails: '', accountNumber: '000123456789', routingNumber: '021000021' }
  const id = await aSubmission(site.app, await site.app.customer(), bank)
  const user = await site.visit('/admin?view=review', { as: await site.app.staff() })
  await openSubmission(user, id)
  expect(decision().getByText(/^Approval pays/)).toHaveTextContent('Approval pays $92.00 to Bank ••6789.')
})

test('an approval can be undone for 8 seconds, and its choice is there again', async () => {
  const { site, user, newest } = await openNewest(1)
  await using _ = site
  await decideByKeys({ site, user }, 'as')
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
  await needSecondPerson(site)
  await openSubmission(user, newest)
  await decision().findByText(/From \$92\.00 a second person releases it\.$/)
})

test('shows the words of the server about a payout that does not allow the decision', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await needSecondPerson(site)
  await openSubmission(user, newest)
  await decideByKeys({ site, user }, '3s')
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
  expect(line).toHaveTextContent(/^Payout PO-\w{10} is Ready\.$/)
  expect(decision().queryByRole('radio', { name: 'Approve payout' })).toBeNull()
  await user.keyboard('5')
  expect(line).toHaveTextContent(/ is Ready\. This change cancels it\.$/)
  await decideByKeys({ site, user }, '3s')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the payout' }))
  expect(dialog.getByText(/^You say that you paid/)).toHaveTextContent(
    /^You say that you paid \$92\.00 to Cash App \$da…r\. Payout PO-\w{10} is then sent by hand\. This can't be undone\.$/,
  )
  await user.click(dialog.getByRole('button', { name: 'Mark as Completed' }))
  await expectStatus(newest, 'Completed')
  const { data } = await (await site.app.staff()).api.payouts.list()
  expect(data).toMatchObject([{ state: 'paid', provider: 'hand' }])
})

test('an approved order names what holds its payout', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const owner = await site.app.staff()
  await needSecondPerson(site)
  await owner.api.admin.review.approve({ submissionId: newest })
  await openSubmission(user, newest)
  const line = await decision().findByText(/^Payout/)
  expect(line).toHaveTextContent(/ is Held: it needs a second person\.$/)
  await decideByKeys({ site, user }, '3s')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the payout' }))
  expect(dialog.getByText(/^You say that you paid/)).not.toHaveTextContent('is then sent by hand')
})

/** The Update Status dialog of the only order that the search finds. */
async function openDialog(site: Awaited<ReturnType<typeof openReview>>['site'], id: string) {
  const user = await site.visit(`/admin?search=${id}`, { as: await site.app.staff() })
  await user.click(await screen.findByRole('button', { name: /^Update Status.*of GCE/ }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Update Status' })) }
}

test('the Update Status dialog offers the approval first, and says what it pays', async () => {
  const { site, newest } = await openReview(1)
  await using _ = site
  const { user, dialog } = await openDialog(site, newest)
  const options = within(dialog.getByLabelText('New Status')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Approve payout',
    'Pending',
    'Processing',
    'Completed',
    'Rejected',
    'Failed',
  ])
  expect(dialog.getByLabelText('New Status')).toHaveValue('pending')
  expect(dialog.getByText(/^Approval pays/)).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Approve payout')
  expect(dialog.getByText(/^Pays/)).toHaveTextContent('Pays $92.00 to Cash App $da…r.')
  const save = dialog.getByRole('button', { name: 'Update Status' })
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(save)
  await dialog.findByText('Status updated successfully! You can now close this dialog.')
  const { data } = await (await site.app.staff()).api.payouts.list()
  expect(data).toMatchObject([{ submissionId: newest, state: 'held', amount: 92 }])
})

test('the Update Status dialog of an approved order says that a change cancels its payout', async () => {
  const { site, newest } = await openReview(1)
  await using _ = site
  await (await site.app.staff()).api.admin.review.approve({ submissionId: newest })
  const { user, dialog } = await openDialog(site, newest)
  expect(await dialog.findByText(/^Payout/)).toHaveTextContent(/^Payout PO-\w{10} is Ready\.$/)
  expect(dialog.queryByRole('option', { name: 'Approve payout' })).toBeNull()
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Rejected')
  expect(dialog.getByText(/^Payout/)).toHaveTextContent(/ is Ready\. This change cancels it\.$/)
})

test('Completed on an unpaid order says what it says, and records the reference', async () => {
  const { site, user, newest } = await openNewest(1)
  await using _ = site
  await user.keyboard('3')
  expect(decision().getByText(/^You say that you paid/)).toHaveTextContent('$92.00 to Cash App $da…r.')
  await decideByKeys({ site, user }, 'n')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the payout' }))
  expect(dialog.getByLabelText('Reference of the payment (optional)')).toHaveFocus()
  await user.keyboard('CA-77{Enter}')
  await expectStatus(newest, 'Completed')
  const { data } = await (await site.app.staff()).api.payouts.list()
  expect(data).toMatchObject([{ state: 'paid', provider: 'hand', reference: 'CA-77' }])
})

test('a reviewer reads that finance sets Completed once there is a finance account', async () => {
  const { site, newest } = await openReview(1)
  await using _ = site
  await site.app.colleague('finance')
  const user = await site.visit('/admin?view=review&status=all', { as: await site.app.colleague('reviewer') })
  await openSubmission(user, newest)
  await user.keyboard('3')
  await decision().findByText(payoutMessages.onlyPay)
  expect(decision().queryByText(/^You say that you paid/)).toBeNull()
  await decideByKeys({ site, user }, 'n')
  expect(site.network.count('setStatus')).toBe(0)
  await decideByKeys({ site, user }, 'an')
  await expectStatus(newest, 'Approved')
})

test('the dialog approves against warnings only after a second press', async ({ site, customer }) => {
  await aSubmission(site.app, customer)
  const again = await aSubmission(site.app, customer)
  const { user, dialog } = await openDialog(site, again)
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Approve payout')
  const second = await dialog.findByRole('button', { name: 'Approve despite 1 warning' })
  expect(dialog.getByRole('button', { name: 'Update Status' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(second)
  await user.click(dialog.getByRole('button', { name: 'Update Status' }))
  await dialog.findByText('Status updated successfully! You can now close this dialog.')
})
