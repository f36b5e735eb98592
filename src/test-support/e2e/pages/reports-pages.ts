import { expect, type Page } from '@playwright/test'
import { join } from '../accounts.ts'
import { approveCard, submitCard } from '../submissions.ts'
import { listStates, screensFrom } from './page-entry.ts'

const reports = '/admin/reports'

/** Buys a card of a new customer, so that the reports have something to show. */
export async function buyCard(page: Page): Promise<void> {
  await join(page)
  const submissionId = await submitCard(page)
  await approveCard(page, submissionId)
  const answer = await page.request.patch(`/api/submissions/${submissionId}/status`, { data: { status: 'completed' } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** The reports of owners and finance. */
export const reportsScreens = screensFrom({ who: 'staff', path: reports }, [
  {
    name: 'reports',
    title: 'Reports',
    open: async (page) => {
      await buyCard(page)
      await page.goto(reports)
      await expect(page.getByRole('table', { name: /^Business, by month/ })).toBeVisible()
    },
    shows: 'Reports',
  },
  {
    name: 'reports by brand',
    title: 'Reports',
    isVariant: true,
    open: async (page) => {
      await buyCard(page)
      await page.goto(`${reports}?by=brand`)
      await expect(page.getByRole('row', { name: /^Apple/ })).toBeVisible()
    },
    shows: 'Reports',
  },
  {
    name: 'reports of losses',
    title: 'Reports',
    isVariant: true,
    open: async (page) => {
      await buyCard(page)
      await page.goto(`${reports}?show=losses`)
      await expect(page.getByRole('table', { name: /^Loss rate, by month/ })).toBeVisible()
    },
    shows: 'Reports',
  },
  {
    name: 'reports empty',
    path: `${reports}?by=brand&from=2001-01&to=2001-02`,
    title: 'Reports',
    isVariant: true,
    shows: 'Nothing in these months',
  },
  ...listStates('reports', { path: reports, call: /reports\.business/, what: 'report', shows: 'Reports' }),
])
