import { expect, type Locator, type Page } from '@playwright/test'
import { submitOrder, test } from './orders.ts'
import { cut, holdBack, join, newStaffPage } from './people.ts'

/** Opens the dialog on this submission. */
async function decideOn(staff: Page, id: string): Promise<Locator> {
  await staff.goto(`/admin?search=${id}`)
  await staff.getByRole('button', { name: `Update Status of ${id}` }).click()
  return staff.getByRole('dialog', { name: 'Update Status' })
}

const save = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'Update Status' })

test('each status offers its own reasons, long ones shortened', async ({ browser, page }) => {
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

test('while a decision is being saved the dialog cannot be closed; then it says that it is done', async ({
  browser,
  page,
}) => {
  await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  await dialog.getByLabel('New Status').selectOption('Rejected')
  await dialog.getByLabel('Custom Reason (Optional)').fill('  The photo shows another card.  ')
  const answer = await holdBack(staff, /admin\.setStatus/)
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

test('a decision that could not be saved says so and keeps what was written', async ({ browser, page }) => {
  await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  await dialog.getByLabel('New Status').selectOption('Failed')
  await dialog.getByLabel('Custom Reason (Optional)').fill('The payout came back.')
  const mend = await cut(staff, /admin\.setStatus/)
  await save(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update status. Please try again.')
  await expect(dialog.getByLabel('Custom Reason (Optional)')).toHaveValue('The payout came back.')
  await expect(dialog.getByLabel('New Status')).toHaveValue('failed')
  await mend()
  await save(dialog).click()
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
})

test('whoever decides second sees what the first decided and keeps their words', async ({ browser, page, desk }) => {
  await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  const dialog = await decideOn(staff, id)
  await dialog.getByLabel('New Status').selectOption('Completed')
  await dialog.getByLabel('Custom Reason (Optional)').fill('Paid just now.')
  await desk.decide(id, 'rejected', 'Used before.')
  await save(dialog).click()
  const conflict = 'Someone else has changed this submission. Look at the new status before you decide.'
  await expect(dialog.getByRole('alert')).toContainText(conflict)
  await expect(dialog.getByRole('alert')).toContainText(/Status now:\s*Rejected\s*Used before\./)
  await expect(dialog.getByLabel('Custom Reason (Optional)')).toHaveValue('Paid just now.')
  await save(dialog).click()
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
})

test('the keyboard walks the queue and opens the decision', async ({ browser, page }) => {
  const { email } = await join(page)
  const older = await submitOrder(page)
  const newer = await submitOrder(page, { cardNumber: 'OTHER CARD 1234' })
  const staff = await newStaffPage(browser)
  await staff.goto(`/admin?search=${encodeURIComponent(email)}`)
  await staff.getByRole('article').filter({ hasText: newer }).focus()
  await staff.keyboard.press('j')
  await expect(staff.getByRole('article').filter({ hasText: older })).toBeFocused()
  await staff.keyboard.press('u')
  await expect(staff.getByRole('dialog', { name: 'Update Status' })).toContainText(older)
})
