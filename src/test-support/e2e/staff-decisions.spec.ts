import { expect, type Locator, type Page } from '@playwright/test'
import { cut, holdBack, join, newColleaguePage, newStaffPage } from './accounts.ts'
import { mailsTo } from './mailbox.ts'
import { submitOrder, test } from './submissions.ts'

/** Opens the decision dialog of this submission. */
async function decideOn(staff: Page, id: string): Promise<Locator> {
  await staff.goto(`/admin?search=${id}`)
  await staff.getByRole('button', { name: `Update Status of ${id}` }).click()
  return staff.getByRole('dialog', { name: 'Update Status' })
}

/** Confirms that the money has been sent. */
const confirmPayout = (staff: Page) =>
  staff.getByRole('dialog', { name: 'Confirm the payout' }).getByRole('button', { name: 'Mark as Completed' }).click()

const save = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'Update Status' })

test('each status offers its own reasons and truncates long ones', async ({ browser, page }) => {
  await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  const reasons = dialog.getByLabel('Quick Reason Selection')
  const counts = { Pending: 3, Processing: 3, Rejected: 26, Failed: 7, Completed: 3 }
  for (const [status, count] of Object.entries(counts)) {
    await dialog.getByLabel('New Status').selectOption(status)
    await expect(reasons.getByRole('option')).toHaveCount(count + 1)
    const texts = (await reasons.getByRole('option').allTextContents()).slice(1)
    expect(texts.filter((text) => text.length > 51 || (text.length === 51 && !text.endsWith('…')))).toEqual([])
  }
  await dialog.getByLabel('New Status').selectOption('Completed')
  await expect(dialog.getByText('Completed says that $92.00 has been sent to Cash App: $dana_r.')).toBeVisible()
  await reasons.selectOption({ index: 1 })
  const full = 'Your payment has been processed and sent. Thank you for selling with us.'
  await expect(dialog.getByText(full, { exact: true }).last()).toBeVisible()
  await expect(dialog.getByLabel('Custom Reason (Optional)')).toHaveAttribute('rows', '3')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByRole('button', { name: `Update Status of ${id}` })).toBeFocused()
})

test('the dialog cannot be closed while a decision is being saved and then confirms it', async ({ browser, page }) => {
  await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  await dialog.getByLabel('New Status').selectOption('Rejected')
  await dialog.getByLabel('Custom Reason (Optional)').fill('  The photo shows another card.  ')
  const answer = await holdBack(staff, /admin\.submissions\.setStatus/)
  await save(dialog).click()
  await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeVisible()
  await staff.keyboard.press('Escape')
  await staff.mouse.click(5, 5)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await expect(dialog).toBeVisible()
  answer()
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
  await staff.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const card = staff.getByRole('article').filter({ hasText: id })
  await expect(card.getByText('Rejected', { exact: true })).toBeVisible()
  await expect(card).toContainText('Reason: The photo shows another card.')
  await card.getByText(/^History/).click()
  await expect(card.getByText(/Pending to Rejected by/)).toBeVisible()
})

test('a decision that failed to save shows an error and keeps the text', async ({ browser, page }) => {
  await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  await dialog.getByLabel('New Status').selectOption('Failed')
  await dialog.getByLabel('Custom Reason (Optional)').fill('The payout came back.')
  const mend = await cut(staff, /admin\.submissions\.setStatus/)
  await save(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update status. Please try again.')
  await expect(dialog.getByLabel('Custom Reason (Optional)')).toHaveValue('The payout came back.')
  await expect(dialog.getByLabel('New Status')).toHaveValue('failed')
  await mend()
  await save(dialog).click()
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
})

test('the second of two decisions shows the first one and keeps its own text', async ({ browser, page, staffApi }) => {
  await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  await dialog.getByLabel('New Status').selectOption('Completed')
  await dialog.getByLabel('Custom Reason (Optional)').fill('Paid just now.')
  await staffApi.decide(id, 'rejected', 'Used before.')
  await save(dialog).click()
  await confirmPayout(staff)
  const conflict = 'Someone else has changed this submission. Look at the new status before you decide.'
  await expect(dialog.getByRole('alert')).toContainText(conflict)
  await expect(dialog.getByRole('alert')).toContainText(/Status now:\s*Rejected\s*Used before\./)
  await expect(dialog.getByLabel('Custom Reason (Optional)')).toHaveValue('Paid just now.')
  await save(dialog).click()
  await confirmPayout(staff)
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
})

test('keys navigate the queue and open the decision', async ({ browser, page }) => {
  const { email } = await join(page)
  const older = await submitOrder(page)
  const newer = await submitOrder(page, { cardNumber: 'OTHER CARD 1234' })
  const staff = await newStaffPage(browser)
  await staff.goto(`/admin?search=${encodeURIComponent(email)}`)
  // Nothing has the focus yet: the keys start with the first card.
  await expect(staff.getByRole('article').filter({ hasText: newer })).toBeVisible()
  await staff.keyboard.press('j')
  await expect(staff.getByRole('article').filter({ hasText: newer })).toBeFocused()
  await staff.keyboard.press('j')
  await expect(staff.getByRole('article').filter({ hasText: older })).toBeFocused()
  await staff.keyboard.press('u')
  await expect(staff.getByRole('dialog', { name: 'Update Status' })).toContainText(older)
  await staff.keyboard.press('Escape')
  await staff.reload()
  await expect(staff.getByRole('article').filter({ hasText: newer })).toBeVisible()
  await staff.keyboard.press('u')
  await expect(staff.getByRole('dialog', { name: 'Update Status' })).toContainText(newer)
})

test('a payout is saved from the list only after confirmation', async ({ browser, page }) => {
  await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  await dialog.getByLabel('New Status').selectOption('Completed')
  await save(dialog).click()
  const confirm = staff.getByRole('dialog', { name: 'Confirm the payout' })
  await expect(confirm).toContainText('Completed says that $92.00 has been sent to Cash App: $dana_r.')
  await staff.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('Status updated successfully!')).toHaveCount(0)
  await save(dialog).click()
  await confirmPayout(staff)
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
  // A completed payout cannot be undone.
  await expect(dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('a decision can be undone in its dialog and after it is closed', async ({ browser, page }) => {
  const { email } = await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  const card = staff.getByRole('article').filter({ hasText: id })
  await dialog.getByLabel('New Status').selectOption('Rejected')
  await dialog.getByLabel('Custom Reason (Optional)').fill('The code is covered.')
  await save(dialog).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText('Undone. No mail was sent.')).toBeVisible()
  await expect(dialog.getByText('Status updated successfully!')).toHaveCount(0)
  await expect(dialog.getByLabel('Custom Reason (Optional)')).toHaveValue('The code is covered.')
  await save(dialog).click()
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
  await staff.keyboard.press('Escape')
  await expect(card.getByText('Rejected', { exact: true })).toBeVisible()
  await staff.getByRole('button', { name: 'Undo' }).click()
  await expect(card.getByText('Pending', { exact: true })).toBeVisible()
  await expect(card).toBeFocused()
  expect(mailsTo(staff, email, 'status-changed')).toEqual([])
})

test('a card shows who has it open, and its dialog is locked while a colleague decides', async ({ browser, page }) => {
  await join(page)
  const id = await submitOrder(page)
  const [robin, kim] = [
    await newColleaguePage(browser, 'reviewer', 'Robin Lee'),
    await newColleaguePage(browser, 'reviewer', 'Kim Park'),
  ]
  await kim.goto(`/admin?search=${id}`)
  const first = await decideOn(robin, id)
  await expect(kim.getByRole('article')).toContainText('Robin Lee is viewing')
  await kim.getByRole('button', { name: `Update Status of ${id}` }).click()
  const second = kim.getByRole('dialog', { name: 'Update Status' })
  await expect(second).toContainText('Robin Lee is deciding on this order.')
  await expect(save(second)).toBeDisabled()
  await second.getByRole('button', { name: 'Take over' }).click()
  await expect(save(second)).toBeEnabled()
  await expect(first).toContainText('Kim Park is deciding on this order.')
  await expect(save(first)).toBeDisabled()
})

test('another page starts at the top with the focus on its heading', async ({ browser, page }) => {
  const { email } = await join(page)
  await Promise.all(Array.from({ length: 17 }, (_, at) => submitOrder(page, { cardNumber: `AAAA BBBB ${1000 + at}` })))
  const staff = await newStaffPage(browser)
  for (const view of ['', '&view=review']) {
    await staff.goto(`/admin?search=${encodeURIComponent(email)}${view}`)
    await staff.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(staff.getByText('Showing 16 to 18 of 18 submissions')).toBeVisible()
    await expect(staff.getByRole('heading', { name: 'Submissions, page 2' })).toBeFocused()
    const first = view
      ? staff.getByRole('region', { name: 'Submissions' }).getByRole('link').first()
      : staff.getByRole('article').first()
    await expect(first).toBeInViewport()
  }
})

test('deciding everything on the last page leads to the page before it', async ({ browser, page }) => {
  const { email } = await join(page)
  await Promise.all(Array.from({ length: 16 }, (_, at) => submitOrder(page, { cardNumber: `AAAA BBBB ${1000 + at}` })))
  const staff = await newStaffPage(browser)
  const address = `/admin?status=pending&search=${encodeURIComponent(email)}&page=2`
  await staff.goto(`${address}&view=review`)
  await expect(staff.getByText('Showing 16 to 16 of 16 submissions')).toBeVisible()
  await staff.getByRole('button', { name: 'Start with the first that waits' }).click()
  await expect(staff.getByRole('form', { name: 'Decision' })).toBeVisible()
  for (const key of ['4', 'n']) await staff.keyboard.press(key)
  await expect(staff.getByRole('region', { name: 'Submissions' }).getByRole('listitem')).toHaveCount(15)
  await expect(staff).not.toHaveURL(/page=/)
  // The same for a bookmarked address.
  await staff.goto(address)
  await expect(staff.getByRole('article')).toHaveCount(15)
  await expect(staff.getByText('No submissions found matching your criteria.')).toHaveCount(0)
})
