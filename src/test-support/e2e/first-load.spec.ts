import { expect, type Page } from '@playwright/test'
import { join } from './accounts.ts'
import { builtUrl } from './built-files.ts'
import { test } from './closing-test.ts'
import { errorsOf, holdScript, isRunning, layoutShift } from './first-load.ts'
import { banner } from './page-actions.ts'

/** The prerendered pages, with their title and heading. */
const prerendered = [
  ['/', 'Instant Cash for Gift Cards | Gift Card Exchange', 'Convert Gift Cards to Instant Cash'],
  ['/exchange', 'Select Card | Gift Card Exchange', 'Exchange a gift card'],
  ['/supported-cards', 'Supported Cards | Gift Card Exchange', /Supported/],
  ['/sell/steam', 'Sell Steam gift cards for cash: 90% | Gift Card Exchange', 'Sell Steam gift cards for cash'],
  ['/signup', 'Create Account | Gift Card Exchange', /Create/],
  ['/privacy-policy', 'Privacy Policy | Gift Card Exchange', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service | Gift Card Exchange', 'Terms of Service'],
  ['/figures', 'What we measure | Gift Card Exchange', 'What we measure'],
  ['/forgot-password', 'Forgot Password | Gift Card Exchange', 'Forgot your password?'],
  ['/no-such-page', '404 Page Not Found | Gift Card Exchange', '404 Page Not Found'],
  ['/sell/no-such-brand', '404 Page Not Found | Gift Card Exchange', '404 Page Not Found'],
  ['/admin/users', '404 Page Not Found | Gift Card Exchange', '404 Page Not Found'],
  ['/admin/settings/x', '404 Page Not Found | Gift Card Exchange', '404 Page Not Found'],
  // The server redirects upper-case letters to the address of the page.
  ['/SIGNUP', 'Create Account | Gift Card Exchange', /Create/],
] as const

for (const [path, title, heading] of prerendered) {
  test(`${path} is complete before the script runs and is hydrated without rendering again`, async ({ page }) => {
    const errors = errorsOf(page)
    const release = await holdScript(page)
    const response = await page.goto(path, { waitUntil: 'commit' })
    expect(response?.status()).toBe(title.startsWith('404') ? 404 : 200)
    const headings = page.getByRole('heading', { level: 1 })
    await expect(headings).toHaveText(heading)
    await expect(page).toHaveTitle(title)
    await page.evaluate(() => Object.assign(document.querySelector('h1') ?? {}, { isMarked: true }))

    release()
    await isRunning(page)
    await expect(headings).toHaveCount(1)
    expect(await page.evaluate(() => 'isMarked' in (document.querySelector('h1') ?? {}))).toBe(true)
    await expect(page.locator('head > title')).toHaveCount(1)
    await expect(page).toHaveTitle(title)
    expect(errors.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
  })
}

test('input on the front page before hydration produces its payout', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Gift Card', { exact: true }).selectOption('Target')
  await page.getByLabel('Gift Card Value').fill('250.50')
  release()
  await isRunning(page)
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('250.50')
  await expect(page.getByRole('status')).toContainText('$227.96')
})

test('input in the exchange before hydration produces its payout', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/exchange', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('app')
  await page.getByRole('radio', { name: /^Apple/ }).check()
  await page.getByLabel('Gift Card Value').fill('250.50')
  release()
  await expect(page.getByText('$230.46').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Apple/ })).toBeChecked()
  await expect(page.getByRole('searchbox')).toHaveValue('app')
  await expect(page.getByRole('radio', { name: /^Target/ })).toBeHidden()
})

test('keeps input in the sign-up form from before hydration', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/signup', { waitUntil: 'commit' })
  await page.getByLabel('Full Name').fill('Dana Reyes')
  await page.getByLabel('Password', { exact: true }).fill('a-customer-password')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  release()
  await isRunning(page)
  await expect(page).toHaveURL(/\/signup$/)
  await expect(page.getByLabel('Full Name')).toHaveValue('Dana Reyes')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a-customer-password')
  // Enter submitted the form after hydration: three other fields are missing.
  const summary = page.getByRole('group', { name: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveCount(3)
})

test('keeps the scroll position from before hydration and on reload and Back; a link starts at the top', async ({
  page,
}) => {
  const scrollTo = (top: number) => page.evaluate((top) => window.scrollTo(0, top), top)
  const place = () => page.evaluate(() => Math.round(scrollY))
  const release = await holdScript(page)
  await page.goto('/exchange', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Get My Quote' })).toBeVisible()
  await scrollTo(400)
  release()
  await isRunning(page)
  await page.waitForLoadState('networkidle')
  expect(await place()).toBe(400)
  await scrollTo(300)
  await page.reload()
  await isRunning(page)
  await expect.poll(place).toBe(300)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect.poll(place).toBe(300)
})

/** Opens a page whose script loads at the call of the returned function. */
async function openBeforeHydration(page: Page, path: string): Promise<() => void> {
  const release = await holdScript(page)
  const loaded = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/replay-early-clicks.js'))
  await page.goto(path, { waitUntil: 'commit' })
  await loaded
  return release
}

test('a click before hydration is replayed afterwards', async ({ page }) => {
  const release = await openBeforeHydration(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'How it Works' }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'How it Works' })).toBeVisible()
})

test('a tab that is clicked before hydration is selected afterwards', async ({ page }) => {
  const release = await openBeforeHydration(page, '/signup')
  const tab = page.getByRole('tab', { name: 'I have an account' })
  await tab.click()
  release()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('buttons work when the script that replays early clicks loads last', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/replay-early-clicks.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/signup', { waitUntil: 'commit' })
  await isRunning(page)
  const late = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/replay-early-clicks.js'))
  release()
  await late
  await page.waitForLoadState()
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeFocused()
})

test('a session that is known before hydration causes no error', async ({ page }) => {
  await join(page)
  const errors = errorsOf(page)
  for (const path of ['/', '/exchange', '/supported-cards']) {
    await page.goto(path)
    await isRunning(page)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
  }
  expect(errors).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages, their links and the form of the front page work', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Your card is safe with us' })).toBeVisible()
    await page.getByLabel('Gift Card', { exact: true }).selectOption('Target')
    await page.getByRole('button', { name: 'Sell This Card' }).click()
    await expect(page).toHaveURL(/\/exchange\?brand=target&value=100$/)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Gift card brand' }).getByRole('radio')).not.toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: 'Supported Cards' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('an address with search parameters renders without hydration errors', async ({ page }) => {
  const errors = errorsOf(page)
  await page.goto('/supported-cards?q=apple')
  await expect(page.getByRole('searchbox')).toHaveValue('apple')
  await page.goto('/exchange?step=quote')
  await expect(page.getByRole('heading', { name: 'Which card are you selling?' })).toBeVisible()
  await page.goto('/exchange?brand=apple&value=100&utm_source=mail')
  await expect(page.getByText('$92.00').first()).toBeVisible()
  expect(errors).toEqual([])
})

for (const width of [1280, 360]) {
  test(`pages load without layout shift, signed in, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 820 })
    await join(page, 'Alexandria Montgomery-Castellano')
    for (const path of ['/', '/exchange', '/supported-cards', '/figures']) {
      await page.goto(path)
      await isRunning(page)
      if (path === '/figures') await expect(page.getByRole('cell', { name: '–', exact: true })).toHaveCount(0)
      if (path === '/') await expect(page.getByText('Welcome back, Alexandria')).toBeAttached()
      if (path === '/exchange') await expect(page.getByText('Signed in as')).toBeAttached()
      expect(await layoutShift(page), path).toBeLessThan(0.01)
    }
  })
}

test('what the server has rendered stays until its code has loaded, also when the session arrives first', async ({
  page,
}) => {
  const release = await holdScript(page, ['features/home/home-middle.tsx', 'features/home/home-end.tsx'].map(builtUrl))
  const session = page.waitForResponse(/account\.session/)
  await page.goto('/', { waitUntil: 'commit' })
  const parts = page.locator('section[aria-labelledby="why"], section[aria-labelledby="safety"]')
  await expect(parts).toHaveCount(2)
  const rendered = await parts.elementHandles()
  await isRunning(page)
  await session
  // The application has rendered the session when the link to sign in is a button that works.
  await banner(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const attached = () => Promise.all(rendered.map((part) => part.evaluate((element) => element.isConnected)))
  expect(await attached()).toEqual([true, true])
  release()
  await page.waitForLoadState('networkidle')
  expect(await attached()).toEqual([true, true])
})
