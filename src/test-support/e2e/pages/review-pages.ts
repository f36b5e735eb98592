import { expect, type Page } from '@playwright/test'
import { changeAnswers, cut, join, newColleaguePage } from '../accounts.ts'
import type { SharedAccounts } from '../fixtures.ts'
import { press } from '../page-actions.ts'
import {
  choose,
  decision,
  opened,
  openReview,
  openSubmission,
  reject,
  row,
  submitWithPhotos,
  undoBar,
} from '../review-actions.ts'
import { submitCard } from '../submissions.ts'
import { screensFrom } from './page-entry.ts'

const reviewOf = ({ seller }: SharedAccounts) => `/admin?view=review&search=${encodeURIComponent(seller.email)}`
/** Opens the seller's pending submission. */
const openPending = (page: Page, { submissions }: SharedAccounts) => openSubmission(page, submissions.pending ?? '')

/** A new customer's submission, open in the review view. */
async function openNew(page: Page, changes: Record<string, string> = {}): Promise<string> {
  const customer = await join(page)
  const id = await submitCard(page, changes)
  await openReview(page, customer)
  await openSubmission(page, id)
  return id
}

/** The review view of the staff area. */
export const reviewScreens = screensFrom({ who: 'staff', path: '/' }, [
  {
    name: 'review to choose from',
    path: reviewOf,
    open: (page) => expect(page.getByRole('region', { name: 'Submissions' })).toBeVisible(),
    shows: 'Choose an order to review',
  },
  {
    name: 'review',
    path: reviewOf,
    title: 'Admin Dashboard',
    open: openPending,
    shows: 'Apple, $100.00',
  },
  {
    name: 'queue with overdue orders',
    path: '/admin',
    open: async (page, { submissions }) => {
      // One answer has those of several calls.
      await changeAnswers<unknown>(page, /submissions\.waiting/, (data) => {
        if (typeof data !== 'object' || data === null || !('oldestDue' in data)) return
        Object.assign(data, { overdue: 3, oldestDue: { id: submissions.pending ?? '' } })
      })
      await page.reload()
      await expect(page.getByRole('button', { name: 'Open the oldest' })).toBeVisible()
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'review with the balance',
    open: async (page) => {
      const id = await openNew(page)
      // The photo of all orders is the same, so approving on the screen would ask about a warning.
      const data = { balance: { place: 'account', name: 'Apple main account' } }
      const answer = await page.request.post(`/api/admin/submissions/${id}/approve`, { data })
      expect(answer.ok(), await answer.text()).toBe(true)
      await expect(page.getByText('An account of ours: Apple main account')).toBeVisible()
      await expect(row(page, id)).toContainText('Approved')
      await choose(page, 'Completed')
      await expect(page.getByLabel('Where is the balance now?')).toHaveValue('account')
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review on a phone',
    path: reviewOf,
    narrow: true,
    open: async (page, shared) => {
      await openPending(page, shared)
      await expect(page.getByRole('button', { name: 'Back to the list' })).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review photo full size',
    open: async (page) => {
      const customer = await join(page)
      const id = await submitWithPhotos(page)
      await openReview(page, customer)
      await openSubmission(page, id)
      await press(page, 'Full size, front.jpg')
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    },
    shows: 'front.jpg',
  },
  {
    name: 'review flagged',
    open: async (page) => {
      await join(page)
      await submitCard(page)
      await openNew(page)
      await expect(opened(page).getByRole('region', { name: 'Possible duplicates' })).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review conflict',
    open: async (page, { staffApi }) => {
      const id = await openNew(page)
      await decision(page).getByLabel('Custom Reason (Optional)').fill('The payout came back.')
      await staffApi.decide(id, 'rejected', 'Used before.')
      await expect(decision(page).getByRole('alert')).toContainText('Used before.')
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review claimed',
    open: async (page) => {
      const customer = await join(page)
      const id = await submitCard(page)
      const browser = page.context().browser()
      if (!browser) throw new Error('There is no browser.')
      const colleague = await newColleaguePage(browser, 'reviewer')
      page.once('close', () => void colleague.context().close())
      await openReview(colleague, customer)
      await openSubmission(colleague, id)
      await choose(colleague, 'Rejected')
      await openReview(page, customer)
      await expect(row(page, id)).toContainText('Robin Lee is viewing')
      await openSubmission(page, id)
      await expect(decision(page).getByRole('button', { name: 'Take over' })).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review payout to confirm',
    path: reviewOf,
    open: async (page, shared) => {
      await openPending(page, shared)
      await choose(page, 'Completed')
      await press(decision(page), 'Save')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    shows: 'Confirm the payout',
  },
  {
    name: 'review approval',
    open: async (page) => {
      await openNew(page)
      await choose(page, 'Approve payout')
      await expect(decision(page).getByText(/^Pays/)).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review approval against warnings',
    open: async (page) => {
      await join(page)
      await submitCard(page)
      await openNew(page)
      await choose(page, 'Approve payout')
      await expect(decision(page).getByRole('button', { name: /^Approve despite \d+ warnings?/ })).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review rejection by number',
    path: reviewOf,
    open: async (page, shared) => {
      await openPending(page, shared)
      for (const key of ['4', '6']) await page.keyboard.press(key)
      await expect(decision(page).getByRole('option', { selected: true })).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review bulk reject',
    path: reviewOf,
    open: async (page, { submissions }) => {
      await page.getByRole('checkbox', { name: `Select ${submissions.pending}` }).check()
      await press(page, 'Reject 1...')
    },
    shows: 'Reject',
  },
  {
    name: 'review bulk result',
    open: async (page, { staffApi }) => {
      const customer = await join(page)
      const [id, changed] = [await submitCard(page), await submitCard(page, { cardNumber: 'OTHER CARD 1234' })]
      await openReview(page, customer)
      for (const each of [id, changed]) await page.getByRole('checkbox', { name: `Select ${each}` }).check()
      await staffApi.decide(changed, 'pending', 'Checking your card can take up to 3 hours.')
      await press(page, 'Set 2 processing')
      await expect(page.getByText('1 updated to Processing, 1 failed')).toBeVisible()
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'review keys',
    path: reviewOf,
    open: async (page, shared) => {
      await openPending(page, shared)
      await press(page, 'Keys')
    },
    shows: 'Keys',
  },
  {
    name: 'review undo',
    open: async (page) => {
      await openNew(page)
      await reject(page, 'The code is covered.')
      await expect(undoBar(page)).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
  {
    name: 'review failed',
    open: async (page, shared) => {
      await cut(page, /admin\.review\.get/)
      await page.goto(`${reviewOf(shared)}-gone&id=${shared.submissions.pending}`)
    },
    shows: 'This order could not be loaded',
  },
])
