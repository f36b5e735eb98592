import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { watchErrors } from './accounts.ts'
import { test } from './fixtures.ts'
import { enter, narrow, screens, settle, wide } from './pages.ts'
import { textContrast } from './text-contrast.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Errors that browser or React log for the failures that some screens show. */
const expectedError = /Failed to load resource|WebSocket connection|A part of the page did not load/

const GOOD_CONTRAST = 4.5

/** The accessibility violations that axe finds. */
async function findings(axe: AxeBuilder, page: Page): Promise<string[]> {
  const { violations, incomplete } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  const unsure = incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
  for (const { target, html } of unsure) {
    const selector = String(target[0])
    // axe cannot judge the gradients of gift cards; the unit tests compute their contrast.
    const isOnCard = await page.evaluate((at) => document.querySelector(at)?.closest('[style*="--card"]'), selector)
    if (isOnCard) continue
    const contrast = await page.evaluate(textContrast, selector)
    if (!contrast || contrast < GOOD_CONTRAST) found.push(`contrast ${contrast?.toFixed(2) ?? 'unknown'}: ${html}`)
  }
  return found
}

for (const screen of screens)
  test.describe(() => {
    test.use({ who: screen.who, contextOptions: { reducedMotion: 'reduce' } })

    test(`${screen.name} has no accessibility violations`, async ({ page, context, shared }) => {
      const errors = watchErrors(context)
      await enter(page, screen, shared)
      for (const size of screen.narrow ? [narrow] : [wide, narrow]) {
        await page.setViewportSize(size)
        // Elements half under the sticky header would seem too small: scroll to the top.
        await page.evaluate(() => scrollTo(0, 0))
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.evaluate(settle)
          // Legacy mode skips frames, of which there are none, and saves a page per analysis.
          const axe = new AxeBuilder({ page }).setLegacyMode()
          // A long list is checked in full once; later its first items suffice.
          if (size !== wide || colorScheme !== 'light') axe.exclude('li:nth-child(n + 9)')
          // The dark scheme differs in colours only.
          if (colorScheme === 'light') axe.withTags(rules)
          else axe.withRules('color-contrast')
          expect.soft(await findings(axe, page), `at ${size.width} px, ${colorScheme}`).toEqual([])
        }
      }
      expect(errors.filter((error) => !expectedError.test(error))).toEqual([])
    })
  })
