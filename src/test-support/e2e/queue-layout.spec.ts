import { expect, type Page } from '@playwright/test'
import { join, newStaffPage } from './accounts.ts'
import { submitCard, test } from './submissions.ts'

const firstRow = (page: Page) => page.getByRole('article').first()
const yOf = async (page: Page) => (await firstRow(page).boundingBox())?.y ?? Number.NaN
const header = (page: Page) =>
  page.locator('header').filter({ has: page.getByRole('navigation', { name: 'Staff areas' }) })

/** The rows that are in view as a whole. */
const rowsInView = (page: Page) =>
  page.getByRole('article').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }).length,
  )

const screens = [
  { width: 1280, height: 720, header: 48, firstRow: 220, rows: 10 },
  { width: 1280, height: 900, header: 48, firstRow: 220, rows: 13 },
  { width: 900, height: 720, header: 48, firstRow: 260, rows: 8 },
  { width: 390, height: 844, header: 96, firstRow: 340, rows: 4 },
] as const

for (const { width, height, ...most } of screens)
  test(`at ${width}x${height} the header is low and the first orders are in view`, async ({ browser, page }) => {
    await join(page)
    await Promise.all(Array.from({ length: 15 }, (_, at) => submitCard(page, { cardNumber: `AAAA BBBB ${1000 + at}` })))
    const staff = await newStaffPage(browser)
    await staff.setViewportSize({ width, height })
    await staff.goto('/admin')
    await expect(firstRow(staff)).toBeVisible()
    expect((await header(staff).boundingBox())?.height).toBeLessThanOrEqual(most.header)
    expect(await yOf(staff)).toBeLessThanOrEqual(most.firstRow)
    expect(await rowsInView(staff)).toBeGreaterThanOrEqual(most.rows)
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    // In narrow windows the row of areas scrolls, and begins with the current one.
    const links =
      width < 1280 ? ['Back to Home', 'Submissions'] : ['Back to Home', 'Submissions', 'Payouts', 'Settings']
    for (const name of links) await expect(staff.getByRole('link', { name })).toBeInViewport()
    await expect(staff.getByRole('button', { name: 'Logout' })).toBeInViewport()
  })

for (const { width, height } of screens)
  test(`at ${width}x${height} a new order does not move the row under the pointer`, async ({ browser, page }) => {
    const { email } = await join(page)
    // No other test submits these cards, so that the warnings of the row do not change.
    const submitNth = (nth: number) => submitCard(page, { cardNumber: `AAAA ${width} ${height} ${nth}` })
    await submitNth(1)
    await submitNth(2)
    const staff = await newStaffPage(browser)
    await staff.setViewportSize({ width, height })
    await staff.goto(`/admin?status=pending&sort=newest&search=${encodeURIComponent(email)}`)
    await expect(staff.getByRole('article')).toHaveCount(2)
    // The mark of its warnings is read after the row.
    await expect(firstRow(staff)).toContainText('Possible duplicate')
    const [text, y] = [await firstRow(staff).textContent(), await yOf(staff)]
    const id = await submitNth(3)
    const show = staff.getByRole('button', { name: '1 new order - show' })
    await expect(show).toBeInViewport()
    expect([await firstRow(staff).textContent(), await yOf(staff)]).toEqual([text, y])
    await show.click()
    await expect(staff.getByRole('article')).toHaveCount(3)
    await expect(firstRow(staff)).toContainText(width > 1100 ? id : 'Apple')
    await expect(show).toBeHidden()
  })

test('the columns of orders and registrations stand below each other', async ({ browser, page }) => {
  const { email } = await join(page)
  await submitCard(page)
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 1280, height: 720 })
  await staff.goto(`/admin?status=all&search=${encodeURIComponent(email)}`)
  await expect(staff.getByRole('article')).toHaveCount(2)
  const xOf = async (text: string) =>
    (await staff.getByRole('article').getByText(text, { exact: true }).boundingBox())?.x ?? Number.NaN
  expect(await xOf('Registered')).toBeCloseTo(await xOf('Pending'), 0)
})

test('on a phone the chosen filter and tab are in view', async ({ browser }) => {
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 360, height: 780 })
  await staff.goto('/admin?status=registered')
  await expect(staff.getByRole('button', { name: 'Registrations', pressed: true })).toBeInViewport({ ratio: 1 })
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await staff.goto('/admin?tab=users')
  await expect(staff.getByRole('link', { name: 'Registered Users' })).toBeInViewport({ ratio: 1 })
})

test('on a phone the chosen tab stays in view when the label of another one grows', async ({ browser, page }) => {
  await join(page)
  await submitCard(page)
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 360, height: 780 })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await staff.route(/submissions\.waiting/, async (route) => {
    await released
    await route.continue()
  })
  await staff.goto('/admin?tab=users')
  const chosen = staff.getByRole('link', { name: 'Registered Users' })
  await expect(chosen).toBeInViewport({ ratio: 1 })
  release()
  await expect(staff.getByRole('link', { name: /need/ })).toBeAttached()
  await expect(chosen).toBeInViewport({ ratio: 1 })
})

test('the title of the browser tab says how many orders arrived in the background', async ({ browser, page }) => {
  await join(page)
  const staff = await newStaffPage(browser)
  await staff.goto('/admin?tab=users')
  await expect(staff.getByRole('link', { name: /^Submissions/ })).toBeVisible()
  // The first response of the queue counts as seen.
  await staff.waitForLoadState('networkidle')
  await submitCard(page)
  await expect(staff).toHaveTitle(/^\(\d+\+?\) /)
  await staff.getByRole('link', { name: /^Submissions/ }).click()
  await expect(staff).not.toHaveTitle(/^\(\d+\+?\) /)
})
