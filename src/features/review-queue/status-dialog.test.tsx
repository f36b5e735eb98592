import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { openElsewhere, press, pressUndo, someSubmissions } from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'

const reason = 'Custom Reason (Optional)'
const saved = 'Status updated successfully! You can now close this dialog.'
/** The button names the submission in text that is not visible. */
const opener = /^Update Status.*of GCE/
/** The only submission of the list; the other article is the record of the registration. */
const card = () => screen.getByRole('article', { name: /^Apple/ })
const dialog = () => within(screen.getByRole('dialog', { name: 'Update Status' }))
const save = () => dialog().getByRole('button', { name: 'Update Status' })

/** The decision dialog of a new submission. Dispose of `site`. */
async function openDialog() {
  const site = await openSite()
  const { ids } = await someSubmissions(site, 1)
  const [id = ''] = ids
  const user = await site.visit(`/admin?search=${id}`, { as: await site.app.staff() })
  await user.click(await screen.findByRole('button', { name: opener }))
  await screen.findByRole('dialog', { name: 'Update Status' })
  return { site, user, id }
}

const choose = (user: UserEvent, status: string) => user.selectOptions(dialog().getByLabelText('New Status'), status)

async function confirmPayout(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Mark as Completed' }))
}

test('each status offers its own reasons, truncated in the list and whole in the preview', async () => {
  const { site, user } = await openDialog()
  await using _ = site
  const reasons = dialog().getByLabelText<HTMLSelectElement>('Quick Reason Selection')
  const counts = { Pending: 3, Processing: 3, Rejected: 26, Failed: 7, Completed: 3 }
  for (const [status, count] of Object.entries(counts)) {
    await choose(user, status)
    const texts = [...reasons.options].slice(1).map(({ text }) => text)
    expect(texts).toHaveLength(count)
    expect(texts.filter((text) => text.length > 51 || (text.length === 51 && !text.endsWith('…')))).toEqual([])
  }
  expect(dialog().getByText(/^You say that you paid/)).toHaveTextContent(
    "$92.00 to Cash App $da…r. This can't be undone.",
  )
  await user.selectOptions(reasons, reasons.options[1]?.value ?? '')
  expect(dialog().getByText(/^The customer will read/)).toHaveTextContent(
    'Your payment has been processed and sent. Thank you for selling with us.',
  )
  expect(dialog().getByLabelText(reason)).toHaveAttribute('rows', '3')
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: opener })).toHaveFocus()
  expect(site.network.count('setStatus')).toBe(0)
})

test('previews a reason only for a change that is not saved yet', async () => {
  const { site, user } = await openDialog()
  await using _ = site
  const preview = () => dialog().queryByText(/^The customer (will read|sees)/)
  expect(preview()).toBeNull()
  await choose(user, 'Rejected')
  const reasons = dialog().getByLabelText<HTMLSelectElement>('Quick Reason Selection')
  await user.selectOptions(reasons, reasons.options[1]?.value ?? '')
  expect(preview()).toBeVisible()
  await user.click(save())
  await dialog().findByText(saved)
  await waitFor(() => expect(preview()).toBeNull())
})

test('cannot be closed while a decision is being saved and then confirms it', async () => {
  const { site, user } = await openDialog()
  await using _ = site
  await choose(user, 'Rejected')
  await fill(user, { [reason]: '  The photo shows another card.  ' })
  const release = site.network.hold('setStatus')
  await user.click(save())
  await dialog().findByRole('button', { name: 'Updating...' })
  await user.keyboard('{Escape}')
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(dialog().queryByRole('button', { name: 'Close' })).toBeNull()
  release()
  await dialog().findByText(saved)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(within(card()).getByRole('button', { expanded: false }))
  await waitFor(() => expect(card()).toHaveTextContent('Reason: The photo shows another card.'))
  expect(within(card()).getByText('Rejected')).toBeVisible()
  await user.click(within(card()).getByText(/^History/))
  expect(await within(card()).findByText(/^Pending to/)).toHaveTextContent(/Pending to Rejected by owner/)
})

test('a decision that failed to save shows an error and keeps the text', async () => {
  const { site, user } = await openDialog()
  await using _ = site
  await choose(user, 'Failed')
  await fill(user, { [reason]: 'The payout came back.' })
  const restore = site.network.cut('setStatus')
  await user.click(save())
  expect(await dialog().findByRole('alert')).toHaveTextContent('Failed to update status. Please try again.')
  expect(dialog().getByLabelText(reason)).toHaveValue('The payout came back.')
  expect(dialog().getByLabelText('New Status')).toHaveValue('failed')
  restore()
  await user.click(save())
  await dialog().findByText(saved)
})

test('the second of two decisions shows the first one and keeps its own text', async () => {
  const { site, user, id } = await openDialog()
  await using _ = site
  const colleague = await site.app.colleague('reviewer')
  await choose(user, 'Completed')
  await fill(user, { [reason]: 'Paid just now.' })
  await colleague.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected', reason: 'Used before.' })
  await user.click(save())
  await confirmPayout(user)
  await dialog().findByText(/^Your changes are still here/)
  expect(dialog().getByRole('alert')).toHaveTextContent(/Someone else has changed .*Status now: Rejected Used before\./)
  expect(dialog().getByLabelText(reason)).toHaveValue('Paid just now.')
  await user.click(save())
  await confirmPayout(user)
  await dialog().findByText(saved)
})

test('a payout is saved only after confirmation and cannot be undone', async () => {
  const { site, user } = await openDialog()
  await using _ = site
  await choose(user, 'Completed')
  await user.click(save())
  const confirm = await screen.findByRole('dialog', { name: 'Confirm the payout' })
  expect(confirm).toHaveTextContent('You say that you paid $92.00 to Cash App $da…r.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm the payout' })).toBeNull())
  expect(dialog().queryByText(saved)).toBeNull()
  expect(site.network.count('setStatus')).toBe(0)
  await user.click(save())
  await confirmPayout(user)
  await dialog().findByText(saved)
  expect(dialog().queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a decision can be undone in its dialog and after it is closed', async () => {
  const { site, user } = await openDialog()
  await using _ = site
  await choose(user, 'Rejected')
  await fill(user, { [reason]: 'The code is covered.' })
  await user.click(save())
  await pressUndo(user)
  await dialog().findByText('Undone. No email was sent.')
  await waitFor(() => expect(dialog().queryByText(saved)).toBeNull())
  await waitFor(() => expect(dialog().getByLabelText(reason)).toHaveValue('The code is covered.'))
  await user.click(save())
  await dialog().findByText(saved)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(within(card()).getByText('Rejected')).toBeVisible())
  await pressUndo(user)
  await within(card()).findByText('Pending')
  expect(card()).toHaveFocus()
})

test('is locked while a colleague decides, until it is taken over', async () => {
  const { site, user, id } = await openDialog()
  await using _ = site
  const colleague = await site.app.colleague('reviewer')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await using _elsewhere = await openElsewhere(colleague, id)
  await waitFor(() => expect(card()).toHaveTextContent(/reviewer \d+ is viewing/))
  await press(user, opener)
  await dialog().findAllByText(/^reviewer \d+ is deciding on this order\.$/)
  expect(save()).toHaveAttribute('aria-disabled', 'true')
  await user.click(dialog().getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(save()).not.toHaveAttribute('aria-disabled'))
  await colleague.api.admin.review.takeOver({ submissionId: id })
  await dialog().findAllByText(/^reviewer \d+ is deciding on this order\.$/)
  expect(save()).toHaveAttribute('aria-disabled', 'true')
})

test('J and K move through the cards, and U opens the decision', async ({ site }) => {
  const { ids } = await someSubmissions(site, 2)
  const user = await site.visit('/admin', { as: await site.app.staff() })
  const cards = await waitFor(() => {
    const found = screen.getAllByRole('article', { name: /^Apple/ })
    expect(found).toHaveLength(2)
    return found
  })
  // Nothing has the focus yet: the keys start with the first card.
  await user.keyboard('j')
  expect(cards[0]).toHaveFocus()
  await user.keyboard('j')
  expect(cards[1]).toHaveFocus()
  await user.keyboard('kju')
  expect(await screen.findByRole('dialog', { name: 'Update Status' })).toHaveTextContent(ids[0] ?? '')
})

test('a paid order is changed only once the dialog knows what became of the money', async () => {
  const { site, user, id } = await openDialog()
  await using _ = site
  const owner = await site.app.staff()
  await owner.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  await waitFor(() => expect(dialog().getByText(/is Paid/)).toBeVisible())
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: opener }))
  await choose(user, 'Failed')
  const money = within(await dialog().findByRole('group', { name: 'What became of the money' }))
  expect(dialog().getByText('Say what became of the money')).toBeVisible()
  await user.click(money.getByRole('button', { name: 'It came back' }))
  expect(dialog().getByText(/the return is booked, and the money is owed again\. This can't be undone\./)).toBeVisible()
  await user.click(save())
  await dialog().findByText(saved)
  expect((await owner.api.payouts.list({ search: id })).data).toMatchObject([{ state: 'returned' }])
})

test('a reviewer without the permission to pay can only say that the money stays paid', async () => {
  const site = await openSite()
  await using _ = site
  const { ids } = await someSubmissions(site, 1)
  const [id = ''] = ids
  const owner = await site.app.staff()
  await owner.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  const user = await site.visit(`/admin?search=${id}`, { as: await site.app.colleague('reviewer') })
  await user.click(await screen.findByRole('button', { name: opener }))
  await choose(user, 'Rejected')
  const money = within(await dialog().findByRole('group', { name: 'What became of the money' }))
  expect(money.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['It stays paid'])
  expect(dialog().getByText(/^Only an owner can book that here/)).toBeVisible()
})
