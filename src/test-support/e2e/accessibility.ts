import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The accessibility violations that axe finds on the page in its current state. `text-contrast.ts` finds those of
 * contrast.
 * @param items all, or the first ones of long lists only
 */
export async function structureViolations(page: Page, items: 'all' | 'first'): Promise<string[]> {
  // Parsing axe again and sending what passed would take longer than the analysis.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'undefined' } : {}
  const axe = new AxeBuilder({ page, ...axeSource }).options({ resultTypes: ['violations'] })
  // Legacy mode skips frames, of which there are none, and saves a page per analysis.
  axe.setLegacyMode()
  // Swagger UI names its own button 'Apply credentials' and shows 'Authorize'.
  axe.exclude('.swagger-ui .modal-btn.authorize')
  if (items === 'first') axe.exclude('li:nth-child(n + 9)')
  const { violations } = await axe.withTags(rules).disableRules('color-contrast').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
