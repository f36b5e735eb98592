import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { watchErrors } from './accounts.ts'
import { test } from './fixtures.ts'
import { enter, narrow, screens, settle, wide } from './pages.ts'
import { textContrast } from './text-contrast.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The words of the browser, and of React, for what a screen is there to show. */
const expectedError = /Failed to load resource|WebSocket connection|A part of the page did not load/

const GOOD_CONTRAST = 4.5

/** What axe finds wrong with the page as it stands. */
async function findings(axe: AxeBuilder, page: Page): Promise<string[]> {
  const { violations, incomplete } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  const unsure = incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
  for (const { target, html } of unsure) {
    const selector = String(target[0])
    // Gift cards are drawn in gradients; their colours are computed and tested one by one.
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

    test(`${screen.name} can be used by everybody`, async ({ page, context, stage }) => {
      const errors = watchErrors(context)
      await enter(page, screen, stage)
      for (const size of screen.narrow ? [narrow] : [wide, narrow]) {
        await page.setViewportSize(size)
        // Half under the head of the page nothing has its size; a scroll brings it out.
        await page.evaluate(() => scrollTo(0, 0))
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.evaluate(settle)
          // There are no frames to go into, which is what would cost a page of its own each time.
          const axe = new AxeBuilder({ page }).setLegacyMode()
          // Once all of a long list is looked at; then its first items stand for it.
          if (size !== wide || colorScheme !== 'light') axe.exclude('li:nth-child(n + 9)')
          // The dark scheme changes colours and nothing else.
          if (colorScheme === 'light') axe.withTags(rules)
          else axe.withRules('color-contrast')
          expect.soft(await findings(axe, page), `at ${size.width} px, ${colorScheme}`).toEqual([])
        }
      }
      expect(errors.filter((error) => !expectedError.test(error))).toEqual([])
    })
  })
