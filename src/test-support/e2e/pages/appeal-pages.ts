import { expect, type Page } from '@playwright/test'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { changeAnswers, join } from '../accounts.ts'
import { appealDecision, aRejectedOrder, zeroBalance } from '../appeals.ts'
import { press } from '../page-actions.ts'
import { type StaffApi, submitCard } from '../submissions.ts'
import { screensFrom } from './page-entry.ts'

/** Opens a rejected order of a new customer, which they have appealed if asked. */
async function openRejected(page: Page, staffApi: StaffApi, isAppealed = false): Promise<void> {
  await join(page)
  const orderId = await submitCard(page)
  await staffApi.decide(orderId, 'rejected', zeroBalance)
  if (isAppealed) await appealDecision(page, orderId)
  await page.goto(`/transactions/${orderId}`)
  await expect(page.getByRole('heading', { name: isAppealed ? 'Your appeal' : 'Not right?' })).toBeVisible()
}

/** Appeals of a seller, on the page of the order. */
export const orderAppealScreens = screensFrom({ path: '/transactions' }, [
  {
    name: 'order to appeal',
    open: (page, { staffApi }) => openRejected(page, staffApi),
    shows: /^Order GCE-/,
  },
  {
    name: 'order appeal form',
    open: async (page, { staffApi }) => {
      await openRejected(page, staffApi)
      await press(page, 'Appeal this decision')
    },
    shows: 'Appeal this decision',
  },
  {
    name: 'order appealed',
    open: (page, { staffApi }) => openRejected(page, staffApi, true),
    shows: /^Order GCE-/,
  },
  {
    name: 'order appeal late',
    open: async (page, { staffApi }) => {
      await changeAnswers<TransactionDetail>(page, /transactions\.get/, (order) => {
        if (order?.appeal) order.appeal.isLate = true
      })
      await openRejected(page, staffApi, true)
      await expect(page.getByText('This is late. The owner has been notified.')).toBeVisible()
    },
    shows: /^Order GCE-/,
  },
  {
    name: 'order appeal to withdraw',
    open: async (page, { staffApi }) => {
      await openRejected(page, staffApi, true)
      await press(page, 'Withdraw this appeal')
    },
    shows: 'Withdraw this appeal?',
  },
  {
    name: 'order appeal answered',
    open: async (page, { staffApi }) => {
      await changeAnswers<TransactionDetail>(page, /transactions\.get/, (order) => {
        const appeal = order?.appeal
        if (!appeal) return
        appeal.state = 'stands'
        appeal.answer = 'The brand confirmed by phone that the balance is $0.00 since November 20.'
        appeal.decidedAs = 'alone'
        appeal.decidedAt = appeal.openedAt
      })
      await openRejected(page, staffApi, true)
      await expect(page.getByText('Answered by the same person')).toBeVisible()
    },
    shows: /^Order GCE-/,
  },
])

/** An appeal of a new customer beside the staff of this page; returns the order. */
async function anAppeal(page: Page): Promise<string> {
  await join(page)
  const orderId = await aRejectedOrder(page, page)
  await appealDecision(page, orderId)
  return orderId
}

async function openAppeals(page: Page): Promise<string> {
  const orderId = await anAppeal(page)
  await page.goto('/admin?list=appeals')
  await expect(page.getByRole('article').filter({ hasText: orderId })).toBeVisible()
  return orderId
}

/** Appeals that wait for an answer, as staff see them. */
export const appealScreens = screensFrom({ who: 'staff', path: '/admin?list=appeals' }, [
  {
    name: 'review appealed',
    path: '/admin',
    open: async (page) => {
      const orderId = await anAppeal(page)
      await page.goto(`/admin?view=review&status=all&id=${orderId}`)
      await expect(page.getByRole('link', { name: 'Show the appeals' })).toBeVisible()
    },
    shows: /^Apple/,
  },
  {
    name: 'appeals',
    title: 'Admin Dashboard',
    open: openAppeals,
    shows: 'Appeals',
  },
  {
    name: 'appeals answer',
    open: async (page) => {
      await changeAnswers<{ data?: object[] }>(page, /admin\.appeals/, (answer) => {
        for (const each of answer?.data ?? []) Object.assign(each, { mayAnswer: true, repaid: 30 })
      })
      const orderId = await openAppeals(page)
      await press(page, `The seller is right... ${orderId}`)
    },
    shows: 'The seller is right',
  },
])
