import { expect, type Page } from '@playwright/test'
import { holdBack, join } from './accounts.ts'
import { builtUrl } from './built-files.ts'
import { errorsOf, holdScript, isRunning, layoutShift } from './first-load.ts'
import { submitCard, test } from './submissions.ts'

/** The pages that start as a frame: title, its heading, then the headings for a visitor and with a session. */
const frames = [
  {
    path: '/transactions',
    title: 'Transaction History | Gift Card Exchange',
    frame: 'Transaction History',
    visitor: 'Access Restricted',
    member: 'Transaction History',
  },
  {
    path: '/transactions/GCE-0000000000',
    title: 'Order | Gift Card Exchange',
    frame: /^Order/,
    visitor: 'Access Restricted',
    member: 'Order not found',
  },
  {
    path: '/contact',
    title: 'Contact Support | Gift Card Exchange',
    frame: 'Contact Support',
    visitor: 'Sign In Required',
    member: 'Contact Support',
  },
  {
    path: '/admin',
    title: 'Admin Dashboard | Gift Card Exchange',
    frame: 'Admin Dashboard',
    visitor: 'Admin Login',
    member: 'Admin Dashboard',
  },
] as const

/** Delays the session until the returned function is called. */
async function holdSession(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/account\.session/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

for (const { path, title, frame, visitor, member } of frames)
  for (const who of ['visitor', 'member'] as const)
    test(`${path} paints its frame before the script runs and hydrates it for a ${who}`, async ({ page, staffApi }) => {
      if (who === 'member' && path === '/admin') await page.context().addCookies((await staffApi.cookies()).cookies)
      else if (who === 'member') await join(page)
      const errors = errorsOf(page)
      const [releaseScript, releaseSession] = [await holdScript(page), await holdSession(page)]
      await page.goto(path, { waitUntil: 'commit' })
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(frame)
      await expect(page).toHaveTitle(title)
      await expect(page.locator('header').first()).toBeVisible()
      await page.evaluate(() => Object.assign(document.querySelector('h1') ?? {}, { isMarked: true }))
      releaseScript()
      await isRunning(page)
      expect(await page.evaluate(() => 'isMarked' in (document.querySelector('h1') ?? {}))).toBe(true)
      releaseSession()
      await expect(heading).toHaveText(who === 'visitor' ? visitor : member)
      expect(errors.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
    })

test('the frame of an order shows its reference as soon as the script runs, also in the title', async ({ page }) => {
  const release = await holdSession(page)
  await page.goto('/transactions/GCE-0000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order GCE-0000000000')
  await expect(page).toHaveTitle('GCE-0000000000 | Gift Card Exchange')
  release()
})

test('a frame has the chosen theme before the script runs', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('gce.device.theme', '"dark"'))
  const release = await holdScript(page)
  for (const { path, frame } of frames) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(frame)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    expect([path, scheme]).toEqual([path, 'dark'])
  }
  release()
})

for (const [width, height] of [
  [1280, 720],
  [1280, 900],
  [390, 844],
] as const)
  test(`frames become pages without layout shift at ${width} x ${height}`, async ({ page, staffApi }) => {
    await page.setViewportSize({ width, height })
    const open = async (path: string, heading: string | RegExp) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page), path).toBeLessThan(0.02)
    }
    for (const { path, visitor } of frames) await open(path, visitor)
    await join(page)
    const ids = [
      await submitCard(page),
      await submitCard(page, { cardValue: '120', exchangeRate: '', payoutAmount: '' }),
    ]
    await open('/transactions', 'Transaction History')
    await open(`/transactions/${ids[0]}`, `Order ${ids[0]}`)
    await open('/contact', 'Contact Support')
    await page.context().addCookies((await staffApi.cookies()).cookies)
    await open('/admin', 'Admin Dashboard')
  })

test('a page that loads slowly shows a thin bar at the top, which moves nothing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const bar = page.locator('#root > [aria-hidden="true"]')
  await expect(bar).toHaveCount(0)
  const shiftBefore = await layoutShift(page)
  const arrived = await holdBack(page, new RegExp(builtUrl('routes/-pages/terms-of-service.tsx')))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(bar).toBeVisible()
  const box = await bar.boundingBox()
  expect(box).toEqual({ x: 0, y: 0, width: page.viewportSize()?.width, height: 2 })
  expect(await bar.evaluate((element) => getComputedStyle(element, '::after').animationName)).toBe('none')
  expect(await layoutShift(page)).toBe(shiftBefore)
  arrived()
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
  await expect(bar).toHaveCount(0)
})
