import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { freezePage } from './freeze-page.ts'
import { enter, findScreen, settle, wide } from './pages.ts'

type Theme = 'light' | 'dark' | 'forced colours'

/** The pages with screenshots, by theme and width. */
const pictures: readonly (readonly [screen: string, theme: Theme, width: 1280 | 360])[] = [
  ['home', 'light', 1280],
  ['home', 'dark', 1280],
  ['home', 'light', 360],
  ['how it works', 'light', 1280],
  ['menu of a customer', 'light', 360],
  ['sign-in dialog', 'dark', 1280],
  ['sign-up refused', 'light', 1280],
  ['account profile refused', 'light', 1280],
  ['account payment methods', 'dark', 360],
  ['account security', 'dark', 1280],
  ['supported cards', 'light', 1280],
  ['supported cards', 'dark', 360],
  ['terms of service', 'light', 1280],
  ['not found', 'light', 360],
  ['exchange with a card', 'light', 1280],
  ['exchange with a card', 'dark', 360],
  ['exchange with a card', 'forced colours', 1280],
  ['exchange refused', 'light', 360],
  ['quote paid by bank', 'dark', 360],
  ['upload refused', 'light', 1280],
  ['upload of a Visa card', 'dark', 360],
  ['scam warning', 'light', 360],
  ['confirmation', 'light', 1280],
  ['confirmation', 'dark', 360],
  ['transactions', 'light', 1280],
  ['transactions', 'dark', 360],
  ['transactions failed', 'light', 360],
  ['order rejected', 'light', 1280],
  ['order completed', 'dark', 360],
  ['contact', 'light', 360],
  ['contact answered', 'light', 1280],
  ['staff login refused', 'light', 1280],
  ['queue', 'light', 1280],
  ['queue', 'dark', 360],
  ['decision', 'light', 1280],
  ['insider report empty', 'light', 1280],
  ['insider report empty', 'dark', 360],
]

const sizes = { 1280: wide, 360: { width: 360, height: 720 } } as const
const makesPictures = new Set<string>(['all', 'changed'])

// Font rendering differs between Chromium versions, so each major version has its own screenshots.
test.beforeAll(({ browser }, testInfo) => {
  const folder = path.join(testInfo.config.rootDir, 'screenshots', folderOf(browser.version()))
  if (existsSync(folder) || makesPictures.has(testInfo.config.updateSnapshots)) return
  const why = `There are no pictures of Chromium ${browser.version()} to compare with; 'npm run test:visual:update' takes them.`
  // The list reporter omits the reason of a skip.
  process.stderr.write(`${why}\n`)
  testInfo.skip(true, why)
})

function folderOf(version: string): string {
  return `chromium-${version.split('.')[0]}`
}

for (const [name, theme, width] of pictures) {
  const screen = findScreen(name)
  test.describe(() => {
    test.use({
      who: screen.who,
      locale: 'en-US',
      timezoneId: 'UTC',
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      contextOptions: { reducedMotion: 'reduce', forcedColors: theme === 'forced colours' ? 'active' : 'none' },
    })

    test(`${name} matches its screenshot, ${theme}, ${width} px`, async ({ page, browser, shared }) => {
      await enter(page, screen, shared)
      await page.setViewportSize(sizes[width])
      await page.evaluate(settle)
      await freezePage(page)
      const file = `${name} ${theme} ${width}`.replaceAll(' ', '-').toLowerCase()
      await expect(page).toHaveScreenshot([folderOf(browser.version()), `${file}.png`], {
        maxDiffPixels: 0,
        animations: 'disabled',
        caret: 'hide',
      })
    })
  })
}
