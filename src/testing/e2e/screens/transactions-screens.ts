import { expect } from '@playwright/test'
import { cut, holdBack } from '../people.ts'
import type { Screen } from './screen.ts'

/** What a customer has sold. */
export const transactionsScreens: readonly Screen[] = [
  { name: 'transactions of a visitor', path: '/transactions', shows: 'Access Restricted' },
  { name: 'no transactions', who: 'customer', path: '/transactions', shows: 'No transactions yet' },
  { name: 'transactions', who: 'seller', path: '/transactions', shows: 'Transaction History' },
  {
    name: 'transactions loading',
    who: 'seller',
    path: '/',
    open: async (page) => {
      await holdBack(page, /transactions\.list/)
      await page.goto('/transactions')
      await expect(page.getByText('Loading your transactions...')).toBeAttached()
    },
    shows: 'Transaction History',
  },
  {
    name: 'transactions failed',
    who: 'seller',
    path: '/',
    open: async (page) => {
      await cut(page, /transactions\.list/)
      await page.goto('/transactions')
    },
    shows: 'Unable to Load Transactions',
  },
  {
    name: 'transactions last saved',
    who: 'seller',
    path: '/transactions',
    open: async (page) => {
      await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()
      await cut(page, /transactions\.list/)
      await page.reload()
      await expect(page.getByText('Showing the last saved list')).toBeVisible()
    },
    shows: 'Transaction History',
  },
]
