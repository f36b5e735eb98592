import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type ServerProcess, startServerProcess } from '#server/testing/test-support/server-process.ts'
import { join, watchErrors } from './accounts.ts'
import { test as base } from './closing-test.ts'
import { overhanging } from './page-checks.ts'
import { aPng } from './submissions.ts'
import { startTagServer } from './tag-server.ts'
import { files, fillSubmission, getQuote, goToUpload, heading } from './wizard-actions.ts'

type Site = ServerProcess & { tags: Awaited<ReturnType<typeof startTagServer>> }

/** A site with a tag server beside it. */
const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the needed fixtures from this pattern
  site: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gce-tags-'))
    const tags = await startTagServer()
    const server = await startServerProcess(folder, {
      ANALYTICS_SRC: `${tags.url}/analytics.js`,
      CONVERSION_SRC: `${tags.url}/conversion.js?id=AW-1`,
      CONVERSION_SEND_TO: 'AW-1/label',
    })
    await use({ ...server, tags })
    await server.end('SIGKILL')
    tags.close()
    rmSync(folder, { recursive: true, force: true })
  },
  baseURL: async ({ site }, use) => use(site.url),
})

const question = (page: Page) => page.getByRole('region', { name: 'Can we use analytics?' })
const frames = (page: Page) => page.frames().map((frame) => new URL(frame.url() || 'about:blank').pathname)

async function accept(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => frames(page)).toEqual(['/', '/api/tags'])
}

test('loads no tag before consent and none after a decline', async ({ page, site, context }) => {
  const errors = watchErrors(context)
  await page.goto('/')
  await expect(question(page)).toBeVisible()
  expect(frames(page)).toEqual(['/'])
  for (const width of [1280, 320])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page }).include('section:has(#measuring-question)').analyze()
      expect(violations, `at ${width} px, ${colorScheme}`).toEqual([])
      expect(await page.evaluate(overhanging)).toEqual([])
    }
  const [decline, accept] = await Promise.all(
    ['Decline', 'Accept'].map((name) => question(page).getByRole('button', { name }).boundingBox()),
  )
  expect(decline?.width).toBe(accept?.width)
  await question(page).getByRole('button', { name: 'Decline' }).click()
  await expect(question(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await getQuote(page)
  // The site has reported whether tags are configured: by now the frame would exist.
  await Promise.all([page.waitForResponse(/site\.config/), page.goto('/terms-of-service')])
  expect(frames(page)).toEqual(['/terms-of-service'])
  expect(site.tags.requests).toEqual([])
  expect(errors).toEqual([])
})

test('accepted tags run in a sandboxed frame without access to the page', async ({ page, site, context }) => {
  const errors = watchErrors(context)
  await join(page)
  await page.goto('/')
  await accept(page)
  await expect.poll(() => site.tags.around().length).toBe(2)
  for (const [, ...seen] of site.tags.around())
    expect(seen).toEqual(['SecurityError', 'SecurityError', 'SecurityError', '', ''])
  expect(
    await page.evaluate(
      () => [...document.scripts].filter(({ src }) => src && !src.startsWith(location.origin)).length,
    ),
  ).toBe(0)
  expect(errors).toEqual([])
})

test('reports quotes and orders, the conversion once, and runs nothing where the card is entered', async ({
  page,
  site,
}) => {
  await page.goto('/')
  await accept(page)
  await goToUpload(page)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  expect(frames(page)).toEqual(['/exchange'])
  const asked = site.tags.requests.length
  await fillSubmission(page)
  expect(frames(page)).toEqual(['/exchange'])
  expect(site.tags.requests.length).toBe(asked)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  const card = { card_brand: 'apple', card_value: 100, payout_amount: 92 }
  const id = new URL(page.url()).searchParams.get('order')
  const conversion = { send_to: 'AW-1/label', value: 92, currency: 'USD', transaction_id: id, ...card }
  // Each of the two scripts in the frame reports its events.
  await expect.poll(() => site.tags.reported('conversion')).toEqual([conversion, conversion])
  await expect.poll(() => site.tags.reported('submit')).toEqual([card, card])
  await expect.poll(() => site.tags.reported('quote')).toEqual([card, card])
  await page.reload()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  await expect.poll(() => site.tags.around().length).toBeGreaterThanOrEqual(6)
  expect(site.tags.reported('conversion')).toHaveLength(2)
})

test('the staff area has no tag frame', async ({ page }) => {
  await page.goto('/')
  await accept(page)
  await page.goto('/admin')
  await page.waitForResponse(/site\.config/)
  await expect(heading(page, 'Admin Login')).toBeVisible()
  expect(frames(page)).toEqual(['/admin'])
})

test('the choice can be changed on the privacy page, and a decline stops every script at once', async ({ page }) => {
  await page.goto('/')
  await accept(page)
  await page.goto('/privacy-policy')
  const choice = page.getByRole('region', { name: 'Your analytics choice' })
  await expect(choice).toContainText('You accepted analytics on this device.')
  await expect.poll(() => frames(page)).toEqual(['/privacy-policy', '/api/tags'])
  const { violations } = await new AxeBuilder({ page }).include('#measuring').analyze()
  expect(violations).toEqual([])
  await choice.getByRole('button', { name: 'Decline' }).click()
  await expect(choice).toContainText('You declined analytics on this device.')
  await expect.poll(() => frames(page)).toEqual(['/privacy-policy'])
})

base('without configuration there is no consent dialog and no setting', async ({ page }) => {
  for (const address of ['/', '/privacy-policy']) {
    const asked = page.waitForResponse(/site\.config/)
    await page.goto(address)
    await asked
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByText(/Can we use analytics|Your analytics choice/)).toHaveCount(0)
    expect(frames(page)).toEqual([address])
  }
})
