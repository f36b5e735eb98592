import { expect, type Page } from '@playwright/test'
import { join } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { makeOffer, recordLowerBalance, requestInformation } from '../request-calls.ts'
import { openReview, openSubmission } from '../review-actions.ts'
import { type StaffApi, submitCard } from '../submissions.ts'
import type { Screen } from './page-entry.ts'

/** An order of a new customer, for which staff have made an offer; its page. */
async function openOffer(page: Page, staffApi: StaffApi): Promise<void> {
  await join(page)
  const id = await submitCard(page)
  await staffApi.act((staff) => makeOffer(staff, id))
  await page.goto(`/transactions/${id}`)
  await expect(page.getByRole('button', { name: 'Accept $57.41' })).toBeVisible()
}

/** A new customer's order with a balance check, open in the review view. */
async function openChecked(page: Page): Promise<string> {
  const customer = await join(page)
  const id = await submitCard(page)
  await recordLowerBalance(page, id)
  await openReview(page, customer)
  await openSubmission(page, id)
  return id
}

/** What staff request of sellers and offer them, on both sides. */
export const requestScreens: readonly Screen[] = [
  {
    name: 'order with a request',
    path: '/transactions',
    open: async (page, { staffApi }) => {
      await join(page)
      const id = await submitCard(page, { cardBrand: 'walmart', cardNumber: '6006 4912 3456 7890' })
      await staffApi.act((staff) => requestInformation(staff, id, ['back', 'receipt', 'number', 'code', 'expiry']))
      await page.goto(`/transactions/${id}`)
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    },
    shows: 'We need something from you',
  },
  {
    name: 'order with an offer',
    path: '/transactions',
    open: (page, { staffApi }) => openOffer(page, staffApi),
    shows: 'Our offer',
  },
  {
    name: 'order with an offer to decline',
    path: '/transactions',
    open: async (page, { staffApi }) => {
      await openOffer(page, staffApi)
      await press(page, 'Decline, keep the card')
    },
    shows: 'Decline our offer?',
  },
  {
    name: 'review with a request to make',
    who: 'staff',
    path: '/',
    open: async (page) => {
      await openChecked(page)
      await page.getByRole('button', { name: /^Request information/ }).click()
      await page.getByLabel('A photo of the back').check()
    },
    shows: 'Request information',
  },
  {
    name: 'review with an offer to make',
    who: 'staff',
    path: '/',
    open: async (page) => {
      await openChecked(page)
      await page.getByRole('button', { name: /^Make an offer/ }).click()
      await expect(page.getByText(/^Our offer: \$57\.41/)).toBeVisible()
    },
    shows: 'Make an offer',
  },
  {
    name: 'review with an open request',
    who: 'staff',
    path: '/',
    open: async (page) => {
      const customer = await join(page)
      const id = await submitCard(page)
      await requestInformation(page, id, ['back', 'code'])
      await openReview(page, customer, '&status=all')
      await openSubmission(page, id)
      await expect(page.getByText(/^The seller has /)).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
]
