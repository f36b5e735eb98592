import type { Page } from '@playwright/test'

/** Opens a path; returns the text of all scripts that it loads. */
export async function loadedScripts(page: Page, path: string): Promise<string> {
  const texts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok()) texts.push(response.text())
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  page.removeAllListeners('response')
  return (await Promise.all(texts)).join('\n')
}
