import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectStatus, findRow, openReview, press } from '#client/test-support/component/review-screen.ts'

const bar = () => screen.findByRole('group', { name: 'Selected submissions' })
const checkbox = (id: string) => screen.getByRole('checkbox', { name: `Select ${id}` })

test('rejects the selected orders with one reason, names each that failed and can be undone', async () => {
  const { site, user, ids } = await openReview(4)
  await using _ = site
  const [first = '', changed = '', last = '', unchosen = ''] = ids
  const colleague = await site.app.colleague('reviewer')
  ;(await findRow(first)).focus()
  await user.keyboard('x')
  await user.keyboard('jj')
  await user.keyboard('{Shift>}X{/Shift}')
  expect(await bar()).toHaveTextContent('3 selected')
  await colleague.api.admin.submissions.setStatus({ submissionId: changed, status: 'failed', reason: 'No answer.' })
  await expectStatus(changed, 'Failed')
  await press(user, 'Reject...')

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
  await expectStatus(changed, 'Failed')
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
  await press(user, 'Set processing')
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
  await press(user, 'Set processing')
  await screen.findByText('Failed to update status. Please try again.')
  expect(checkbox(newest)).toBeChecked()
  await press(user, 'Clear')
  await waitFor(() => expect(checkbox(newest)).not.toBeChecked())
  await expectStatus(newest, 'Pending')
})
