import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Customer, join, newStaffPage } from './accounts.ts'
import { expandRows } from './page-actions.ts'
import { opened, openReview, openSubmission, submitWithPhotos } from './review-actions.ts'
import { submitCard, test } from './submissions.ts'

const submission = (page: Page, id: string): Locator => page.getByRole('article').filter({ hasText: id })
/** The queue of one customer's submissions, filtered by the search in its address. */
async function openQueue(staff: Page, { email }: Customer): Promise<void> {
  await staff.goto(`/admin?search=${encodeURIComponent(email)}`)
  await expect(staff.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

test('a file opens in a new tab and downloads under its name', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitCard(page)
  const staff = await newStaffPage(browser)
  await openQueue(staff, customer)
  const card = submission(staff, id)
  await expandRows(staff)
  const opened = staff.context().waitForEvent('page')
  await card.getByRole('link', { name: 'View front.png in a new tab' }).click()
  await expect(await opened).toHaveURL(/\/api\/files\//)
  const downloading = staff.waitForEvent('download')
  await card.getByRole('link', { name: 'Download front.png' }).click()
  const download = await downloading
  // Staff get the re-encoded picture, with the ending of its type.
  expect(download.suggestedFilename()).toBe('front.jpg')
  expect([...(await readFile(await download.path())).subarray(0, 2)]).toEqual([0xff, 0xd8])
})

/** The addresses of the files that this page requests. */
function filesAskedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/files/')) asked.push(request.url())
  })
  return asked
}

/** How often the photos of this submission were viewed, according to the audit log. */
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
  await expandRows(staff)
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

test('opening a submission for review logs one view of each of its photos', async ({ browser, page }) => {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  expect(await viewsOf(staff, id)).toBe(0)
  await openSubmission(staff, id)
  for (const name of ['front.jpg', 'back.jpg'])
    await expect(opened(staff).getByRole('img', { name })).toHaveJSProperty('complete', true)
  await staff.getByRole('button', { name: 'Full size, front.jpg' }).click()
  await expect(staff.getByRole('dialog').getByRole('img')).toHaveJSProperty('complete', true)
  await staff.keyboard.press('ArrowRight')
  await expect(staff.getByRole('dialog', { name: 'back.jpg' })).toBeVisible()
  await staff.waitForLoadState('networkidle')
  expect(await viewsOf(staff, id)).toBe(2)
})

test('another page starts at the top with the focus on its heading', async ({ browser, page }) => {
  const { email } = await join(page)
  await Promise.all(Array.from({ length: 17 }, (_, at) => submitCard(page, { cardNumber: `AAAA BBBB ${1000 + at}` })))
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
