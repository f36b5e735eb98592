import { expect, type Locator, type Page } from '@playwright/test'
import type { Customer } from './accounts.ts'
import { customerOf, drawJpeg } from './accounts.ts'
import { submissionFields } from './submissions.ts'

/** Actions and locators of the review view. */

export const rows = (page: Page): Locator => page.getByRole('region', { name: 'Submissions' }).getByRole('listitem')
export const row = (page: Page, id: string): Locator => rows(page).filter({ hasText: id })
/** The open submission. */
export const opened = (page: Page): Locator => page.getByRole('article')
export const decision = (page: Page): Locator => page.getByRole('form', { name: 'Decision' })
export const undoBar = (page: Page): Locator =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) })

/** The review view of one customer's submissions, with this additional filter. */
export async function openReview(page: Page, { email }: Pick<Customer, 'email'>, filter = ''): Promise<void> {
  await page.goto(`/admin?view=review&search=${encodeURIComponent(email)}${filter}`)
  await expect(rows(page).first()).toBeVisible()
}

/** Opens a submission of the list; resolves once its decision is possible or denied. */
export async function openSubmission(page: Page, id: string): Promise<void> {
  await row(page, id).getByRole('link').click()
  await expect(opened(page)).toContainText(id)
  await expect(opened(page).getByRole('heading', { name: 'History' })).toBeVisible()
}

/** Chooses the approval of the open submission by keys, also against warnings. */
export async function approveByKeys(page: Page): Promise<void> {
  for (const key of ['a', 'Shift+A']) await page.keyboard.press(key)
}

/** Presses keys of the review view; those that save, once the page shows that they act. */
export async function pressKeys(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const saving = decision(page).getByRole('button', { name: key === 'n' ? 'Save and next' : 'Save', exact: true })
    if (key === 'n' || key === 's') await expect(saving).toHaveAttribute('data-ready')
    await page.keyboard.press(key)
  }
}

/** Presses the tile of a status. */
export async function choose(page: Page, status: string): Promise<void> {
  await decision(page).getByRole('group', { name: 'New Status' }).getByText(status).click()
}

/** Rejects the open submission with a custom reason and stays on it. */
export async function reject(page: Page, reason: string): Promise<void> {
  await choose(page, 'Rejected')
  await decision(page).getByLabel('Custom Reason', { exact: true }).fill(reason)
  await decision(page).getByRole('button', { name: 'Save', exact: true }).click()
}

/** Submits a card of the signed-in customer with a photo of each side; another `seed` gives other photos. */
export async function submitWithPhotos(
  page: Page,
  { seed = 3, ...changes }: { seed?: number; cardNumber?: string; paymentDetails?: string } = {},
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...submissionFields, ...changes })) form.append(name, value)
  for (const [at, name] of ['front.jpg', 'back.jpg'].entries()) {
    const bytes = new Uint8Array(await drawJpeg(page, at + seed))
    form.append('files', new File([bytes], name, { type: 'image/jpeg' }))
  }
  const answer = await customerOf(page).request.post('/api/submit', { multipart: form })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { submissionId: string }).submissionId
}
