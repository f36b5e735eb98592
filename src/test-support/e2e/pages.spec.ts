import { expect, type Locator, type Page } from '@playwright/test'
import { structureViolations } from './accessibility.ts'
import { toast, watchErrors } from './accounts.ts'
import { labels } from './copy.ts'
import { test } from './fixtures.ts'
import {
  jumpingTabStops,
  nextTabStop,
  overhanging,
  runningAnimations,
  smallTargets,
  zoomingFields,
} from './page-checks.ts'
import { enter, findScreen, narrow, phones, resolveFor, screens, settle, wide, zoomed } from './pages.ts'
import { lowContrasts } from './text-contrast.ts'
import { unreadableTexts } from './unreadable-texts.ts'

/** Errors that browser or React log for the failures that some screens show. */
const expectedError = /Failed to load resource|WebSocket connection|A part of the page did not load/
const MAX_TAB_STOPS = 200
const setLetters = (size: string) => document.documentElement.style.setProperty('font-size', size)

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

/** Asserts the title of the document, which may begin with a count. */
async function expectTitle(page: Page, title: string): Promise<void> {
  const shown = async () => (await page.title()).replace(/^\(\d+\+?\) /, '')
  await expect.poll(shown).toBe(`${title} | Gift Card Exchange`)
}

/** Replaces the mouse of this page by a touch screen, for good: Chromium does not emulate the mouse again. */
async function replaceMouseByTouch(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const isMouse = () => page.evaluate(() => matchMedia('(pointer: fine) and (hover: hover)').matches)
  expect(await isMouse()).toBe(true)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const isTouch = () => page.evaluate(() => matchMedia('(pointer: coarse) and (hover: none)').matches)
  await expect.poll(isTouch).toBe(true)
}

/** Asserts that there are no accessibility violations at the current size, and good contrast in both colour schemes. */
async function expectAccessible(page: Page, { width }: { width: number }): Promise<void> {
  // Elements half under the sticky header would seem too small: scroll to the top.
  await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(settle)
    // A dialog that is still appearing is pale.
    await expect.poll(() => page.evaluate(runningAnimations), { message: 'still moving' }).toBe(0)
    // The schemes differ in colours only.
    if (colorScheme === 'light') {
      // A long list is checked in full once; later its first items suffice.
      const violations = await structureViolations(page, width === wide.width ? 'all' : 'first')
      expect.soft(violations, `accessibility violations at ${width} px`).toEqual([])
    }
    const low = await page.evaluate(lowContrasts)
    expect.soft(low, `low contrasts at ${width} px, ${colorScheme}`).toEqual([])
  }
}

/** Presses Tab through the whole page; returns the focused elements that something else covered. */
async function coveredTabStops(page: Page): Promise<string[]> {
  const covered: string[] = []
  // Toasts cover the page for 5 seconds only; permanent elements are checked.
  for (const close of await toast(page).getByLabel('Close').all()) await close.dispatchEvent('click')
  await expect(toast(page)).toHaveCount(0)
  for (let stops = 0; stops < MAX_TAB_STOPS; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(nextTabStop)
    if (!stop) break
    if (stop.coveredBy) covered.push(stop.coveredBy)
  }
  return covered
}

for (const screen of screens)
  test.describe(() => {
    test.use({ who: screen.who, contextOptions: { reducedMotion: 'reduce' } })
    // The API reference alone takes 20 seconds on a machine without other work.
    test.describe.configure({ timeout: 120_000 })

    // One visit for all checks, because most pages take longer to reach than to check.
    test(`${screen.name} is accessible, fits every size, works by touch and keyboard, and shows its texts`, {
      tag: screen.title && !screen.isVariant ? '@page' : [],
    }, async ({ page, context, shared }) => {
      const errors = watchErrors(context)
      await enter(page, screen, shared)
      await expect(page.locator('h1')).toHaveCount(1)
      if (screen.title) await expectTitle(page, resolveFor(screen.title, shared))
      expect.soft(await page.evaluate(jumpingTabStops)).toEqual([])
      for (const each of labels[screen.name] ?? []) await expect.soft(showing(page, each), String(each)).toBeVisible()

      for (const size of screen.narrow ? [narrow] : [wide, narrow]) {
        await page.setViewportSize(size)
        await expectAccessible(page, size)
      }

      await page.emulateMedia({ colorScheme: 'light' })
      await replaceMouseByTouch(page)
      await page.evaluate(setLetters, '200%')
      if (!screen.narrow) {
        await page.setViewportSize(wide)
        expect.soft(await page.evaluate(overhanging), 'with letters of double size').toEqual([])
      }
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
      expect.soft(await page.evaluate(zoomingFields), 'letters below 16 px').toEqual([])
      expect.soft(await coveredTabStops(page), 'focused and covered').toEqual([])

      // A short transition may have just begun; polling finds animations that never end.
      await expect.poll(() => page.evaluate(runningAnimations), { message: 'still moving' }).toBe(0)
      expect(errors.filter((error) => !expectedError.test(error))).toEqual([])
    })
  })

test('every specified text belongs to a page', () => {
  for (const name of Object.keys(labels)) expect(findScreen(name).name).toBe(name)
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

test('every page has a title of its own', ({ shared }) => {
  const places = new Map<string, string>()
  for (const { name, path, open, title } of screens) {
    expect(title ?? open, `${name}: a title, or steps that lead to a state`).toBeDefined()
    if (!title) continue
    const { pathname, searchParams } = new URL(resolveFor(path, shared), 'http://localhost')
    const place = `${pathname} ${searchParams.get('step') ?? ''}`
    const known = resolveFor(title, shared)
    expect(places.get(known) ?? place, `'${known}'`).toBe(place)
    places.set(known, place)
  }
})
