import { expect, type Page } from '@playwright/test'
import { join } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { anOrderToRepay, aPaidOrder, aReportedOrder } from '../problems.ts'
import type { StaffApi } from '../submissions.ts'
import type { Screen } from './page-entry.ts'

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
export const problemScreens: readonly Screen[] = [
  { name: 'problems', who: 'staff', path: problems, title: 'Payouts', open: openReported, shows: 'Payouts' },
  {
    name: 'problems to repay empty',
    who: 'staff',
    path: '/admin/payouts?show=problems&problems=owed&page=1',
    open: (page) => expect(page.getByRole('button', { name: /^To repay/ })).toBeVisible(),
    shows: 'Payouts',
  },
  {
    name: 'problems report',
    who: 'staff',
    path: '/admin',
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
    who: 'staff',
    path: '/admin',
    open: (page) => openDecision(page, 'Claw back'),
    shows: 'Decide the problem',
  },
  {
    name: 'problems refund',
    who: 'staff',
    path: '/admin',
    open: (page) => openDecision(page, 'Recovered'),
    shows: 'Decide the problem',
  },
  {
    name: 'problems repayment',
    who: 'staff',
    path: '/admin',
    open: (page) => openOwed(page, 'Record repayment'),
    shows: 'Record repayment',
  },
  {
    name: 'problems waive',
    who: 'staff',
    path: '/admin',
    open: (page) => openOwed(page, 'Waive the rest'),
    shows: 'Waive the rest',
  },
]

/** An order of a new customer that they have to repay, with a question about another payout of theirs. */
async function openDebt(page: Page, staffApi: StaffApi): Promise<void> {
  await join(page)
  const orderId = await anOrderToRepay(page, staffApi, true)
  await page.goto(`/transactions/${orderId}`)
  await expect(page.getByRole('heading', { name: 'What you owe' })).toBeVisible()
}

/** What a seller owes, and what they are asked. */
export const debtScreens: readonly Screen[] = [
  {
    name: 'order to repay',
    path: '/transactions',
    open: (page, { staffApi }) => openDebt(page, staffApi),
    shows: /^Order GCE-/,
  },
  {
    name: 'order to set off',
    path: '/transactions',
    open: async (page, { staffApi }) => {
      await openDebt(page, staffApi)
      await press(page, 'Accept...')
    },
    shows: /^Use \$92\.00 for what you owe\?/,
  },
  {
    name: 'orders with a debt',
    path: '/transactions',
    open: async (page, { staffApi }) => {
      await join(page)
      await anOrderToRepay(page, staffApi, false)
      await page.goto('/transactions')
      await expect(page.getByText(/^You owe \$92\.00/)).toBeVisible()
    },
    shows: 'Transaction History',
  },
]
