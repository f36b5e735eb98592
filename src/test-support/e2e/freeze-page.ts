import type { Page } from '@playwright/test'
import { rosetteRings } from '#client/ui/rosette-rings.ts'

const REFERENCE = 'GCE-7H2K9QW4XZ'

/** Texts that differ between runs, and their replacement in a screenshot. */
const constants: readonly (readonly [found: string, shown: string])[] = [
  ['GCE-[0-9A-Z]{10}', REFERENCE],
  ['seller-[\\d-]+@mail\\.example', 'dana@mail.example'],
  ['[A-Z][a-z]{2} \\d{1,2}, \\d{4}, \\d{1,2}:\\d{2}\\s[AP]M', 'Dec 4, 2024, 3:20 PM'],
  ['[A-Z][a-z]{2} \\d{1,2}, \\d{4}', 'Dec 4, 2024'],
  // An hour from now may be tomorrow late in the evening.
  ['\\d{1,2}:\\d{2}\\s[AP]M( tomorrow)?', '3:20 PM'],
  ['^(now|\\d+ min)$', '5 min'],
]

/** Replaces references, addresses, times and rosettes by constant ones. */
export async function freezePage(page: Page): Promise<void> {
  await page.evaluate(
    ({ constants, rings }) => {
      const still = (text: string) =>
        constants.reduce((now, [found, shown]) => now.replace(new RegExp(found, 'g'), shown), text)
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { currentNode } = texts
        const text = still(currentNode.nodeValue ?? '')
        if (text !== currentNode.nodeValue) currentNode.nodeValue = text
      }
      for (const input of document.querySelectorAll('input')) {
        const text = still(input.value)
        if (text !== input.value) input.value = text
      }
      // The number of unread messages depends on other tests.
      for (const count of document.querySelectorAll<HTMLElement>('[role="tab"] [aria-hidden="true"]'))
        count.style.display = 'none'
      // The end of a conversation's id, which has no recognizable format.
      for (const id of document.querySelectorAll('main section > header .mono')) id.textContent = '7H2K9QW4'
      for (const rosette of document.querySelectorAll('svg[viewBox="0 0 100 100"]'))
        for (const [at, path] of [...rosette.querySelectorAll('path')].entries())
          path.setAttribute('d', rings[at] ?? '')
    },
    { constants, rings: rosetteRings(REFERENCE) },
  )
}
