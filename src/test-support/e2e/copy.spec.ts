import { expect, type Locator, type Page } from '@playwright/test'
import { toast } from './accounts.ts'
import { labels } from './copy.ts'
import { test } from './fixtures.ts'
import { scenes } from './messages.ts'
import { enter, findScreen } from './pages.ts'

/** What shows exactly these words, or is called by them: text, field, placeholder or button. */
function showing(page: Page, words: string | RegExp): Locator {
  const exact = { exact: true }
  return page
    .getByText(words, exact)
    .or(page.getByLabel(words, exact))
    .or(page.getByPlaceholder(words, exact))
    .or(page.getByRole('link', { name: words, ...exact }))
    .filter({ visible: true })
    .first()
}

for (const [name, words] of Object.entries(labels)) {
  const screen = findScreen(name)
  test.describe(() => {
    test.use({ who: screen.who })

    test(`${name} says what the specification says`, async ({ page, stage }) => {
      await enter(page, screen, stage)
      for (const each of words) await expect.soft(showing(page, each), String(each)).toBeVisible()
    })
  })
}

for (const { name, who, path, steps } of scenes)
  test.describe(() => {
    test.use({ who })

    test(`${name} answers in the words of the specification`, async ({ page, stage }) => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      for (const { does, says } of steps) {
        await does(page, stage)
        for (const words of says) await expect(toast(page).getByText(words, { exact: true })).toBeVisible()
        await expect(toast(page)).toHaveCount(1)
      }
    })
  })
