import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { processOwner, type ServerProcess, startServerProcess } from '#server/testing/test-support/server-process.ts'
import { cut, join } from './accounts.ts'
import { test as base } from './closing-test.ts'
import { submitCard } from './submissions.ts'

/** A separate site, so that all its visitors belong to the test. */
const test = base.extend<{ site: ServerProcess; staff: Page; visit: () => Promise<Page> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the needed fixtures from this pattern
  site: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gce-visits-'))
    const server = await startServerProcess(folder)
    await use(server)
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  },
  baseURL: async ({ site }, use) => use(site.url),
  staff: async ({ browser, baseURL }, use) => {
    const page = await newPage(browser, baseURL)
    const answer = await page.request.post('/api/admin/login', { data: processOwner })
    expect(answer.ok(), await answer.text()).toBe(true)
    await page.goto('/admin?tab=analytics')
    await use(page)
    await page.context().close()
  },
  visit: async ({ browser, baseURL }, use) => use(() => newPage(browser, baseURL)),
})

async function newPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
}

const figure = (page: Page, label: string): Locator =>
  page.getByText(label, { exact: true }).locator('..').getByRole('definition').locator('span > span').first()
const rows = (page: Page, table: string | RegExp): Locator => page.getByRole('table', { name: table }).getByRole('row')
const visitors = (page: Page): Locator => rows(page, 'Active now')
const empty = (page: Page, words: string): Locator => page.getByText(words, { exact: true })

/** The page view events of this page, as they are sent. */
function signsOf(page: Page): string[] {
  const signs: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/visits')) signs.push(request.method())
  })
  return signs
}

test('shows a visitor arriving, navigating and leaving in real time', { tag: '@main' }, async ({ staff, visit }) => {
  await expect(empty(staff, 'No active visitors')).toBeVisible()
  await expect(empty(staff, 'No page views in the last hour')).toBeVisible()
  await expect(empty(staff, 'No visitor data available')).toBeVisible()
  await staff.evaluate(() => Object.assign(window, { isMarked: true }))

  const page = await visit()
  await page.goto('/')
  await expect(visitors(staff)).toHaveCount(2)
  await expect(visitors(staff).nth(1)).toContainText(/127\.0\.0\.1.*\/.*1.*0 min/)
  await page.getByRole('banner').getByRole('link', { name: 'Supported Cards' }).click()
  await expect(visitors(staff).nth(1)).toContainText('/supported-cards')
  await expect(visitors(staff)).toHaveCount(2)
  await expect(figure(staff, 'Active Visitors')).toHaveText('1')
  await expect(figure(staff, 'Views (Last Hour)')).toHaveText('2')
  await expect(figure(staff, 'Total Page Views')).toHaveText('2')
  await expect(rows(staff, 'Popular Pages (Last Hour)')).toHaveText(['PageViews', '/1', '/supported-cards1'])
  await expect(rows(staff, 'Visitor Locations')).toHaveText(['IP addressVisitors', '127.0.0.11'])

  // A reload keeps the visitor id.
  await page.reload()
  await expect(figure(staff, 'Total Page Views')).toHaveText('3')
  await expect(visitors(staff)).toHaveCount(2)
  await expect(visitors(staff).nth(1)).toContainText(/supported-cards3/)

  await page.close({ runBeforeUnload: true })
  await expect(empty(staff, 'No active visitors')).toBeVisible()
  await expect(figure(staff, 'Total Page Views')).toHaveText('3')
  expect(await staff.evaluate(() => 'isMarked' in window)).toBe(true)
})

test('the chart and the funnel update with new visits and quotes', async ({ staff, visit }) => {
  await staff.clock.install()
  await staff.reload()
  const line = (words: string) => staff.getByRole('img', { name: words })
  await expect(line('Active visitors by minute, last hour: now 0, most 0')).toBeVisible()
  const page = await visit()
  await page.goto('/exchange')
  await page.request.post('/api/quote', { data: { cardBrand: 'apple', cardValue: 100 } })
  await expect(figure(staff, 'Active Visitors')).toHaveText('1')
  // Charts are polled.
  await staff.clock.fastForward(5_000)
  await expect(line('Active visitors by minute, last hour: now 1, most 1')).toBeVisible()
  await expect(staff.getByText('Quotes given').locator('..')).toContainText('1')
})

test('page view events do not contain an order’s reference', async ({ staff, visit }) => {
  const page = await visit()
  await join(page)
  const id = await submitCard(page)
  // Playwright cannot read the body of a beacon.
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    const sent: Blob[] = []
    Object.assign(window, { sent })
    navigator.sendBeacon = (url, body) => {
      sent.push(body as Blob)
      return send(url, body)
    }
  })
  await page.goto(`/transactions/${id}`)
  await expect(visitors(staff).nth(1)).toContainText('/transactions')
  const sent = await page.evaluate(() =>
    Promise.all((window as unknown as { sent: Blob[] }).sent.map((one) => one.text())),
  )
  expect(sent.map((text) => JSON.parse(text))).toEqual([
    {
      visitorId: expect.stringMatching(/^[\w-]{22}$/),
      page: '/transactions',
      sign: 'view',
      sentAt: expect.any(Number),
    },
  ])
})

test('does not count staff on customer pages', async ({ staff, visit }) => {
  const signs = signsOf(staff)
  await staff.getByRole('link', { name: 'Back to Home' }).click()
  await expect.poll(() => signs.length).toBe(1)
  await staff.goto('/admin?tab=analytics')
  await expect(empty(staff, 'No active visitors')).toBeVisible()
  await expect(figure(staff, 'Total Page Views')).toHaveText('0')
  await (await visit()).goto('/contact')
  await expect(visitors(staff)).toHaveCount(2)
})

test('does not count browsers with Do Not Track', async ({ staff, visit }) => {
  const page = await visit()
  const signs = signsOf(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }))
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Supported Cards' }).click()
  await expect(page.getByRole('heading', { name: 'Supported Cards', level: 1 })).toBeVisible()
  await (await visit()).goto('/signup')
  await expect(rows(staff, 'Popular Pages (Last Hour)')).toHaveText(['PageViews', '/signup1'])
  expect(signs).toEqual([])
})

test('pausing freezes the page; resuming shows the current state', async ({ staff, visit }) => {
  await expect(staff.getByText('Live', { exact: true })).toBeVisible()
  const pause = staff.getByRole('button', { name: 'Pause updates' })
  await pause.click()
  await expect(staff.getByText('Paused')).toBeVisible()
  const other = await staff.context().newPage()
  await other.goto('/admin?tab=analytics')
  await (await visit()).goto('/exchange')
  await expect(visitors(other)).toHaveCount(2)
  await expect(empty(staff, 'No active visitors')).toBeVisible()
  await pause.click()
  await expect(visitors(staff)).toHaveCount(2)
})

test('polls the numbers without a socket', async ({ staff, visit }) => {
  await staff.routeWebSocket(/\/trpc/, (socket) => void socket.close())
  await staff.clock.install()
  await staff.reload()
  await expect(staff.getByText('Every 10 seconds')).toBeVisible()
  const page = await visit()
  const sent = page.waitForResponse(/\/api\/visits$/)
  await page.goto('/exchange')
  await sent
  await staff.clock.fastForward(10_000)
  await expect(visitors(staff).nth(1)).toContainText('/exchange')
})

test('retries a failed load on request', async ({ staff }) => {
  await staff.routeWebSocket(/\/trpc/, (socket) => void socket.close())
  const mend = await cut(staff, /analytics\.snapshot/)
  await staff.reload()
  await expect(empty(staff, 'Failed to load analytics data.')).toBeVisible()
  await mend()
  await staff.getByRole('button', { name: 'Try again' }).click()
  await expect(empty(staff, 'No active visitors')).toBeVisible()
})

test('counts the conversion from sign-up to payout in its period, and the orders of the day', async ({
  staff,
  visit,
}) => {
  const page = await visit()
  await page.request.post('/api/quote', { data: { cardBrand: 'apple', cardValue: 100 } })
  await join(page)
  const id = await submitCard(page)
  await staff.request.patch(`/api/submissions/${id}/status`, { data: { status: 'completed' } })
  await staff.reload()
  const funnel = rows(staff, /^From sign-up to payout/)
  for (const step of ['Signed up', 'Submitted an order', 'Got paid'])
    await expect(funnel.filter({ hasText: step })).toContainText('1100%')
  await expect(staff.getByText('Based on 1 decided order')).toBeVisible()
  await expect(staff.getByText('under 1 min')).toBeVisible()
  await staff.getByRole('group', { name: 'Period', exact: true }).getByRole('button', { name: '30 days' }).click()
  await expect(staff.getByRole('table', { name: 'From sign-up to payout, last 30 days' })).toBeVisible()
  const today = rows(staff, 'By day').nth(1)
  for (const text of ['100%', '$100.00', '$92.00']) await expect(today).toContainText(text)
  await staff.getByRole('button', { name: '90 days' }).click()
  await expect(rows(staff, 'By day')).toHaveCount(91)
})
