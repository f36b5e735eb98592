import { expect, type Page } from '@playwright/test'
import { join, watchErrors } from './accounts.ts'
import { entryUrl } from './built-files.ts'
import { test } from './closing-test.ts'

const paper = { light: '#f8f8f2', dark: '#0b1511' }
const group = (page: Page) => page.getByRole('contentinfo').getByRole('group', { name: 'Theme' })

/** The theme of the page and the colours the browser uses for its own controls. */
const shown = (page: Page) =>
  page.evaluate(() => ({
    scheme: getComputedStyle(document.documentElement).colorScheme,
    around: [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  }))

for (const theme of ['light', 'dark'] as const)
  test(`${theme} persists over a reload, overrides the system setting and applies to browser controls`, async ({
    page,
    context,
  }) => {
    const errors = watchErrors(context)
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
    await page.goto('/')
    await expect(group(page).getByRole('radio', { name: 'System' })).toBeChecked()
    const name = theme === 'light' ? 'Light' : 'Dark'
    await group(page).getByRole('radio', { name }).check()
    expect(await shown(page)).toEqual({ scheme: theme, around: [paper[theme]] })
    await page.reload()
    await expect(group(page).getByRole('radio', { name })).toBeChecked()
    expect(await shown(page)).toEqual({ scheme: theme, around: [paper[theme]] })
    await group(page).getByRole('radio', { name: 'System' }).check()
    expect((await shown(page)).scheme).toBe('light dark')
    expect(errors).toEqual([])
  })

test('the chosen theme is set without the application script', async ({ page }) => {
  await page.goto('/')
  await group(page).getByRole('radio', { name: 'Dark' }).check()
  // Empty instead of missing: the page reloads itself when its script fails to load.
  await page.route(`**${entryUrl()}`, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await shown(page)).toEqual({ scheme: 'dark', around: [paper.dark] })
})

test('the theme belongs to the device and persists after sign-out', async ({ page }) => {
  await join(page)
  await page.goto('/')
  await group(page).getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.reload()
  await expect(group(page).getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('another tab changes its theme as well', async ({ page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/terms-of-service')
  await group(page).getByRole('radio', { name: 'Dark' }).check()
  await expect(group(other).getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect((await shown(other)).scheme).toBe('dark')
})

test('ignores an invalid stored theme', async ({ page, context }) => {
  const errors = watchErrors(context)
  await page.addInitScript(() => localStorage.setItem('gce.device.theme', '{"broken'))
  await page.goto('/')
  await expect(group(page).getByRole('radio', { name: 'System' })).toBeChecked()
  expect(errors).toEqual([])
})

test('the web app manifest is valid and all its icons exist', async ({ page }) => {
  await page.goto('/')
  const address = await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href)
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const { icons, start_url } = (await answer.json()) as { icons: { src: string; sizes: string }[]; start_url: string }
  expect(new URL(start_url, address).pathname).toBe('/')
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, new URL(src, address).href)
    if (sizes !== 'any') expect([src, size]).toEqual([src, sizes])
  }
  const session = await page.context().newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})
