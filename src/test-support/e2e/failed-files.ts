import { expect, type Locator, type Page } from '@playwright/test'
import { firstUrls } from './built-files.ts'

/** Aborts the first `times` requests of each file that the application loads on demand; returns the aborted paths. */
export async function failFirstRequests(page: Page, times = 1): Promise<ReadonlySet<string>> {
  const first = firstUrls()
  const failures = new Map<string, number>()
  const lost = new Set<string>()
  await page.route(/\/assets\/[^/]*\.(js|css)$/, (route) => {
    const { pathname } = new URL(route.request().url())
    const count = failures.get(pathname) ?? 0
    if (first.has(pathname) || count === times) return route.continue()
    failures.set(pathname, count + 1)
    lost.add(pathname)
    return route.abort()
  })
  return lost
}

/** Presses 'Try again' until the part is attached. */
export async function retryUntilShown(page: Page, part: Locator): Promise<void> {
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' }).first()
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(part).toBeAttached({ timeout: 1_000 })
  }).toPass()
}

/** Asserts that the page shows its header and this title. */
export async function expectPage(page: Page, title: string | RegExp): Promise<void> {
  await expect(page.locator('header').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(title)
}

export async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
  return async () => expect(await page.evaluate(() => 'isMarked' in window), 'the same page, not reloaded').toBe(true)
}
