import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { cut, join, newColleaguePage, newStaffPage } from './accounts.ts'
import { choose, decision, opened, openReview, openSubmission, row, submitWithPhotos } from './review-actions.ts'
import { submitCard, test } from './submissions.ts'

const fact = (page: Page, label: string): Locator =>
  opened(page).getByRole('region', { name: 'Facts' }).getByText(label, { exact: true })
const firstPhoto = (page: Page): Locator => opened(page).getByRole('group', { name: 'Photo front.jpg' })
const reasons = (page: Page): Locator => decision(page).getByRole('listbox', { name: 'Reasons' })
const preview = (page: Page): Locator => decision(page).getByRole('region', { name: 'The customer will read' })
const saveButtons = (page: Page): Locator[] =>
  [/^Save( S)?$/, /^Save and next/].map((name) => decision(page).getByRole('button', { name }))

/** Expects these to be seen whole, cut off by no edge. */
async function expectSeen(...parts: readonly Locator[]): Promise<void> {
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 0.99 })
}

/** Opens an order with two photos on a screen of this size. */
async function openOrder(browser: Browser, page: Page, size: { width: number; height: number }): Promise<Page> {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  await staff.setViewportSize(size)
  await openReview(staff, customer)
  await openSubmission(staff, id)
  await expect(firstPhoto(staff).getByRole('img')).toBeVisible()
  return staff
}

for (const [width, height] of [
  [1280, 720],
  [1280, 900],
  [1920, 1080],
] as const)
  test(`at ${width}x${height} all that a decision needs is on the screen at once`, async ({ browser, page }) => {
    const staff = await openOrder(browser, page, { width, height })
    await staff.keyboard.press('4')
    await staff.keyboard.press('r')
    await staff.keyboard.type('blur')
    const facts = ['Card value', 'Card number', 'Security code', 'Payout'].map((label) => fact(staff, label))
    await expectSeen(...saveButtons(staff), reasons(staff), preview(staff), firstPhoto(staff), ...facts)
    await expectSeen(decision(staff).getByText('Email preview'))
    expect(await staff.evaluate(() => scrollY)).toBe(0)
    expect(await staff.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    const photo = await firstPhoto(staff).boundingBox()
    expect(photo?.height).toBeLessThanOrEqual(height * 0.38 + 1)
    // What does not fit scrolls within its column while Save stays.
    await staff.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded()
    await expectSeen(staff.getByRole('heading', { name: 'History' }), ...saveButtons(staff))
  })

test('at 1280x800 a decision that a colleague makes leaves room for the reasons and the buttons', async ({
  browser,
  page,
}) => {
  const customer = await join(page)
  const id = await submitCard(page)
  const colleague = await newColleaguePage(browser, 'reviewer')
  await openReview(colleague, customer)
  await openSubmission(colleague, id)
  await choose(colleague, 'Rejected')
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 1280, height: 800 })
  await openReview(staff, customer)
  await openSubmission(staff, id)
  await expect(decision(staff)).toContainText('Robin Lee is deciding on this order.')
  await choose(staff, 'Rejected')
  const tiles = decision(staff).getByRole('group', { name: 'New Status' })
  await expectSeen(decision(staff).getByRole('button', { name: 'Take over' }), tiles, reasons(staff))
  await expectSeen(decision(staff).getByLabel('Custom Reason'), ...saveButtons(staff))
  expect((await reasons(staff).boundingBox())?.height).toBeGreaterThan(3 * 28)
  await colleague.context().close()
})

test('on a tall screen the list of reasons is no empty box, and the photos keep a size that fits them', async ({
  browser,
  page,
}) => {
  const staff = await openOrder(browser, page, { width: 1280, height: 2200 })
  expect((await reasons(staff).boundingBox())?.height).toBeLessThan(200)
  expect((await firstPhoto(staff).boundingBox())?.height).toBeLessThanOrEqual(576 + 1)
  await choose(staff, 'Rejected')
  await expect(reasons(staff).getByRole('option')).toHaveCount(26)
  expect((await reasons(staff).boundingBox())?.height).toBeGreaterThan(400)
})

test('on a phone photo and facts open at once, and Save stays under the reasons and the preview', async ({
  browser,
  page,
}) => {
  const staff = await openOrder(browser, page, { width: 390, height: 844 })
  await expectSeen(firstPhoto(staff), fact(staff, 'Card value'), fact(staff, 'Card number'))
  await expectSeen(fact(staff, 'Security code'), fact(staff, 'Payout'))
  await staff.keyboard.press('4')
  await staff.keyboard.press('r')
  await staff.keyboard.type('blur')
  await expectSeen(reasons(staff), preview(staff), ...saveButtons(staff))
})

test('an order that could not be loaded has buttons of the usual height', async ({ browser }) => {
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 1280, height: 720 })
  await cut(staff, /admin\.review\.get/)
  await staff.goto('/admin?view=review&search=zzzz&id=GCE-0000000000')
  const retry = staff.getByRole('button', { name: 'Try again' }).last()
  expect((await retry.boundingBox())?.height).toBeLessThan(50)
})

test('the line of warnings above the photos is one line and leads to all orders that it is about', async ({
  browser,
  page,
}) => {
  const customer = await join(page)
  for (let before = 0; before < 7; before++) await submitCard(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 1280, height: 720 })
  await openReview(staff, customer)
  await expect(row(staff, id)).toContainText('Possible duplicate: same card number')
  await openSubmission(staff, id)
  const banner = opened(staff).getByRole('region', { name: 'Warnings' })
  await expect(banner).toContainText('Same card number as')
  await expectSeen(banner, firstPhoto(staff), fact(staff, 'Card number'), fact(staff, 'Payout'), ...saveButtons(staff))
  const warnings = opened(staff).getByRole('region', { name: 'Possible duplicates' })
  await banner.getByRole('button', { name: /^Show \d+ orders$/ }).click()
  await expect(warnings).toBeFocused()
  // The orders of other tests may share the photos and the payout account.
  expect(await warnings.getByRole('listitem').count()).toBeGreaterThanOrEqual(7)
  await expect(warnings.getByRole('listitem').first()).toBeInViewport()
})

test('forced colours keep the open row, the chosen view, status and reason', async ({ browser, page }) => {
  const staff = await openOrder(browser, page, { width: 1280, height: 720 })
  await staff.emulateMedia({ forcedColors: 'active' })
  await choose(staff, 'Rejected')
  await reasons(staff).getByRole('option').first().click()
  const look = (place: Locator) =>
    place.evaluate((element) => {
      const { backgroundColor, color, borderTopColor, outlineStyle } = getComputedStyle(element)
      return { backgroundColor, color, borderTopColor, outlineStyle }
    })
  const tile = (name: string) => decision(staff).locator('label').filter({ hasText: name })
  expect(await look(tile('Rejected'))).not.toEqual(await look(tile('Failed')))
  const [chosen, other] = [0, 1].map((at) => reasons(staff).getByRole('option').nth(at))
  if (!chosen || !other) throw new Error('There are no reasons.')
  expect(await look(chosen)).not.toEqual(await look(other))
  const filter = (name: string) => staff.getByRole('group', { name: 'View' }).getByRole('button', { name })
  expect(await look(filter('Review'))).not.toEqual(await look(filter('List')))
  const open = staff.getByRole('region', { name: 'Submissions' }).getByRole('listitem').first()
  expect((await look(open)).outlineStyle).toBe('solid')
  const tag = opened(staff).locator('header').getByText('Pending', { exact: true })
  await expect(tag).toHaveCSS('border-top-style', 'solid')
})
