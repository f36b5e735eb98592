import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { join, newStaffPage } from './accounts.ts'
import { decision, opened, openReview, openSubmission, submitWithPhotos } from './review-actions.ts'
import { test } from './submissions.ts'

/** Opens a submission with two photos in the review view, in a browser of its own. */
async function openPhotos(browser: Browser, page: Page): Promise<Page> {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  await openSubmission(staff, id)
  return staff
}

/** Within two pixels: mouse events have whole coordinates, which a zoom of 300% enlarges. */
function expectNear(one: number, other: number): void {
  expect(Math.abs(one - other), `${one} and ${other}`).toBeLessThan(2)
}

/** The box of a photo or its frame, in pixels of the page. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The photo is not there.')
  return box
}

test('photos are zoomed, panned, rotated and brightened with wheel, keys and buttons', async ({ browser, page }) => {
  const staff = await openPhotos(browser, page)
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

test('a double click zooms in at its point and back out, a click centres its point', async ({ browser, page }) => {
  const staff = await openPhotos(browser, page)
  const front = opened(staff).getByRole('group', { name: 'Photo front.jpg' })
  const zoom = staff.getByLabel('Zoom of front.jpg')
  const picture = front.getByRole('img')
  const frame = await boxOf(front)
  const whole = await boxOf(picture)
  const corner = { x: frame.width * 0.25, y: frame.height * 0.25 }
  await front.dblclick({ position: corner })
  await expect(zoom).toHaveText('300%')
  // The point under the pointer has stayed: a quarter into the frame, a quarter into the photo.
  const near = await boxOf(picture)
  expectNear(near.x + near.width * 0.25, frame.x + corner.x)
  expectNear(near.y + near.height * 0.25, frame.y + corner.y)

  await front.click({ position: corner })
  await expect(front).toBeFocused()
  const centred = await boxOf(picture)
  expectNear(centred.x - near.x, frame.width * 0.25)
  // The edge of the photo stops at the edge of the frame.
  for (let clicks = 0; clicks < 4; clicks++) await front.click({ position: { x: 20, y: 20 } })
  await expect.poll(async () => Math.round((await boxOf(picture)).x - frame.x)).toBe(0)

  await staff.getByRole('button', { name: 'Rotate right, front.jpg' }).click()
  const turned = await boxOf(picture)
  expectNear(turned.x + turned.width / 2, frame.x + frame.width / 2)
  await expect(zoom).toHaveText('300%')
  await staff.getByRole('button', { name: 'Rotate left, front.jpg' }).click()
  await front.dblclick({ position: corner })
  await expect(zoom).toHaveText('100%')
  expect(await boxOf(picture)).toEqual(whole)
})

test('scrolling down over a whole photo scrolls the page', async ({ browser, page }) => {
  const staff = await openPhotos(browser, page)
  const front = opened(staff).getByRole('group', { name: 'Photo front.jpg' })
  await staff.setViewportSize({ width: 1280, height: 500 })
  await front.hover()
  const top = () => boxOf(front).then(({ y }) => y)
  const before = await top()
  await staff.mouse.wheel(0, 60)
  await expect.poll(top).toBeLessThan(before)
  await expect(staff.getByLabel('Zoom of front.jpg')).toHaveText('100%')
})

test('Escape leaves the full-window photo and closes nothing else', async ({ browser, page }) => {
  const staff = await openPhotos(browser, page)
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

test('the original of a photo that cannot be shown can be downloaded', async ({ browser, page }) => {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  // As for photos from before every picture was decoded. The original is another address.
  await staff.route(/\/api\/files\/[\w-]+$/, (route) => route.fulfill({ status: 422 }))
  await openReview(staff, customer)
  await openSubmission(staff, id)
  const front = opened(staff).getByRole('group', { name: 'Photo front.jpg' })
  await expect(front.getByText("This photo can't be shown.")).toBeVisible()
  const downloading = staff.waitForEvent('download')
  await front.getByRole('link', { name: 'Download original' }).click()
  expect((await downloading).url()).toContain('?download=original')
})

test('a photo that the server was too busy to show appears without a reload', async ({ browser, page }) => {
  const customer = await join(page)
  await page.goto('/')
  const id = await submitWithPhotos(page)
  const staff = await newStaffPage(browser)
  let refused = 0
  await staff.route('**/api/files/*', (route) => {
    if (refused >= 4) return route.continue()
    refused++
    return route.fulfill({ status: 503, headers: { 'retry-after': '0' } })
  })
  await openReview(staff, customer)
  await openSubmission(staff, id)
  const front = opened(staff).getByRole('group', { name: 'Photo front.jpg' }).getByRole('img')
  await expect.poll(() => front.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(opened(staff).getByText("This photo can't be shown.")).toBeHidden()
  expect(refused).toBe(4)
})
