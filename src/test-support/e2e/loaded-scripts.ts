import type { Page } from '@playwright/test'

/** Opens a path; returns the text of all scripts that it loads. */
export async function loadedScripts(page: Page, path: string): Promise<string> {
  const urls = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok()) urls.add(response.url())
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  page.removeAllListeners('response')
  // The browser may have dropped the bodies that it has read.
  return (await Promise.all([...urls].map(async (url) => (await page.request.get(url)).text()))).join('\n')
}
