import { randomInt, randomUUID } from 'node:crypto'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { join, newStaffPage } from './accounts.ts'
import {
  choose,
  decision,
  opened,
  openReview,
  openSubmission,
  pressKeys,
  row,
  rows,
  submitWithPhotos,
} from './review-actions.ts'
import { submitCard, test } from './submissions.ts'

const SUBMISSIONS = 10

/** Reveals, decides with these keys and continues with the next submission. */
async function decideByKeys(staff: Page, keys: readonly string[]): Promise<void> {
  await expect(opened(staff).getByRole('heading', { level: 3 })).toBeFocused()
  await staff.keyboard.press('v')
  await expect(opened(staff)).toContainText('8841')
  // A key without its control does nothing.
  await expect(decision(staff)).toBeVisible()
  await pressKeys(staff, keys)
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
  for (const [at, id] of ids.toReversed().entries()) {
    await expect(opened(staff)).toContainText(id)
    if (at === 0) {
      await decideByKeys(staff, ['3', 'n'])
      const confirm = staff.getByRole('dialog', { name: 'Confirm the payout' })
      await expect(confirm).toContainText(/You say that you paid \$[\d.]+ to Cash App \$da…r\./)
      await expect(confirm.getByLabel('Reference of the payment')).toBeFocused()
      await staff.keyboard.press('Enter')
    } else if (at % 2 === 0) await decideByKeys(staff, ['2', 'n'])
    else {
      await decideByKeys(staff, ['4', 'r'])
      await expect(decision(staff).getByRole('combobox')).toBeFocused()
      await staff.keyboard.type('blurry')
      await staff.keyboard.press('Enter')
      await expect(decision(staff).getByLabel('The customer will read')).toContainText('too blurry or dark to read')
      await pressKeys(staff, ['n'])
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
    await pressKeys(this.page, keys)
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

test('one key opens the first order, two approve it and three reject the next', { tag: '@main' }, async ({
  browser,
  page,
}) => {
  const customer = await join(page)
  // Without warnings, which need another key.
  const unique = randomUUID().slice(0, 8)
  await page.goto('/')
  for (const at of [1, 2]) {
    const seed = 10 * randomInt(1000, 1_000_000) + 2 * at
    await submitWithPhotos(page, { seed, cardNumber: `KEYS${at}${unique}`, paymentDetails: `$keys_${unique}` })
  }
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  const hands = new Hands(staff)
  await hands.press('j')
  const heading = opened(staff).getByRole('heading', { level: 3 })
  await expect(heading).toBeFocused()
  await expect(opened(staff).getByRole('heading', { name: 'History' })).toBeVisible()
  const first = idOf(staff)
  await hands.press('a', 'n')
  await expect.poll(() => idOf(staff)).not.toBe(first)
  await expect(row(staff, first)).toContainText('Approved')
  const second = idOf(staff)
  await expect(heading).toBeFocused()
  await expect(opened(staff).getByRole('heading', { name: 'History' })).toBeVisible()
  await hands.press('4', '6', 'n')
  await expect(row(staff, second)).toContainText('Rejected')
  expect(hands).toMatchObject({ clicks: 0, keys: 6 })
  await openSubmission(staff, second)
  await expect(opened(staff).getByText(/^Pending to/)).toBeVisible()
  const answer = await staff.request.get(`/api/admin/submissions/${second}/history`)
  expect(((await answer.json()) as { reason: string | null }[]).at(-1)?.reason).toBeTruthy()
})

test('an approval against warnings takes one key more, which says why', async ({ browser, page }) => {
  const { staff, hands, start } = await startShift(browser, page)
  await submitCard(page, { cardNumber: 'HANDS CARD 0001', cardValue: '75' })
  await hands.click(start)
  await expect(opened(staff).getByRole('heading', { name: 'History' })).toBeVisible()
  const first = idOf(staff)
  await hands.press('a', 'n')
  const second = decision(staff).getByRole('button', { name: /^Approve despite \d+ warnings?/ })
  await expect(second).toBeVisible()
  expect(idOf(staff)).toBe(first)
  await hands.press('Shift+A', 'n')
  await expect.poll(() => idOf(staff)).not.toBe(first)
  await expect(row(staff, first)).toContainText('Approved')
})

test('the list follows the open order', async ({ browser, page }) => {
  const customer = await join(page)
  await Promise.all(Array.from({ length: 12 }, (_, at) => submitCard(page, { cardNumber: `FOLLOW CARD ${1000 + at}` })))
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 1280, height: 720 })
  await openReview(staff, customer)
  for (let moves = 1; moves <= 12; moves++) {
    const before = idOf(staff)
    await staff.keyboard.press('j')
    await expect.poll(() => idOf(staff)).not.toBe(before)
    await expect(row(staff, idOf(staff))).toBeInViewport({ ratio: 0.9 })
  }
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
