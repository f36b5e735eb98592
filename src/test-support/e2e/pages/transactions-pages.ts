import { expect, type Page } from '@playwright/test'
import type { Tracking, TransactionDetail } from '#shared/transaction-schema.ts'
import { changeAnswers, cut, holdBack, join } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { type StaffApi, submitCard } from '../submissions.ts'
import { type Screen, screensFrom } from './page-entry.ts'

/** Opens an order of a new customer whose payout came back. */
export async function openReturned(page: Page, staffApi: StaffApi): Promise<void> {
  await join(page)
  const id = await submitCard(page)
  await staffApi.returnPayout(await staffApi.approve(id))
  await page.goto(`/transactions/${id}`)
  await expect(page.getByRole('button', { name: 'Choose another way to be paid' })).toBeVisible()
}

/** Changes what the server says of an order as if 48 hours had passed since its rejection. */
function rePrice(page: Page): Promise<void> {
  return changeAnswers<TransactionDetail>(page, /transactions\.get/, (order) => {
    order.resumedPrice = { payoutAmount: 81.25, exchangeRate: 0.8125 }
  })
}

/** Changes what the server says of the place of an order in line. */
function track(page: Page, changes: Partial<Tracking>): Promise<void> {
  return changeAnswers<TransactionDetail>(page, /transactions\.get/, (order) => {
    if (order.tracking) Object.assign(order.tracking, changes)
  })
}

/** The transactions of a customer. */
export const transactionsScreens = screensFrom({ path: '/' }, [
  {
    name: 'transactions of a visitor',
    path: '/transactions',
    title: 'Transaction History',
    isVariant: true,
    shows: 'Access Restricted',
  },
  {
    name: 'no transactions',
    who: 'customer',
    path: '/transactions',
    title: 'Transaction History',
    isVariant: true,
    shows: 'No transactions yet',
  },
  {
    name: 'transactions',
    who: 'seller',
    path: '/transactions',
    title: 'Transaction History',
    open: (page) => expect(page.getByRole('region', { name: 'Summary' })).toBeVisible(),
    shows: 'Transaction History',
  },
  {
    name: 'transactions filtered',
    who: 'seller',
    path: '/transactions?status=completed&sort=value',
    open: (page) => expect(page.getByText(/^\d+ of \d+ orders$/)).toBeVisible(),
    shows: 'Transaction History',
  },
  {
    name: 'transactions not found',
    who: 'seller',
    path: '/transactions?search=zzzz',
    title: 'Transaction History',
    isVariant: true,
    shows: 'No orders match',
  },
  {
    name: 'transactions loading',
    who: 'seller',
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
  ...['pending', 'processing', 'completed', 'rejected', 'failed'].map(
    (status): Screen => ({
      name: `order ${status}`,
      who: 'seller',
      path: ({ submissions }) => `/transactions/${submissions[status]}`,
      title: ({ submissions }) => submissions[status] ?? '',
      isVariant: status !== 'pending',
      shows: status === 'rejected' ? 'New photos' : 'Timeline',
    }),
  ),
  {
    name: 'order with a photo to replace',
    open: async (page) => {
      await join(page)
      await page.goto(`/transactions/${await submitCard(page)}`)
      await press(page, /^Replace/)
    },
    shows: 'Replace this photo',
  },
  {
    name: 'order in line, measured',
    who: 'seller',
    path: ({ submissions }) => `/transactions/${submissions.pending}`,
    open: async (page) => {
      await track(page, { basis: 'brand', samples: 120, usualMinutes: 12, mostMinutes: 31 })
      await page.reload()
      await expect(page.getByText(/9 of 10 within 31 minutes \(the last 120\)/)).toBeVisible()
    },
    shows: 'Timeline',
  },
  {
    name: 'order overdue',
    who: 'seller',
    path: ({ submissions }) => `/transactions/${submissions.pending}`,
    open: async (page) => {
      await track(page, { overdueSince: '2026-11-20T12:00:00.000Z' })
      await page.reload()
      await expect(page.getByText(/This takes longer than we promise/)).toBeVisible()
    },
    shows: 'Timeline',
  },
  {
    name: 'order held',
    open: async (page, { staffApi }) => {
      await join(page)
      const id = await submitCard(page)
      await staffApi.holdPayout(await staffApi.approve(id))
      await page.goto(`/transactions/${id}`)
    },
    shows: 'Your money',
  },
  {
    name: 'order approved',
    open: async (page, { staffApi }) => {
      await join(page)
      const id = await submitCard(page)
      await staffApi.approve(id)
      await page.goto(`/transactions/${id}`)
    },
    shows: 'Your money',
  },
  {
    name: 'order whose payout came back',
    open: (page, { staffApi }) => openReturned(page, staffApi),
    shows: 'Your money',
  },
  {
    name: 'order paid another way refused',
    open: async (page, { staffApi }) => {
      await openReturned(page, staffApi)
      await press(page, 'Choose another way to be paid')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Payment Method').selectOption('Bank Transfer')
      await press(dialog, 'Pay me this way')
      await expect(dialog.getByText('Please fill in all payment details.')).toBeVisible()
    },
    shows: 'Choose another way to be paid',
  },
  {
    name: 'order rejected with a new price',
    who: 'seller',
    open: async (page, { submissions }) => {
      await rePrice(page)
      await page.goto(`/transactions/${submissions.rejected}`)
      await expect(page.getByText('$81.25')).toBeVisible()
    },
    shows: 'New photos',
  },
  {
    name: 'order not found',
    who: 'seller',
    path: '/transactions/GCE-0000000000',
    title: 'GCE-0000000000',
    isVariant: true,
    shows: 'Order not found',
  },
  {
    name: 'order of a visitor',
    path: '/transactions/GCE-0000000000',
    title: 'GCE-0000000000',
    isVariant: true,
    shows: 'Access Restricted',
  },
  {
    name: 'order loading',
    who: 'seller',
    open: async (page, { submissions }) => {
      await holdBack(page, /transactions\.get/)
      await page.goto(`/transactions/${submissions.pending}`)
      await expect(page.getByText('Loading your order...')).toBeAttached()
    },
    shows: /^Order GCE-/,
  },
  {
    name: 'order not read',
    who: 'seller',
    open: async (page, { submissions }) => {
      await cut(page, /transactions\.get/)
      await page.goto(`/transactions/${submissions.pending}`)
    },
    shows: 'This order could not be loaded',
  },
])
