import { expect, type Locator, type Page } from '@playwright/test'
import { customerOf, expectToast, join } from './accounts.ts'
import { aPng } from './submissions.ts'
import { chooseMethod, files, fillSubmission, getQuote, heading } from './wizard-actions.ts'

/** Actions by which the table of pages reaches its states. */

export function banner(page: Page): Locator {
  return page.getByRole('banner')
}

export async function press(place: Page | Locator, name: string | RegExp): Promise<void> {
  await place
    .getByRole('button', { name, exact: typeof name === 'string' })
    .last()
    .click()
}

/** Opens a dialog with its header button, and a tab of it. */
export async function openDialog(page: Page, opener: string, tab?: string): Promise<Locator> {
  await banner(page).getByRole('button', { name: opener, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (tab) await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}

/** Opens the menu of small screens and presses an item. */
export async function openMenu(page: Page, item?: string): Promise<void> {
  await press(page, 'Menu')
  if (item) await press(page.getByRole('dialog', { name: 'Menu' }), item)
}

/** Opens step 3 as a signed-in customer. */
export async function goToUpload(page: Page, brand: string, method = 'Cash App'): Promise<void> {
  await getQuote(page, { brand, value: 200 })
  await chooseMethod(page, method)
  await press(page, 'Continue')
  await expect(heading(page, 'Upload & Submit')).toBeVisible()
}

/** Fills in step 3; with a photo on request. */
export async function fillUpload(page: Page, { photo = true } = {}): Promise<void> {
  await goToUpload(page, 'apple')
  await fillSubmission(page)
  if (!photo) return
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  await expectToast(page, 'Upload Complete')
}

/** Shows the details of every row of the queue that is listed. */
export async function expandRows(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible()
  for (const row of await page.getByRole('article').all())
    await row.getByRole('button', { expanded: false }).first().click()
}

/** The decision dialog of this submission. */
export async function decideOn(page: Page, submissionId = ''): Promise<Locator> {
  await press(page, `Update Status of ${submissionId}`)
  return page.getByRole('dialog', { name: 'Update Status' })
}

/** The theme switch in the footer. */
export async function chooseTheme(page: Page, name: string): Promise<void> {
  await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name }).check()
}

/** Creates a customer with a question to support; returns the conversation. The page needs a reload. */
export async function askSupport(page: Page): Promise<string> {
  await join(page)
  const data = { subject: 'My payout', message: 'When will it arrive?' }
  const answer = await customerOf(page).request.post('/api/chat/send', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { sessionId: string }).sessionId
}
