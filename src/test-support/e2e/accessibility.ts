import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { textContrasts } from './text-contrast.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const GOOD_CONTRAST = 4.5

/** What axe checks: everything, or the first items of long lists only; all rules, or contrast only. */
export type AxeScope = { items: 'all' | 'first'; rules: 'all' | 'contrast' }

/** The accessibility violations that axe finds on the page in its current state. */
export async function accessibilityViolations(page: Page, scope: AxeScope): Promise<string[]> {
  // Parsing axe again and sending what passed would take longer than the analysis.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'undefined' } : {}
  const axe = new AxeBuilder({ page, ...axeSource }).options({ resultTypes: ['violations', 'incomplete'] })
  // Legacy mode skips frames, of which there are none, and saves a page per analysis.
  axe.setLegacyMode()
  if (scope.items === 'first') axe.exclude('li:nth-child(n + 9)')
  if (scope.rules === 'all') axe.withTags(rules)
  else axe.withRules('color-contrast')
  const { violations, incomplete } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  const unsure = incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
  const contrasts = await page.evaluate(
    textContrasts,
    unsure.map(({ target }) => String(target[0])),
  )
  for (const [at, contrast] of contrasts.entries()) {
    if (contrast === 'on a card' || (contrast ?? 0) >= GOOD_CONTRAST) continue
    found.push(`contrast ${contrast?.toFixed(2) ?? 'unknown'}: ${unsure[at]?.html}`)
  }
  return found
}
