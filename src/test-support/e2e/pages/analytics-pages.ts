import { expect, type Page } from '@playwright/test'
import type { AnalyticsSnapshot } from '#shared/analytics-schema.ts'
import { cut, holdBack } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { screensFrom } from './page-entry.ts'

const tab = '/admin?tab=analytics'

/** Opens a page as another visitor. */
async function comeVisiting(page: Page, name: string, path: string): Promise<void> {
  // Without the cookies of this test, because staff are not counted.
  const visitor = { baseURL: page.url(), storageState: { cookies: [], origins: [] } }
  const context = await page.context().browser()?.newContext(visitor)
  const data = { visitorId: name.padEnd(22, '-'), page: path, sign: 'view' }
  expect((await context?.request.post('/api/visits', { data }))?.status()).toBe(204)
  await context?.close()
}

/** Blocks the socket. */
function holdSocket(page: Page): Promise<void> {
  return page.routeWebSocket(/\/trpc/, () => undefined)
}

/** Replaces the visitor numbers, which other tests change, by those of an empty site. */
async function emptySite(page: Page): Promise<void> {
  const noVisitors = { activeVisitors: 0, recentPageViews: 0, visitors: [], pageStats: {}, ipStats: {} }
  await page.route(/analytics\.snapshot/, async (route) => {
    const response = await route.fetch()
    const answers = (await response.json()) as { result: { data: Partial<AnalyticsSnapshot> } }[]
    for (const { result } of answers) if (result.data.visitors) Object.assign(result.data, noVisitors)
    await route.fulfill({ response, json: answers })
  })
}

const ready = async (page: Page) => {
  await comeVisiting(page, 'somebody', '/exchange')
  await comeVisiting(page, 'somebody-else', '/supported-cards')
  await expect(page.getByRole('table', { name: 'Active now' })).toBeVisible()
  await expect(page.getByRole('table', { name: /^From sign-up to payout/ })).toBeVisible()
}

/** The Live Analytics tab. */
export const analyticsScreens = screensFrom({ who: 'staff', path: '/' }, [
  { name: 'analytics', path: tab, title: 'Admin Dashboard', open: ready, shows: 'Admin Dashboard' },
  {
    name: 'analytics as tables',
    path: tab,
    open: async (page) => {
      await ready(page)
      await press(page, 'Charts as tables')
      await expect(page.getByRole('table', { name: 'Page views by hour' })).toBeVisible()
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'analytics paused',
    path: tab,
    open: async (page) => {
      await ready(page)
      await press(page, 'Pause updates')
      await expect(page.getByText('Paused')).toBeVisible()
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'analytics empty',
    open: async (page) => {
      await holdSocket(page)
      await emptySite(page)
      await page.goto(tab)
      await expect(page.getByRole('table', { name: /^From sign-up to payout/ })).toBeVisible()
    },
    shows: 'No active visitors',
  },
  {
    name: 'analytics loading',
    open: async (page) => {
      await holdSocket(page)
      await holdBack(page, /analytics\.snapshot/)
      await page.goto(tab)
      await expect(page.getByText('Loading analytics...')).toBeAttached()
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'analytics failed',
    open: async (page) => {
      await holdSocket(page)
      await cut(page, /analytics\.snapshot/)
      await page.goto(tab)
    },
    shows: 'Failed to load analytics data.',
  },
])
