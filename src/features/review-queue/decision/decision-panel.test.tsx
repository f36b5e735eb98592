import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import {
  decideByKeys,
  decision,
  expectOpen,
  expectStatus,
  openNewest,
  press,
  reasonField,
  statusTile,
} from '#client/test-support/component/review-screen.ts'

const preview = () => screen.getByRole('region', { name: 'The customer will read' })
const options = () => within(screen.getByRole('listbox', { name: 'Reasons' })).getAllByRole('option')
const finder = () => decision().getByRole('combobox', { name: 'Quick Reason Selection' })
const saveAndNext = () => decision().getByRole('button', { name: /^Save and next/ })
const reason = 'Custom Reason (Optional)'
const blocked = 'Change the status or add a reason to save'

test('saves nothing until the status or the reason has changed', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  expect(decision().getByText(blocked)).toBeTruthy()
  expect(preview().textContent).toContain('No change, so no email will be sent.')
  await press(user, 'Save')
  await press(user, 'Save and next')
  expect(site.network.count('setStatus')).toBe(0)
  await fill(user, { [reason]: 'Please wait.' })
  expect(decision().queryByText(blocked)).toBeNull()
  await fill(user, { [reason]: '   ' })
  expect(decision().getByText(blocked)).toBeTruthy()
})

test('the keys 1 to 5 choose a status, but not while a reason is written', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  for (const [key, name] of Object.entries({ 2: 'Processing', 3: 'Completed', 5: 'Failed', 1: 'Pending' })) {
    await user.keyboard(key)
    await waitFor(() => expect(statusTile(name).checked).toBe(true))
  }
  await user.keyboard('4')
  expect(statusTile('Rejected').checked).toBe(true)
  await user.click(statusTile('Failed'))
  await user.type(reasonField(), '4 s')
  expect(reasonField().value).toBe('4 s')
  expect(statusTile('Failed').checked).toBe(true)
  expect(site.network.count('setStatus')).toBe(0)
})

test('each status offers its own reasons, found by number or words', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  for (const [status, count] of Object.entries({ Pending: 3, Processing: 3, Completed: 3, Failed: 7, Rejected: 26 })) {
    await user.click(statusTile(status))
    await waitFor(() => expect(options()).toHaveLength(count))
  }
  await user.keyboard('r12')
  expect(document.activeElement).toBe(finder())
  expect(options().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('The security code or PIN does not match'),
  ])
  await user.clear(finder())
  await user.paste('dark blurry')
  expect(options()).toHaveLength(1)
  await user.keyboard('{Enter}')
  expect(preview().textContent).toContain('The photo is too blurry or dark to read.')
  expect(document.activeElement).toBe(saveAndNext())
  await user.click(finder())
  await user.paste('qwerty')
  expect(decision().getByText('No matching reasons. Write your own below.')).toBeTruthy()
})

test('Enter takes a reason, and Enter again saves and opens the next order', async () => {
  const { site, user, newest, older } = await openNewest(2)
  await using _ = site
  await user.keyboard('4rblurry{Enter}')
  expect(document.activeElement).toBe(saveAndNext())
  await user.keyboard('{Enter}')
  await expectOpen(older)
  await expectStatus(newest, 'Rejected')
})

test('a held Enter takes a reason and saves nothing', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  await user.keyboard('4rblurry{Enter>3/}')
  expect(document.activeElement).toBe(saveAndNext())
  expect(preview().textContent).toContain('The photo is too blurry or dark to read.')
  expect(site.network.count('setStatus')).toBe(0)
})

test('previews the text, the next step and the mail for the customer', async () => {
  const { site, user, newest } = await openNewest(1)
  await using _ = site
  await user.click(statusTile('Rejected'))
  expect(preview().textContent).toContain('No reason yet.')
  await waitFor(() => expect(options()).toHaveLength(26))
  await user.click(screen.getByRole('option', { name: /pictures of the front and the back/ }))
  expect(preview().textContent).toContain('Add photos of the front and the back below.')
  await fill(user, { 'Custom Reason': ' Ask the store. ' })
  for (const text of [
    'Ask the store.',
    `We couldn't accept your Apple card (${newest})`,
    "We couldn't accept your card",
    "Hello ..., we couldn't accept your Apple card.",
  ])
    expect(preview().textContent).toContain(text)
  expect(preview().textContent).not.toContain('pictures of the front')
  // A reason of the list belongs to its status; a written one stays.
  await user.click(statusTile('Failed'))
  expect(preview().textContent).toContain('Ask the store.')
  await fill(user, { [reason]: '' })
  expect(preview().textContent).toContain('The customer sees the new status without a reason.')
  await user.click(statusTile('Pending'))
  expect(preview().textContent).toContain('No change, so no email will be sent.')
})

test('saves a payout only after its confirmation and without undo', async () => {
  const { site, user, customer, newest } = await openNewest(1)
  await using _ = site
  await decideByKeys({ site, user }, '3s')
  const confirm = await screen.findByRole('dialog', { name: 'Confirm the payout' })
  expect(confirm.textContent).toContain('You say that you paid $92.00 to Cash App $da…r.')
  expect(document.activeElement).toBe(within(confirm).getByLabelText('Reference of the payment (optional)'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(statusTile('Completed').checked).toBe(true)
  expect(site.network.count('setStatus')).toBe(0)
  await fill(user, { [reason]: ' Your payment has been sent. ' })
  await press(user, 'Save')
  await screen.findByRole('dialog', { name: 'Confirm the payout' })
  await user.keyboard('{Enter}')
  await screen.findByText(/Pending to/)
  await expectStatus(newest, 'Completed')
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(await customer.api.transactions.list()).toMatchObject([
    { status: 'completed', statusReason: 'Your payment has been sent.' },
  ])
})

test('the preview of a saved decision shows the reason that the customer reads', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  expect(preview()).toHaveTextContent('The customer reads no reason.')
  await fill(user, { [reason]: 'Please wait.' })
  await press(user, 'Save')
  await waitFor(() => expect(preview()).toHaveTextContent('No change, so no email will be sent.'))
  expect(preview()).toHaveTextContent('Please wait.')
})

test('4, the number of a reason and N reject, and Backspace goes back', async () => {
  const { site, user, newest, older } = await openNewest(2)
  await using _ = site
  await waitFor(() => expect(options()).toHaveLength(3))
  await user.keyboard('4')
  await waitFor(() => expect(options()).toHaveLength(26))
  const selected = () => options().findIndex((each) => each.getAttribute('aria-selected') === 'true') + 1
  expect(decision().getByText('A rejection needs a reason. Choose or write one.')).toBeVisible()
  await user.keyboard('12')
  expect(selected()).toBe(12)
  await user.keyboard('{Backspace}')
  expect(selected()).toBe(1)
  await user.keyboard('{Backspace}')
  expect(selected()).toBe(0)
  expect(statusTile('Rejected').checked).toBe(true)
  await user.keyboard('{Backspace}')
  expect(statusTile('Pending').checked).toBe(true)
  await user.keyboard('46')
  expect(selected()).toBe(6)
  expect(preview().textContent).toContain('The photo is too blurry or dark to read.')
  await decideByKeys({ site, user }, 'n')
  await expectOpen(older)
  await expectStatus(newest, 'Rejected')
})

test('only the chosen decision is filled', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  const checked = () =>
    decision()
      .getAllByRole<HTMLInputElement>('radio')
      .filter((each) => each.checked)
  expect(checked()).toEqual([statusTile('Pending')])
  expect(decision().getByText('Approve payout').closest('label')).not.toHaveAttribute('data-filled')
  await user.keyboard('3')
  expect(checked()).toEqual([statusTile('Completed')])
})
