import { expect, type Page } from '@playwright/test'
import { join } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { submitCard } from '../submissions.ts'
import { screensFrom } from './page-entry.ts'

/** Opens the question before a new customer withdraws their order; returns its id. */
async function openWithdrawal(page: Page): Promise<string> {
  await join(page)
  const id = await submitCard(page)
  await page.goto(`/transactions/${id}`)
  await press(page, 'Withdraw this order')
  return id
}

/** An order that its customer withdraws. */
export const withdrawalScreens = screensFrom({ path: '/' }, [
  {
    name: 'order withdrawn',
    open: async (page) => {
      await openWithdrawal(page)
      await press(page.getByRole('dialog'), 'Withdraw order')
      await expect(page.getByText('You took this order back.')).toBeVisible()
    },
    shows: 'Timeline',
  },
  {
    name: 'order to withdraw',
    open: async (page) => {
      await openWithdrawal(page)
    },
    shows: 'Withdraw this order?',
  },
  {
    name: 'order withdrawn in another tab',
    open: async (page) => {
      const id = await openWithdrawal(page)
      expect((await page.request.post(`/api/user/transactions/${id}/withdraw`)).ok()).toBe(true)
      await press(page.getByRole('dialog'), 'Withdraw order')
      await expect(page.getByRole('dialog').getByText('You have already withdrawn this order.')).toBeVisible()
    },
    shows: 'Withdraw this order?',
  },
])
