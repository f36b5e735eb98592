import { expect, type Page } from '@playwright/test'
import { toast } from './accounts.ts'
import { test } from './fixtures.ts'
import {
  hiddenFocus,
  jumpingTabStops,
  overhanging,
  runningAnimations,
  smallTargets,
  walkedBefore,
} from './page-checks.ts'
import { enter, findScreen, narrow, phones, screens, settle, wide, zoomed } from './pages.ts'
import { unreadableTexts } from './unreadable-texts.ts'

const MAX_TAB_STOPS = 200
const setLetters = (size: string) => document.documentElement.style.setProperty('font-size', size)

/** Presses Tab through the whole page; returns the focused elements that something else covered. */
async function coveredTabStops(page: Page): Promise<string[]> {
  const covered: string[] = []
  // Toasts cover the page for 5 seconds only; permanent elements are checked.
  for (const close of await toast(page).getByLabel('Close').all()) await close.dispatchEvent('click')
  await expect(toast(page)).toHaveCount(0)
  for (let stops = 0; stops < MAX_TAB_STOPS; stops++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(walkedBefore)) break
    const found = await page.evaluate(hiddenFocus)
    if (found) covered.push(found)
  }
  return covered
}

for (const screen of screens)
  test.describe(() => {
    test.use({ who: screen.who, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } })

    test(`${screen.name} has no overflow, unreadable text, small targets, covered focus or endless animation`, async ({
      page,
      shared,
    }) => {
      await enter(page, screen, shared)
      await expect(page.locator('h1')).toHaveCount(1)
      expect.soft(await page.evaluate(jumpingTabStops)).toEqual([])
      if (!screen.narrow) {
        await page.setViewportSize(wide)
        await page.evaluate(setLetters, '200%')
        expect.soft(await page.evaluate(overhanging), 'with letters of double size').toEqual([])
        await page.evaluate(setLetters, '')
      }
      await page.evaluate(setLetters, '200%')
      for (const phone of phones) {
        await page.setViewportSize(phone)
        await page.evaluate(settle)
        const message = `with letters of double size at ${phone.width} px`
        expect.soft(await page.evaluate(unreadableTexts), message).toEqual([])
      }
      await page.evaluate(setLetters, '')
      await page.setViewportSize(narrow)
      await page.evaluate(settle)
      expect.soft(await page.evaluate(overhanging), `at ${narrow.width} px`).toEqual([])
      expect.soft(await page.evaluate(smallTargets), 'too small to press').toEqual([])
      expect.soft(await coveredTabStops(page), 'focused and covered').toEqual([])
      // A short transition may have just begun; polling finds animations that never end.
      await expect.poll(() => page.evaluate(runningAnimations), { message: 'still moving' }).toBe(0)
    })
  })

for (const screen of ['home', 'exchange with a card', 'queue', 'review'].map(findScreen))
  test.describe(() => {
    test.use({ who: screen.who })

    test(`the header of ${screen.name} leaves three quarters of a window at 400% zoom`, async ({ page, shared }) => {
      await enter(page, screen, shared)
      await page.setViewportSize(zoomed)
      await page.evaluate(() => scrollTo(0, 2 * innerHeight))
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(zoomed.height)
      const { y, height } = (await page.locator('header').first().boundingBox()) ?? { y: 0, height: zoomed.height }
      expect(y + height).toBeLessThanOrEqual(zoomed.height / 4)
    })
  })

test('every page has a unique title', async ({ browser, shared }) => {
  const pages = new Map<string, string>()
  for (const screen of screens.filter(({ open }) => !open)) {
    const context = await browser.newContext({ storageState: shared.cookies[screen.who ?? 'visitor'] })
    const page = await context.newPage()
    await enter(page, screen, shared)
    const { pathname, searchParams } = new URL(page.url())
    const step = searchParams.get('step')
    const place = step ? `${pathname}?step=${step}` : pathname
    const title = await page.title()
    expect(title, place).toMatch(/\S \| Gift Card Exchange$/)
    expect(pages.get(title) ?? place, `'${title}'`).toBe(place)
    pages.set(title, place)
    await context.close()
  }
})
