import { expect, type Locator, type Page } from '@playwright/test'
import { toast } from './accounts.ts'
import { labels } from './copy.ts'
import { test } from './fixtures.ts'
import { toastFlows } from './messages.ts'
import { enter, findScreen } from './pages.ts'

/** An element with exactly this text, label or placeholder, or a link or button of this name. */
function showing(page: Page, text: string | RegExp): Locator {
  const exact = { exact: true }
  return page
    .getByText(text, exact)
    .or(page.getByLabel(text, exact))
    .or(page.getByPlaceholder(text, exact))
    .or(page.getByRole('link', { name: text, ...exact }))
    .filter({ visible: true })
    .first()
}

for (const [name, texts] of Object.entries(labels)) {
  const screen = findScreen(name)
  test.describe(() => {
    test.use({ who: screen.who })

    test(`${name} shows the specified texts`, async ({ page, shared }) => {
      await enter(page, screen, shared)
      for (const each of texts) await expect.soft(showing(page, each), String(each)).toBeVisible()
    })
  })
}

for (const { name, who, path, steps } of toastFlows)
  test.describe(() => {
    test.use({ who })

    test(`${name} shows the specified messages`, async ({ page, shared }) => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      for (const { does, says } of steps) {
        await does(page, shared)
        for (const text of says) await expect(toast(page).getByText(text, { exact: true })).toBeVisible()
        await expect(toast(page)).toHaveCount(1)
      }
    })
  })
