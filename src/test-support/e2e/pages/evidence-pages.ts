import { expect, type Page } from '@playwright/test'
import { reasonTexts } from '#shared/status-reasons.ts'
import { join } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { openReview, openSubmission } from '../review-actions.ts'
import { aPng, submitCard } from '../submissions.ts'
import { screensFrom } from './page-entry.ts'

const zeroBalance = reasonTexts.rejected['zero-balance']

async function openNew(page: Page): Promise<string> {
  const customer = await join(page)
  const id = await submitCard(page)
  await openReview(page, customer)
  await openSubmission(page, id)
  return id
}

/** Balance checks and evidence, as reviewers see them. */
export const evidenceScreens = screensFrom({ who: 'staff', path: '/admin' }, [
  {
    name: 'review balance check',
    open: async (page) => {
      await openNew(page)
      await press(page, 'Record a check')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Outcome').selectOption('Lower balance')
      await dialog.getByLabel('Picture of what you saw').setInputFiles(aPng('balance.png'))
      await press(dialog, 'Add a box')
      await expect(dialog.getByRole('button', { name: 'Black box 1' })).toBeVisible()
    },
    shows: 'Balance check',
  },
  {
    name: 'review list of evidence owed',
    open: async (page, { staffApi }) => {
      const id = await openNew(page)
      await staffApi.decide(id, 'rejected', zeroBalance)
      await page.goto(`/admin?view=review&list=evidence-owed&id=${id}`)
      await expect(page.getByText(/^The evidence is owed to the customer until/)).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Lists' })).toBeVisible()
    },
    shows: 'Apple, $100.00',
  },
])

/** Orders with evidence, as their customers see them. */
export const shownEvidenceScreens = screensFrom({ path: '/' }, [
  {
    name: 'order with evidence owed',
    open: async (page, { staffApi }) => {
      await join(page)
      const id = await submitCard(page)
      await staffApi.decide(id, 'rejected', zeroBalance)
      await page.goto(`/transactions/${id}`)
      await expect(page.getByText(/^We owe you the evidence/)).toBeVisible()
    },
    shows: 'What we saw',
  },
  {
    name: 'order with evidence',
    open: async (page, { staffApi }) => {
      await join(page)
      const id = await submitCard(page)
      await staffApi.checkWithPicture(id)
      await staffApi.decide(id, 'rejected', zeroBalance)
      await page.goto(`/transactions/${id}`)
      await expect(page.getByRole('img', { name: /^What we saw/ })).toBeVisible()
    },
    shows: 'What we saw',
  },
])
