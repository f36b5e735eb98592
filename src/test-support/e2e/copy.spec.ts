import { expect } from '@playwright/test'
import { toast } from './accounts.ts'
import { test } from './fixtures.ts'
import { toastFlows } from './messages.ts'

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
