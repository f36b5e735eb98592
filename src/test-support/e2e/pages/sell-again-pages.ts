import { expect } from '@playwright/test'
import { join } from '../accounts.ts'
import { openReview, openSubmission } from '../review-actions.ts'
import { submitCard } from '../submissions.ts'
import type { Screen } from './page-entry.ts'

/** A rejection after which the card may be sold again at the old rate. */
export const numberMismatch =
  'The card number does not match the photo. Compare the two and sell the card again with the right number.'

/** A rejected card whose seller may sell it again at the old rate. */
export const sellAgainScreens: readonly Screen[] = [
  {
    name: 'order to sell again',
    path: '/',
    open: async (page, { staffApi }) => {
      await join(page)
      const id = await submitCard(page)
      await staffApi.decide(id, 'rejected', numberMismatch)
      await page.goto(`/transactions/${id}`)
      await expect(page.getByText(/^You get the rate of this order/)).toBeVisible()
    },
    shows: 'Next step',
  },
  {
    name: 'quote of a card sold again',
    path: '/exchange',
    open: async (page, { staffApi }) => {
      await join(page)
      const id = await submitCard(page)
      await staffApi.decide(id, 'rejected', numberMismatch)
      await page.goto(`/exchange?again=${id}`)
      await expect(page.getByText('Rate of order')).toBeVisible()
    },
    shows: 'Your quote',
  },
  {
    name: 'review of a card that is sent again',
    who: 'staff',
    path: '/',
    open: async (page, { staffApi }) => {
      const customer = await join(page)
      const id = await submitCard(page)
      await staffApi.decide(id, 'rejected', numberMismatch)
      const again = await submitCard(page, { resubmitOf: id })
      await openReview(page, customer)
      await openSubmission(page, again)
      await expect(page.getByText(/^Sent again after/)).toBeVisible()
    },
    shows: 'Tries to sell this card',
  },
]
