import { expect } from '@playwright/test'
import { cut } from './accounts.ts'
import { test } from './fixtures.ts'

test.use({ who: 'staff' })

for (const [name, path, call] of [
  ['the queue', '/admin', /admin\.submissions\.list/],
  ['the review list', '/admin?view=review', /admin\.submissions\.list/],
  ['the users', '/admin?tab=users', /admin\.users\.list/],
  ['the audit log', '/admin/settings?tab=audit', /admin\.audit\.list/],
  ['the insider report', '/admin/settings?tab=insider-report', /admin\.insiderReport/],
  ['the rules', '/admin/settings?tab=rules', /admin\.policies\.list/],
  ['the API tokens', '/admin/settings?tab=tokens', /admin\.tokens\.list/],
] as const)
  test(`${name} that fails to load shows a plain error message`, async ({ page }) => {
    const repair = await cut(page, call)
    await page.goto(path)
    const words = page.getByText("We can't reach the server. Check your connection and try again.")
    await expect(words.first()).toBeVisible()
    await expect(page.getByText(/Failed to fetch|No orders to review/)).toHaveCount(0)
    const again = page.getByRole('button', { name: 'Try again' }).first()
    await expect(again).toBeVisible()
    await repair()
    // An event, such as a new user, may load it before the click.
    await again.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(words).toHaveCount(0)
  })
