import { expect, type Page } from '@playwright/test'
import { startServerProcess } from '#server/testing/test-support/server-process.ts'
import { tempFolder } from '#server/testing/test-support/temp-folder.ts'
import { offline } from '#shared/offline.ts'
import { join, newStaffPage } from './accounts.ts'
import { test } from './closing-test.ts'
import { submitCard } from './submissions.ts'
import { heading } from './wizard-actions.ts'

test.use({ serviceWorkers: 'allow' })

const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)
/** Everything in Cache Storage, as names of caches and paths. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).toSorted()
    const pathsOf = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    return Promise.all(names.map(async (name) => [name.replace(/[0-9a-f]{12}$/, ''), await pathsOf(name)] as const))
  })
const onlyThePage = [[offline.cachePrefix, [`/${offline.page}`]]]

for (const size of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`a page opened offline is the offline page until Retry reaches the site, at ${size.width}x${size.height}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/')
    await controlled(page)
    await context.setOffline(true)
    await page.goto('/supported-cards?q=steam')
    await expect(heading(page, "You're offline")).toBeVisible()
    const retry = page.getByRole('link', { name: 'Retry' })
    await expect(retry).toBeInViewport()
    await retry.click()
    await expect(heading(page, "You're offline")).toBeVisible()
    await context.setOffline(false)
    await retry.click()
    await expect(heading(page, 'Supported Cards')).toBeVisible()
    await expect(page).toHaveURL(/\/supported-cards\?q=steam$/)
  })

test('the browser stores the offline page, and no order, photo or response of the API', async ({ page, context }) => {
  await page.goto('/')
  await controlled(page)
  await join(page)
  const reference = await submitCard(page, { cardBrand: 'apple', cardValue: '100' })
  for (const path of ['/transactions', `/transactions/${reference}`, '/contact', '/exchange']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(await stored(page)).toEqual(onlyThePage)
  const ask = (path: string) =>
    page.evaluate(
      (at) =>
        fetch(at).then(
          ({ status }) => status,
          () => 'failed',
        ),
      path,
    )
  expect(await ask('/api/health')).toBe(200)
  await context.setOffline(true)
  expect(await ask('/api/health')).toBe('failed')
  expect(await ask('/trpc/account.session')).toBe('failed')
  expect(await stored(page)).toEqual(onlyThePage)
})

test('a new worker removes what an older one stored, and nothing else', async ({ page }) => {
  await page.goto(`/${offline.page}`)
  await page.evaluate(async (prefix) => {
    await caches.open(`${prefix}an older version`)
    await caches.open('of another program')
  }, offline.cachePrefix)
  await page.goto('/')
  await controlled(page)
  expect(await stored(page)).toEqual([...onlyThePage, ['of another program', []]])
})

test('SERVICE_WORKER=off removes the worker and what it stored from browsers that have it', async ({ page }) => {
  using folder = tempFolder()
  const on = await startServerProcess(folder.path)
  await page.goto(on.url)
  await controlled(page)
  await on.end('SIGKILL')
  const off = await startServerProcess(folder.path, { SERVICE_WORKER: 'off', PORT: new URL(on.url).port })
  await page.goto(off.url)
  // Opening a cache to read it would create it again while it is deleted.
  const left = () =>
    page.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length])
  await expect.poll(left).toEqual([[], 0])
  await off.end('SIGKILL')
})

for (const width of [1280, 390])
  test(`the bar lies above the header of staff, at ${width} pixels`, async ({ browser }) => {
    const staff = await newStaffPage(browser)
    await staff.setViewportSize({ width, height: 844 })
    await staff.goto('/admin?tab=users')
    const search = staff.getByLabel('Search users')
    await expect(search).toBeVisible()
    // The code of the bar is loaded when the page has nothing else to do.
    await staff.waitForLoadState('networkidle')
    await staff.context().setOffline(true)
    const bar = staff.getByText("You're offline. What you entered stays on this page.", { exact: true })
    await expect(bar).toBeInViewport()
    const [header, shown] = [await staff.locator('header').first().boundingBox(), await bar.boundingBox()]
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual((header?.y ?? 0) + 1)
    await staff.context().close()
  })

for (const width of [1280, 390])
  test(`a bar below the header shows while the network is gone, at ${width} pixels`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await controlled(page)
    const bar = page.getByText("You're offline. What you entered stays on this page.", { exact: true })
    await expect(bar).toHaveCount(0)
    await page.getByLabel('Gift Card Value').fill('250.50')
    await context.setOffline(true)
    await expect(bar).toBeInViewport()
    await page.mouse.wheel(0, 600)
    await expect(bar).toBeInViewport()
    const [header, shown] = [await page.getByRole('banner').boundingBox(), await bar.boundingBox()]
    expect(shown?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 2)
    await context.setOffline(false)
    await expect(bar).toHaveCount(0)
    await expect(page.getByLabel('Gift Card Value')).toHaveValue('250.50')
  })
