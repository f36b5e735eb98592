import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { enter, screens, settle, wide } from './pages.ts'
import { replaceVaryingTexts } from './varying-texts.ts'

/** Takes pictures of every page state for `npm run gallery` and `npm run compare`, into the folder PICTURES. */

const folder = process.env.PICTURES ?? ''
const phone = { width: 360, height: 640 }

/** Takes pictures until two in a row are equal: some states are open before all of their page has arrived. */
async function takeUnchanging(page: Page, file: string): Promise<void> {
  let last: Buffer | undefined
  const isUnchanged = async () => {
    const before = last
    last = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
    if (!before?.equals(last)) return false
    writeFileSync(file, last)
    return true
  }
  await expect.poll(isUnchanged, { intervals: [250] }).toBe(true)
}

for (const screen of screens)
  test.describe(() => {
    test.use({ who: screen.who, contextOptions: { reducedMotion: 'reduce' } })

    test(`pictures of ${screen.name}`, async ({ page, shared }) => {
      await enter(page, screen, shared)
      await page.evaluate(replaceVaryingTexts)
      for (const size of screen.narrow ? [phone] : [wide, phone]) {
        await page.setViewportSize(size)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.evaluate(settle)
          const name = `${screen.name}, ${size.width}, ${colorScheme}.png`.replaceAll('/', '-')
          await takeUnchanging(page, path.join(folder, name))
        }
      }
    })
  })
