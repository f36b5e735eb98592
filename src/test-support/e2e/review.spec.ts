import { expect, type Page } from '@playwright/test'
import { join, newStaffPage } from './accounts.ts'
import { choose, decision, opened, openOrder, openReview, row, rows, submitWithPhotos } from './review-actions.ts'
import { submitOrder, test } from './submissions.ts'

const ORDERS = 10

/** Reveals, decides with these keys and continues with the next order. */
async function decideByKeys(staff: Page, keys: readonly string[]): Promise<void> {
  await expect(opened(staff).getByRole('heading', { level: 3 })).toBeFocused()
  await staff.keyboard.press('v')
  await expect(opened(staff)).toContainText('8841')
  for (const key of keys) await staff.keyboard.press(key)
}

test('staff review ten orders with the keyboard alone', async ({ browser, page }) => {
  test.slow()
  const customer = await join(page)
  const ids: string[] = []
  for (let at = 0; at < ORDERS; at++)
    ids.push(await submitOrder(page, { cardValue: String(200 - at * 10), cardNumber: `AAAA BBBB 000${at}` }))
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
      await expect(confirm).toContainText(/Completed says that \$[\d.]+ has been sent to Cash App: \$dana_r\./)
      await expect(confirm.getByRole('button', { name: 'Mark as Completed' })).toBeFocused()
      await staff.keyboard.press('Enter')
    } else if (at % 2 === 0) await decideByKeys(staff, ['2', 'n'])
    else {
      await decideByKeys(staff, ['4', 'r'])
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

test('photos are zoomed, panned, rotated and brightened with wheel, keys and buttons', async ({ browser, page }) => {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  await openOrder(staff, id)
  const front = opened(staff).getByRole('group', { name: 'Photo front.jpg' })
  const back = opened(staff).getByRole('group', { name: 'Photo back.jpg' })
  const zoom = (name: string) => staff.getByLabel(`Zoom of ${name}`)
  const heights = [await front.boundingBox(), await back.boundingBox()]
  expect(heights[0]?.height).toBe(heights[1]?.height)
  expect(heights[0]?.y).toBe(heights[1]?.y)

  await front.hover()
  for (let turns = 0; turns < 12; turns++) await staff.mouse.wheel(0, -200)
  await expect(zoom('front.jpg')).toHaveText('800%')
  await expect(zoom('back.jpg')).toHaveText('100%')
  const place = () => front.getByRole('img').boundingBox()
  const before = await place()
  const middle = await front.boundingBox()
  if (!middle || !before) throw new Error('The photo is not there.')
  const [x, y] = [middle.x + middle.width / 2, middle.y + middle.height / 2]
  await staff.mouse.move(x, y)
  await staff.mouse.down()
  await staff.mouse.move(x + 60, y + 30, { steps: 4 })
  await staff.mouse.up()
  await expect.poll(async () => Math.round(((await place())?.x ?? 0) - before.x)).toBe(60)
  await front.focus()
  await staff.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => ((await place())?.x ?? 0) < before.x + 60).toBe(true)
  await staff.keyboard.press('0')
  await expect(zoom('front.jpg')).toHaveText('100%')

  await staff.keyboard.press('ArrowRight')
  await expect(back).toBeFocused()
  for (const key of [']', 'i', '+']) await staff.keyboard.press(key)
  const picture = back.getByRole('img')
  await expect(picture).toHaveCSS('rotate', '90deg')
  await expect(picture).toHaveCSS('filter', /contrast/)
  await expect(zoom('back.jpg')).toHaveText('150%')
  await staff.getByRole('button', { name: 'Rotate left, back.jpg' }).click()
  await expect(picture).toHaveCSS('rotate', '0deg')
  await staff.getByRole('button', { name: /^Contrast: strong contrast, back\.jpg/ }).click()
  await expect(picture).toHaveCSS('filter', /invert/)
  await expect(front.getByRole('img')).toHaveCSS('filter', 'none')
})

test('Escape leaves the full-window photo and closes nothing else', async ({ browser, page }) => {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  await openOrder(staff, id)
  await decision(staff).getByLabel('Custom Reason (Optional)').fill('Half a thought')
  await opened(staff).getByRole('group', { name: 'Photo front.jpg' }).focus()
  await staff.keyboard.press(']')
  await staff.keyboard.press('f')
  const box = staff.getByRole('dialog', { name: 'front.jpg' })
  await expect(box).toContainText('Photo 1 of 2')
  await expect(box.getByRole('img')).toHaveCSS('rotate', '90deg')
  await staff.keyboard.press('+')
  await expect(box.getByLabel('Zoom of front.jpg')).toHaveText('150%')
  await staff.keyboard.press('ArrowRight')
  await expect(staff.getByRole('dialog', { name: 'back.jpg' })).toContainText('Photo 2 of 2')
  await staff.keyboard.press('Escape')
  await expect(staff.getByRole('dialog')).toHaveCount(0)
  await expect(opened(staff).getByRole('group', { name: 'Photo front.jpg' })).toBeFocused()
  await expect(decision(staff).getByLabel('Custom Reason (Optional)')).toHaveValue('Half a thought')
})

test('on a phone the order replaces the list and leads back to its row', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitOrder(page)
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 360, height: 740 })
  await openReview(staff, customer)
  await openOrder(staff, id)
  await expect(rows(staff)).toHaveCount(0)
  await choose(staff, 'Processing')
  await decision(staff).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staff.getByRole('button', { name: 'Undo' })).toBeVisible()
  await staff.getByRole('button', { name: 'Back to the list' }).click()
  await expect(opened(staff)).toHaveCount(0)
  await expect(row(staff, id)).toContainText('Processing')
  await expect(row(staff, id).getByRole('link')).toBeFocused()
})
