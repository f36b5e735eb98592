import { expect, type Page } from '@playwright/test'
import { join, watchErrors } from './accounts.ts'
import { test } from './closing-test.ts'
import { isRunning } from './first-load.ts'
import { banner } from './page-actions.ts'
import { heading } from './wizard-actions.ts'

const sizes = [
  { width: 1280, height: 720 },
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const

/** The content of a tag in the head. */
const contentOf = (page: Page, selector: string) => page.locator(`head ${selector}`).getAttribute('content')

for (const size of sizes)
  test(`a brand page says what a card pays and opens its quote, at ${size.width}x${size.height}`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/sell/steam')
    const main = page.getByRole('main')
    await expect(main).toContainText('We pay 90% of the card')
    await expect(main).toContainText('a $100 card pays $90.00')
    const sell = main.getByRole('link', { name: 'Sell your Steam card' })
    if (size.width > 900) await expect(sell).toBeInViewport()
    for (const name of ['What we need', 'Where the code is', 'What gets rejected'])
      await expect(heading(page, name)).toBeVisible()
    await sell.click()
    await expect(page).toHaveURL(/\/exchange/)
    await expect(page.getByRole('radio', { name: /^Steam/ })).toBeChecked()
  })

test('a brand page names the rules of its brand', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto('/sell/visa')
  await expect(main).toContainText('Photos of the front and the back. We need both.')
  await expect(main).toContainText('A Visa card needs its expiry date.')
  await page.goto('/sell/cvs')
  await expect(main).toContainText('A photo of the store receipt.')
  // Below the minimum of $200, $100 would be no example.
  await page.goto('/sell/coach')
  await expect(main).toContainText('a $200 card pays')
})

test('breadcrumbs and similar cards lead on', async ({ page }) => {
  await page.goto('/sell/steam')
  await page.getByRole('navigation', { name: 'Similar cards' }).getByRole('link', { name: 'Xbox' }).click()
  await expect(heading(page, 'Sell Xbox gift cards for cash')).toBeVisible()
  await expect(page).toHaveTitle('Sell Xbox gift cards for cash: 90% | Gift Card Exchange')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Supported Cards' }).click()
  await expect(heading(page, 'Supported Cards')).toBeVisible()
})

test('a page describes itself to search engines, and another page takes nothing over', async ({ page, context }) => {
  // The content security policy would report a blocked inline script.
  const errors = watchErrors(context)
  await page.goto('/sell/steam')
  expect(await contentOf(page, 'meta[name=description]')).toContain('Steam gift card for 90%')
  expect(await contentOf(page, 'meta[property="og:title"]')).toBe(await page.title())
  await page.goto('/contact')
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((text) => JSON.parse(text)['@type'])).toEqual(['FAQPage'])
  await expect(page.locator('head meta[name=description]')).toHaveCount(1)
  // Before that, the link loads the other page from the server.
  await isRunning(page)
  await banner(page).getByRole('link', { name: 'Supported Cards' }).click()
  await expect(heading(page, 'Supported Cards')).toBeVisible()
  await expect(page.locator('[data-page]')).toHaveCount(0)
  expect(errors).toEqual([])
})

test('the picture for link previews and the icon of old browsers are served', async ({ page, request }) => {
  await page.goto('/')
  const size = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const picture = new Image()
        picture.onload = () => resolve([picture.naturalWidth, picture.naturalHeight])
        picture.src = '/share.png'
      }),
  )
  expect(size).toEqual([1200, 630])
  const icon = await request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect((await icon.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
})

for (const size of sizes)
  test(`the front page says why a card is safe and shows example photos, at ${size.width}x${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/')
    const safety = page.getByRole('region', { name: 'Your card is safe with us' })
    for (const fact of ['Your code is encrypted', 'Each look is logged', 'Erased after payout'])
      await expect(safety.getByText(fact, { exact: true })).toBeVisible()
    await expect(heading(page, 'If we say no, the card stays yours')).toBeVisible()
    const photos = safety.locator('img')
    await expect(photos).toHaveCount(4)
    for (const photo of await photos.all()) {
      await photo.scrollIntoViewIfNeeded()
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    }
  })

test('visitors read common questions on the contact page', async ({ page }) => {
  await page.goto('/contact')
  await expect(heading(page, 'Sign In Required')).toBeVisible()
  const questions = page.getByRole('region', { name: 'Common questions' })
  await expect(questions.getByRole('heading', { level: 3 })).toHaveCount(6)
  await expect(questions).toContainText('The card stays yours.')
})

for (const width of [900, 1024, 1080, 1280])
  test(`all links of the header are in one row of ${width} pixels, signed in`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await join(page, 'Alexandria Montgomery-Castellano')
    await page.goto('/')
    const header = banner(page)
    for (const name of ['Exchange', 'Supported Cards', 'Contact', 'Transactions'])
      await expect(header.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(header.getByRole('button', { name: 'How it Works' })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Alexandria Montgomery-Castellano' })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Menu' })).toBeHidden()
    expect((await header.boundingBox())?.height).toBeLessThan(70)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
