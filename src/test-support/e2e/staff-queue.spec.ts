import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Customer, join, newColleaguePage, newStaffPage, owner, signInStaff } from './accounts.ts'
import { opened, openOrder, openReview, submitWithPhotos } from './review-actions.ts'
import { aPng, submitOrder, test } from './submissions.ts'

const submission = (page: Page, id: string): Locator => page.getByRole('article').filter({ hasText: id })
const figure = (page: Page, label: string): Locator =>
  page.getByRole('main').getByText(label, { exact: true }).locator('..').getByRole('definition')

/** The queue of one customer's submissions, filtered by the search in its address. */
async function openQueue(staff: Page, { email }: Customer): Promise<void> {
  await staff.goto(`/admin?search=${encodeURIComponent(email)}`)
  await expect(staff.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

test('the login shows its error above the form, and Logout ends the session', async ({ page }) => {
  await page.goto('/admin')
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  const above = await page.getByRole('alert').boundingBox()
  const below = await page.getByLabel('Username').boundingBox()
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  await signInStaff(page)
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
})

test('a customer is denied access and may sign in as staff', async ({ page }) => {
  await join(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText("You don't have permission to access the admin dashboard.")).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Staff sign in' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('the queue counts, searches, filters and pages', async ({ browser, page, staffApi }) => {
  const customer = await join(page)
  const ids = await Promise.all(
    Array.from({ length: 16 }, (_, at) => submitOrder(page, { cardNumber: `AAAA BBBB ${1000 + at}` })),
  )
  const [first = '', second = ''] = ids
  await staffApi.decide(first, 'completed', 'Paid.')
  const staff = await newStaffPage(browser)
  await openQueue(staff, customer)
  // 16 orders and the registration record.
  await expect(staff.getByText('Showing 1 to 15 of 17 submissions')).toBeVisible()
  await expect(figure(staff, 'Total submissions')).toHaveText('17')
  await expect(staff.getByRole('article')).toHaveCount(15)
  const pages = staff.getByRole('navigation', { name: 'Pagination' })
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(staff.getByText('Showing 16 to 17 of 17 submissions')).toBeVisible()
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Page 1' }).click()
  await expect(staff.getByText('Showing 1 to 15 of 17 submissions')).toBeVisible()

  const filter = staff.getByRole('group', { name: 'Filter by status' })
  await expect(filter.getByRole('button')).toHaveText([
    'All',
    'Pending',
    'Processing',
    'Completed',
    'Rejected',
    'Failed',
  ])
  await filter.getByRole('button', { name: 'Completed' }).click()
  await expect(staff.getByRole('article')).toHaveCount(1)
  await expect(submission(staff, first)).toContainText('Reason: Paid.')
  await expect(figure(staff, 'Completed on this page')).toHaveText('1')
  await expect(figure(staff, 'Pending on this page')).toHaveText('0')
  await expect(figure(staff, 'Payouts on this page')).toHaveText('$92.00')
  await expect(pages).toBeHidden()
  await filter.getByRole('button', { name: 'Failed' }).click()
  await expect(staff.getByText('No submissions found matching your criteria.')).toBeVisible()
  await filter.getByRole('button', { name: 'All' }).click()
  await staff.getByPlaceholder('Search by email, card type, or submission ID...').fill(second)
  await expect(staff.getByRole('article')).toHaveCount(1)
  await expect(submission(staff, second)).toBeVisible()
})

test('number and code are masked until each is revealed', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitOrder(page, { expiringDate: '12/29', additionalInfo: 'A birthday present.' })
  const staff = await newStaffPage(browser)
  await openQueue(staff, customer)
  const card = submission(staff, id)
  for (const words of ['Apple', '$100.00', '$92.00', '(92.0%)', 'Brand New', customer.email, '555-010-0100'])
    await expect(card).toContainText(words)
  for (const words of ['Cash App', '$dana_r', '12/29', 'A birthday present.', 'front.png', 'Pending'])
    await expect(card).toContainText(words)
  await expect(card).toContainText('•••• 6KRD')
  await expect(card).not.toContainText(/X2MW|8841/)
  await card.getByRole('button', { name: 'Reveal card number' }).click()
  await expect(card).toContainText('X2MW 9QP4 7TLZ 6KRD')
  await expect(card).not.toContainText('8841')
  await card.getByRole('button', { name: 'Reveal security code' }).click()
  await expect(card).toContainText('8841')
  await card.getByRole('button', { name: 'Hide card number' }).click()
  await expect(card).not.toContainText('X2MW')
  await staff.reload()
  await expect(card).toContainText('•••• 6KRD')
  await expect(card).not.toContainText(/X2MW|8841/)
  const kept = await staff.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/6KRD|8841|dana_r|Apple/)
})

test('a file opens in a new tab and downloads under its name', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  await openQueue(staff, customer)
  const card = submission(staff, id)
  const opened = staff.context().waitForEvent('page')
  await card.getByRole('link', { name: 'View front.png in a new tab' }).click()
  await expect(await opened).toHaveURL(/\/api\/files\//)
  const downloading = staff.waitForEvent('download')
  await card.getByRole('link', { name: 'Download front.png' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('front.png')
  expect((await readFile(await download.path())).equals(aPng('front.png', '{}').buffer)).toBe(true)
})

/** The addresses of the files that this page requests. */
function filesAskedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/files/')) asked.push(request.url())
  })
  return asked
}

/** How often the photos of this order were viewed, according to the audit log. */
async function viewsOf({ request }: Page, id: string): Promise<number> {
  const input = encodeURIComponent(JSON.stringify({ action: 'file.viewed', limit: 200 }))
  const answer = await request.get(`/trpc/admin.audit.list?input=${input}`)
  expect(answer.ok(), await answer.text()).toBe(true)
  const { result } = (await answer.json()) as { result: { data: { entries: { detail: string }[] } } }
  return result.data.entries.filter(({ detail }) => detail === id).length
}

test('the list loads no photos until a submission is opened', async ({ browser, page }) => {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  const asked = filesAskedBy(staff)
  await openQueue(staff, customer)
  const card = submission(staff, id)
  await card.scrollIntoViewIfNeeded()
  for (const name of ['front.jpg', 'back.jpg']) await expect(card.getByTitle(name)).toBeVisible()
  await expect(card.getByRole('img')).toHaveCount(0)
  await staff.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  expect(await viewsOf(staff, id)).toBe(0)
  const view = staff.context().waitForEvent('page')
  await card.getByRole('link', { name: 'View front.jpg in a new tab' }).click()
  await (await view).waitForLoadState()
  expect(await viewsOf(staff, id)).toBe(1)
})

test('opening an order for review logs one view of each of its photos', async ({ browser, page }) => {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  expect(await viewsOf(staff, id)).toBe(0)
  await openOrder(staff, id)
  for (const name of ['front.jpg', 'back.jpg'])
    await expect(opened(staff).getByRole('img', { name })).toHaveJSProperty('complete', true)
  await staff.getByRole('button', { name: 'Full size, front.jpg' }).click()
  await expect(staff.getByRole('dialog').getByRole('img')).toHaveJSProperty('complete', true)
  await staff.keyboard.press('ArrowRight')
  await expect(staff.getByRole('dialog', { name: 'back.jpg' })).toBeVisible()
  await staff.waitForLoadState('networkidle')
  expect(await viewsOf(staff, id)).toBe(2)
})

test('support staff see only the actions that their role permits', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitOrder(page)
  const support = await newColleaguePage(browser, 'support', 'Sam Ortiz')
  const asked = filesAskedBy(support)
  await openQueue(support, customer)
  const card = submission(support, id)
  await expect(card).toContainText('•••• 6KRD')
  await expect(card).toContainText('front.png')
  for (const name of [/^Update Status/, /^Reveal/, /^View/, /^Download/]) {
    await expect(card.getByRole('button', { name })).toHaveCount(0)
    await expect(card.getByRole('link', { name })).toHaveCount(0)
  }
  await expect(card.getByRole('img')).toHaveCount(0)
  await expect(support.getByText('update status')).toHaveCount(0)
  await openReview(support, customer)
  await openOrder(support, id)
  await expect(opened(support)).toContainText('•••• 6KRD')
  await expect(opened(support).getByRole('button', { name: /^Reveal/ })).toHaveCount(0)
  expect(asked).toEqual([])
})

test('a registration is shown grey and without decision buttons', async ({ browser, page }) => {
  const customer = await join(page)
  const staff = await newStaffPage(browser)
  await openQueue(staff, customer)
  const record = staff.getByRole('article').filter({ hasText: customer.email })
  await expect(record).toContainText('User Registration')
  await expect(record.getByText('Registered', { exact: true })).toBeVisible()
  await expect(record.getByRole('button', { name: /Update Status/ })).toHaveCount(0)
  await page.goto('/transactions')
  await expect(page.getByRole('link', { name: 'Start Your First Exchange' })).toBeVisible()
})

test('a new submission appears without a reload', async ({ browser, page }) => {
  const customer = await join(page)
  const staff = await newStaffPage(browser)
  await openQueue(staff, customer)
  await expect(staff.getByRole('article')).toHaveCount(1)
  const id = await submitOrder(page)
  await expect(submission(staff, id)).toContainText('Pending')
})
