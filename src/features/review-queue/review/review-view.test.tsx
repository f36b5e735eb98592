import { screen, waitFor, within } from '@testing-library/dom'
import { expect, vi } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import {
  decideByKeys,
  decision,
  expectOpen,
  expectStatus,
  findRow,
  openElsewhere,
  openNewest,
  openReview,
  openSubmission,
  press,
  reasonField,
  statusTile,
} from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aRejectedSubmission, aSubmission } from '#server/testing/test-support/factories.ts'

const opened = () => screen.getByRole('article')

test('Save and next opens the next waiting order that no colleague has open', async () => {
  const { site, user, ids } = await openReview(3)
  await using _ = site
  const [newest = '', taken = '', oldest = ''] = ids
  await using _elsewhere = await openElsewhere(await site.app.colleague('reviewer'), taken)
  await waitFor(async () => expect(await findRow(taken)).toHaveTextContent(/reviewer \d+ is viewing/))
  await openSubmission(user, newest)
  await decideByKeys({ site, user }, '41n')
  await expectOpen(oldest)
  expect(within(opened()).getByRole('heading', { level: 3 })).toHaveFocus()
  await expectStatus(newest, 'Rejected')
  expect(statusTile('Pending')).toBeChecked()
})

test('the shift starts with the oldest waiting order that no colleague has open', async () => {
  const { site, user, ids } = await openReview(3)
  await using _ = site
  const [, middle = '', oldest = ''] = ids
  site.passTime(5 * 60 * 60_000)
  await using _elsewhere = await openElsewhere(await site.app.colleague('reviewer'), oldest)
  await waitFor(async () => expect(await findRow(oldest)).toHaveTextContent(/is viewing/))
  await press(user, /^Review the oldest order \(/)
  await expectOpen(middle)
  expect(decision().queryByText(/is deciding/)).toBeNull()
})

test('the last order of a list leads back to the list', async () => {
  const { site, user } = await openNewest(1, '&status=pending')
  await using _ = site
  await decideByKeys({ site, user }, '41n')
  await screen.findByText('No submissions found matching your criteria.')
  expect(screen.getByRole('region', { name: 'Submissions' })).toHaveFocus()
  expect(screen.getByRole('heading', { name: 'No orders to review on this page' })).toBeVisible()
})

test('J opens the first order, and J and K the ones beside the open one, also with the focus in the list', async () => {
  const { site, user, newest, older } = await openReview(2)
  await using _ = site
  await user.keyboard('j')
  await expectOpen(newest)
  await waitFor(() => expect(within(opened()).getByRole('heading', { level: 3 })).toHaveFocus())
  await user.keyboard('j')
  await expectOpen(older)
  ;(await findRow(older)).focus()
  await user.keyboard('k')
  await expectOpen(newest)
  history.back()
  await expectOpen(older)
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Search submissions' })).toHaveFocus()
})

test('arrow keys move through the list, Enter opens the row, and the list scrolls to the open order', async () => {
  const { site, user, newest, older } = await openReview(2)
  await using _ = site
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  ;(await findRow(newest)).focus()
  await user.keyboard('{ArrowDown}')
  expect(await findRow(older)).toHaveFocus()
  await user.keyboard('{Enter}')
  await expectOpen(older)
  const row = (await findRow(older)).closest('li')
  expect(scrolled.mock.contexts[scrolled.mock.calls.findIndex(([how]) => Object(how).block === 'nearest')]).toBe(row)
  await user.keyboard('x')
  expect(screen.getByRole('checkbox', { name: `Select ${older}` })).toBeChecked()
  scrolled.mockRestore()
})

test('keys are ignored in fields and while a dialog is open', async () => {
  const { site, user, newest } = await openNewest(2)
  await using _ = site
  await user.type(reasonField(), '4 jars')
  expect(statusTile('Pending')).toBeChecked()
  decision().getByRole('button', { name: 'Save' }).focus()
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keys' })
  await user.keyboard('j4')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expectOpen(newest)
  expect(statusTile('Pending')).toBeChecked()
})

test('single keys can be switched off for this browser while every button still works', async () => {
  const { site, user, newest, older } = await openReview(2)
  await using _ = site
  await user.click(screen.getByRole('checkbox', { name: 'Enable single-key shortcuts' }))
  const again = await site.reload()
  await openSubmission(again, newest)
  await again.keyboard('4jv?')
  expect(statusTile('Pending')).toBeChecked()
  expect(screen.queryByRole('dialog')).toBeNull()
  await expectOpen(newest)
  expect(opened()).not.toHaveTextContent('8841')
  await again.click(within(opened()).getByRole('button', { name: /^Reveal.*security code$/ }))
  await waitFor(() => expect(opened()).toHaveTextContent('8841'))
  await again.click(within(opened()).getByRole('button', { name: 'Next' }))
  await expectOpen(older)
})

test('support staff write notes, which colleagues see without a reload, and cannot decide', async ({ site }) => {
  const id = await aSubmission(site.app, await site.app.customer())
  const support = await site.app.colleague('support')
  const user = await site.visit('/admin?view=review', { as: support })
  await openSubmission(user, id)
  expect(screen.queryByRole('form', { name: 'Decision' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
  expect(within(opened()).queryByRole('button', { name: /^Reveal/ })).toBeNull()
  await press(user, 'Add note')
  expect(screen.getByText('Write a note first.')).toBeVisible()
  await fill(user, { 'New note': 'She called about this card.' })
  await press(user, 'Add note')
  await waitFor(() => expect(screen.getByLabelText('New note')).toHaveValue(''))
  expect(within(opened()).getByText('She called about this card.')).toBeVisible()
  const owner = await site.app.staff()
  await owner.api.admin.review.addNote({ submissionId: id, text: 'Thank you.', clientNoteId: 'a-note-of-the-owner' })
  await within(opened()).findByText('Thank you.')
})

test('without an open order the keys are shown', async () => {
  const { site } = await openReview(1)
  await using _ = site
  const keys = within(screen.getByRole('region', { name: 'Decide' }))
  expect(keys.getByText('Save and next').closest('div')).toHaveTextContent('N')
})

test('a card that was sent before is marked in the list, above the photos and in the warnings', async ({ site }) => {
  const customer = await site.app.customer()
  const before = await aSubmission(site.app, customer)
  const again = await aSubmission(site.app, customer, { cardValue: 50 })
  const single = await aSubmission(site.app, customer, { cardNumber: 'OTHER CARD 0001' })
  const user = await site.visit('/admin?view=review', { as: await site.app.staff() })
  const duplicate = /Possible duplicate: same card number/
  await waitFor(async () => expect(await findRow(again)).toHaveAccessibleName(duplicate))
  expect(await findRow(single)).not.toHaveAccessibleName(duplicate)
  await openSubmission(user, again)
  const banner = within(opened()).getByRole('region', { name: 'Warnings' })
  expect(banner).toHaveTextContent('Same card number as 1 other order.')
  const photos = within(opened()).getByRole('region', { name: 'Photos' })
  expect(banner.compareDocumentPosition(photos)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const flags = within(screen.getByRole('region', { name: 'Possible duplicates' }))
  const flag = flags.getByText(/Same card number/).closest('li')
  expect(flag).toHaveTextContent('the same customer')
  await user.click(within(flag as HTMLElement).getByRole('link', { name: before }))
  await expectOpen(before)
  expect(within(opened()).getByRole('heading', { name: 'Apple, $100.00' })).toHaveFocus()
  expect(within(opened()).getByRole('table', { name: /^Other orders/ })).toHaveTextContent(again)
})

test('a card that its customer sends again is a fact that names the order before, and no warning', async ({ site }) => {
  const [customer, staff] = [await site.app.customer(), await site.app.staff()]
  const blurry = 'The photo is too blurry or dark to read. Take a new one in good light.'
  const before = await aRejectedSubmission(site.app, customer, staff, {}, blurry)
  const again = await aSubmission(site.app, customer, { resubmitOf: before })
  const user = await site.visit('/admin?view=review', { as: staff })
  await openSubmission(user, again)
  expect(within(opened()).getByText(/^Sent again after/)).toHaveTextContent(`Sent again after Blurry, ${before}`)
  const tries = within(screen.getByRole('region', { name: 'Tries to sell this card' }))
  expect(tries.getByRole('listitem')).toHaveTextContent(`Same card number in ${before}, its own first try, `)
  expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Warnings' })).toBeNull()
  expect(await findRow(again)).not.toHaveAccessibleName(/Possible duplicate/)
})

test('the line of warnings leads to all orders that it is about', async ({ site, customer }) => {
  let newest = ''
  for (let count = 0; count < 7; count++) newest = await aSubmission(site.app, customer)
  const user = await site.visit('/admin?view=review', { as: await site.app.staff() })
  await openSubmission(user, newest)
  const warnings = screen.getByRole('region', { name: 'Possible duplicates' })
  const more = () => warnings.querySelector('details')
  expect(more()).not.toHaveAttribute('open')
  await press(user, 'Show 6 orders')
  expect(more()).toHaveAttribute('open')
  expect(warnings).toHaveFocus()
})
