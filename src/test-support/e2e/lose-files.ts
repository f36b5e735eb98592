import { expect, type Locator, type Page } from '@playwright/test'
import { firstUrls } from './built-files.ts'

/**
 * Loses the first requests, one unless said, for each file the program asks for while it runs; answers those that were
 * lost.
 */
export async function loseEach(page: Page, times = 1): Promise<ReadonlySet<string>> {
  const losses = new Map<string, number>()
  const lost = new Set<string>()
  await page.route(/\/assets\/[^/]*\.(js|css)$/, (route) => {
    const { pathname } = new URL(route.request().url())
    const count = losses.get(pathname) ?? 0
    if (firstUrls.has(pathname) || count === times) return route.continue()
    losses.set(pathname, count + 1)
    lost.add(pathname)
    return route.abort()
  })
  return lost
}

/** Presses 'Try again' until the part is there. */
export async function getsBack(page: Page, part: Locator): Promise<void> {
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' }).first()
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(part).toBeAttached({ timeout: 1_000 })
  }).toPass()
}

/** The page was loaded once and its frame stands. */
export async function stands(page: Page, title: string | RegExp): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(title)
}

export async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { wasHere: true }))
  return async () => expect(await page.evaluate(() => 'wasHere' in window), 'the same page, not loaded anew').toBe(true)
}
