import { expect, type Page } from '@playwright/test'
import { joinHere, newColleaguePage } from '../accounts.ts'
import type { SharedAccounts } from '../fixtures.ts'
import { press } from '../page-actions.ts'
import { openSubmission } from '../review-actions.ts'
import { submitCard } from '../submissions.ts'
import { listStates, type Screen } from './page-entry.ts'
import { newColleague } from './settings-pages.ts'

const report = '/admin/settings?tab=insider-report'

async function openReport(page: Page, { submissions }: SharedAccounts): Promise<void> {
  const url = `/api/admin/submissions/${submissions.pending}/reveal`
  const answer = await page.request.post(url, { data: { field: 'cardNumber' } })
  expect(answer.ok(), await answer.text()).toBe(true)
  expect((await page.request.get('/api/admin/users.csv')).ok()).toBe(true)
  await page.goto(report)
  await expect(page.getByRole('table', { name: 'Figures of the staff' })).toBeVisible()
}

/** Separation of duties: own orders, and the insider report. */
export const dutiesScreens: readonly Screen[] = [
  { name: 'insider report', who: 'staff', path: report, title: 'Settings', open: openReport, shows: 'Insider report' },
  {
    name: 'insider report list',
    who: 'staff',
    path: report,
    open: async (page, shared) => {
      await openReport(page, shared)
      await page.getByRole('button', { name: 'Views, owner' }).click()
      await expect(page.getByRole('table', { name: 'Views, owner' })).toBeVisible()
      await page.getByText('What the figures count').click()
    },
    shows: 'Views, owner',
  },
  {
    name: 'insider report empty',
    who: 'staff',
    path: `${report}&from=2026-01-01&to=2026-01-31`,
    open: (page) => expect(page.getByLabel('From')).toBeVisible(),
    shows: 'No card was viewed in this period.',
  },
  {
    name: 'insider report refused',
    who: 'staff',
    path: `${report}&from=2026-01-01&to=2026-03-31`,
    open: (page) => expect(page.getByText('Choose at most 31 days.')).toBeVisible(),
    shows: 'Insider report',
  },
  ...listStates('insider report', {
    path: report,
    call: /admin\.insiderReport/,
    what: 'insider report',
    shows: 'Insider report',
  }),
  {
    name: 'review of an own order',
    path: '/',
    open: async (page) => {
      await newColleague(page)
      await joinHere(page)
      const id = await submitCard(page)
      await page.goto(`/admin?view=review&status=all&search=${id}`)
      await openSubmission(page, id)
      await expect(page.getByText('Own order', { exact: true })).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'staff who is a customer',
    who: 'staff',
    path: '/',
    open: async (page) => {
      const browser = page.context().browser()
      if (!browser) throw new Error('There is no browser.')
      const name = `Robin Seller ${Date.now()}`
      const colleague = await newColleaguePage(browser, 'reviewer', name)
      await joinHere(colleague)
      expect((await colleague.request.get('/api/user/transactions')).ok()).toBe(true)
      await colleague.context().close()
      await page.goto('/admin/settings?tab=staff')
      await press(page, `Change ${name}`)
      await expect(page.getByRole('dialog').getByText('Also a customer')).toBeVisible()
    },
    shows: 'Customer accounts',
  },
]
