import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { join, newStaffPage } from './accounts.ts'
import { choose, decision, opened, openReview, openSubmission, row, rows } from './review-actions.ts'
import { submitCard, test } from './submissions.ts'

const SUBMISSIONS = 10

/** Reveals, decides with these keys and continues with the next submission. */
async function decideByKeys(staff: Page, keys: readonly string[]): Promise<void> {
  await expect(opened(staff).getByRole('heading', { level: 3 })).toBeFocused()
  await staff.keyboard.press('v')
  await expect(opened(staff)).toContainText('8841')
  // A key without its control does nothing.
  await expect(decision(staff)).toBeVisible()
  for (const key of keys) await staff.keyboard.press(key)
}

test('staff review ten submissions with the keyboard alone', { tag: '@firefox' }, async ({ browser, page }) => {
  test.slow()
  const customer = await join(page)
  const ids: string[] = []
  for (let at = 0; at < SUBMISSIONS; at++)
    ids.push(await submitCard(page, { cardValue: String(200 - at * 10), cardNumber: `AAAA BBBB 000${at}` }))
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  await staff.keyboard.press('j')
  await expect(row(staff, ids.at(-1) ?? '').getByRole('link')).toBeFocused()
  await staff.keyboard.press('Enter')
  for (const [at, id] of ids.toReversed().entries()) {
    await expect(opened(staff)).toContainText(id)
    if (at === 0) {
      await decideByKeys(staff, ['3', 'n'])
      const confirm = staff.getByRole('dialog', { name: 'Confirm the payout' })
      await expect(confirm).toContainText(/Have you sent \$[\d.]+ to Cash App \$dana_r\?/)
      await expect(confirm.getByRole('button', { name: 'Mark as Completed' })).toBeFocused()
      await staff.keyboard.press('Enter')
    } else if (at % 2 === 0) await decideByKeys(staff, ['2', 'n'])
    else {
      await decideByKeys(staff, ['4', 'r'])
      await expect(decision(staff).getByRole('combobox')).toBeFocused()
      await staff.keyboard.type('blurry')
      await staff.keyboard.press('Enter')
      await expect(decision(staff).getByLabel('The customer will read')).toContainText('too blurry or dark to read')
      await staff.keyboard.press('n')
    }
  }
  // The five in processing are still open: the first of them is next.
  await expect(opened(staff).getByRole('heading', { level: 3 })).toBeFocused()
  const count = (status: string) => rows(staff).getByText(status, { exact: true })
  await expect(count('Completed')).toHaveCount(1)
  await expect(count('Processing')).toHaveCount(4)
  await expect(count('Rejected')).toHaveCount(5)
  await expect(count('Pending')).toHaveCount(0)
})

/** A reviewer at 1280x720 who counts clicks and keys, and clicks only on what is in view without scrolling. */
class Hands {
  readonly page: Page
  clicks = 0
  keys = 0
  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    await expect(target).toBeInViewport({ ratio: 0.99 })
    await target.click()
    this.clicks++
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
    this.keys += keys.length
  }
}

/** The review view of two new orders, where no order is open yet. */
async function startShift(browser: Browser, page: Page) {
  const customer = await join(page)
  for (const cardNumber of ['HANDS CARD 0001', 'HANDS CARD 0002']) await submitCard(page, { cardNumber })
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 1280, height: 720 })
  await openReview(staff, customer)
  return { staff, hands: new Hands(staff), start: staff.getByRole('button', { name: /^Review the / }) }
}

const idOf = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? ''

test('a reject takes one click and seven keys and leads to the next order', { tag: '@main' }, async ({
  browser,
  page,
}) => {
  const { staff, hands, start } = await startShift(browser, page)
  await hands.click(start)
  await expect(opened(staff).getByRole('heading', { level: 3 })).toBeFocused()
  const first = idOf(staff)
  await hands.press('4', 'r', 'b', 'l', 'u', 'Enter', 'Enter')
  await expect.poll(() => idOf(staff)).not.toBe(first)
  await expect(opened(staff).getByRole('heading', { level: 3 })).toBeFocused()
  await expect(row(staff, first)).toContainText('Rejected')
  expect(hands).toMatchObject({ clicks: 1, keys: 7 })
  await openSubmission(staff, first)
  await expect(opened(staff)).toContainText('The photo is too blurry or dark to read.')
})

test('a reject by mouse takes four clicks without scrolling and leads to the next order', async ({ browser, page }) => {
  const { staff, hands, start } = await startShift(browser, page)
  await hands.click(start)
  await expect(decision(staff)).toBeVisible()
  const first = idOf(staff)
  await hands.click(decision(staff).getByRole('group', { name: 'New Status' }).getByText('Rejected'))
  await hands.click(decision(staff).getByRole('option').first())
  await hands.click(decision(staff).getByRole('button', { name: 'Save and next' }))
  await expect.poll(() => idOf(staff)).not.toBe(first)
  await expect(row(staff, first)).toContainText('Rejected')
  expect(hands).toMatchObject({ clicks: 4, keys: 0 })
})

test('on a phone the submission replaces the list and leads back to its row', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitCard(page)
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 360, height: 740 })
  await openReview(staff, customer)
  await openSubmission(staff, id)
  await expect(rows(staff)).toHaveCount(0)
  await choose(staff, 'Processing')
  await decision(staff).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staff.getByRole('button', { name: 'Undo' })).toBeVisible()
  await staff.getByRole('button', { name: 'Back to the list' }).click()
  await expect(opened(staff)).toHaveCount(0)
  await expect(row(staff, id)).toContainText('Processing')
  await expect(row(staff, id).getByRole('link')).toBeFocused()
})
