import { expect, type Page } from '@playwright/test'
import { join } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { anOrderToRepay, aPaidOrder, aReportedOrder } from '../problems.ts'
import type { StaffApi } from '../submissions.ts'
import { screensFrom } from './page-entry.ts'

const problems = '/admin/payouts?show=problems'

async function openReported(page: Page): Promise<void> {
  const orderId = await aReportedOrder(page)
  await page.goto(problems)
  await expect(page.getByRole('article').filter({ hasText: orderId })).toBeVisible()
}

async function openDecision(page: Page, decision: string): Promise<void> {
  const orderId = await aReportedOrder(page)
  await page.goto(`/admin?view=review&status=all&id=${orderId}`)
  await press(page, `Decide... ${orderId}`)
  await press(page.getByRole('dialog'), decision)
}

async function openOwed(page: Page, step: string): Promise<void> {
  const orderId = await aReportedOrder(page, 'claw-back')
  await page.goto(`/admin?view=review&status=all&id=${orderId}`)
  await press(page, `${step}... ${orderId}`)
}

/** Paid cards that turned out bad, as staff see them. */
export const problemScreens = screensFrom({ who: 'staff', path: '/admin' }, [
  { name: 'problems', path: problems, title: 'Payouts', open: openReported, shows: 'Payouts' },
  {
    name: 'problems to repay empty',
    path: '/admin/payouts?show=problems&problems=owed&page=1',
    open: (page) => expect(page.getByRole('button', { name: /^To repay/ })).toBeVisible(),
    shows: 'Payouts',
  },
  {
    name: 'problems report',
    open: async (page) => {
      await join(page)
      const orderId = await aPaidOrder(page, page)
      await page.goto(`/admin?view=review&status=all&id=${orderId}`)
      await press(page, 'Report a problem...')
    },
    shows: 'Report a problem',
  },
  {
    name: 'problems claw back',
    open: (page) => openDecision(page, 'Claw back'),
    shows: 'Decide the problem',
  },
  {
    name: 'problems refund',
    open: (page) => openDecision(page, 'Recovered'),
    shows: 'Decide the problem',
  },
  {
    name: 'problems repayment',
    open: (page) => openOwed(page, 'Record repayment'),
    shows: 'Record repayment',
  },
  {
    name: 'problems waive',
    open: (page) => openOwed(page, 'Waive the rest'),
    shows: 'Waive the rest',
  },
])

/** An order of a new customer that they have to repay, with a question about another payout of theirs. */
async function openDebt(page: Page, staffApi: StaffApi): Promise<void> {
  await join(page)
  const orderId = await anOrderToRepay(page, staffApi, true)
  await page.goto(`/transactions/${orderId}`)
  await expect(page.getByRole('heading', { name: 'What you owe' })).toBeVisible()
}

/** What a seller owes, and what they are asked. */
export const debtScreens = screensFrom({ path: '/transactions' }, [
  {
    name: 'order to repay',
    open: (page, { staffApi }) => openDebt(page, staffApi),
    shows: /^Order GCE-/,
  },
  {
    name: 'order to set off',
    open: async (page, { staffApi }) => {
      await openDebt(page, staffApi)
      await press(page, 'Accept...')
    },
    shows: /^Use \$92\.00 for what you owe\?/,
  },
  {
    name: 'orders with a debt',
    open: async (page, { staffApi }) => {
      await join(page)
      await anOrderToRepay(page, staffApi, false)
      await page.goto('/transactions')
      await expect(page.getByText(/^You owe \$92\.00/)).toBeVisible()
    },
    shows: 'Transaction History',
  },
])
