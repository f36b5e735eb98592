import { expect, type Page } from '@playwright/test'
import { newColleaguePage, newStaffPage } from './accounts.ts'
import { test } from './fixtures.ts'

/** Opens a path; returns the text of all scripts that it loads. */
async function loadedScripts(page: Page, path: string): Promise<string> {
  const urls = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok()) urls.add(response.url())
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  page.removeAllListeners('response')
  // The browser may have dropped the bodies that it has read.
  return (await Promise.all([...urls].map(async (url) => (await page.request.get(url)).text()))).join('\n')
}

for (const [name, text, refusal] of [
  ['Payouts', 'Expected today', "You can't pay"],
  ['Rates', 'Changes that are not published', "You can't set rates"],
  ['Reports', 'Nothing in these months', "You can't see the reports"],
] as const)
  test(`the script of ${name} loads with its route only, and reviewers have no entry`, async ({ browser }) => {
    const path = `/admin/${name.toLowerCase()}`
    const owner = await newStaffPage(browser)
    expect(await loadedScripts(owner, '/admin/settings')).not.toContain(text)
    expect(await loadedScripts(owner, path)).toContain(text)
    const reviewer = await newColleaguePage(browser, 'reviewer')
    await reviewer.goto(path)
    await expect(reviewer.getByRole('heading', { name: refusal })).toBeVisible()
    await expect(reviewer.getByRole('link', { name: 'Settings' })).toBeVisible()
    await expect(reviewer.getByRole('link', { name })).toHaveCount(0)
  })
