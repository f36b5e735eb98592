import { expect, type Page } from '@playwright/test'
import { payoutMessages } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { changeAnswers } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { openPayout, payoutRow, toPayPal } from '../payouts.ts'
import { listStates, screensFrom } from './page-entry.ts'
import { fileScreens } from './payout-file-pages.ts'
import { statementScreens } from './statement-pages.ts'

const payouts = '/admin/payouts'
const waiting = '/admin/payouts?show=waiting'

/** Pays a new payout by hand. */
async function openPaid(page: Page): Promise<string> {
  const id = await openPayout(page)
  await press(page, `Pay by hand ${id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference of the payment').fill('CA-7K3M9Q')
  await press(dialog, 'Mark as sent')
  await expect(dialog).toHaveCount(0)
  await expect(payoutRow(page, id).getByRole('button', { name: /^Record return/ })).toBeVisible()
  return id
}

/** Opens a new payout as if PayPal had done this with it, and begins this step. */
async function openAtPayPal(page: Page, changes: Partial<Payout>, step: string): Promise<void> {
  await changeAnswers<{ data?: Payout[] }>(page, /payouts\.list/, ({ data }) => {
    for (const payout of data ?? []) Object.assign(payout, { provider: 'paypal', ...changes })
  })
  await press(page, `${step}... ${await openPayout(page, toPayPal())}`)
}

/** The payouts of owners and finance. */
export const payoutsScreens = screensFrom({ who: 'staff', path: payouts }, [
  {
    name: 'payouts',
    title: 'Payouts',
    open: async (page) => {
      const id = await openPayout(page)
      await payoutRow(page, id).getByRole('button', { name: id, exact: true }).click()
      await expect(page.getByRole('table', { name: `Transfers of ${id}` })).toBeVisible()
    },
    shows: 'Payouts',
  },
  {
    name: 'payouts empty',
    path: `${payouts}?search=zzzz`,
    open: (page) => expect(page.getByRole('button', { name: 'Show ready payouts' })).toBeVisible(),
    shows: 'No payouts found',
  },
  ...listStates('payouts', { path: payouts, call: /payouts\.list/, what: 'payouts', shows: 'Payouts' }),
  {
    name: 'payouts pay by hand refused',
    open: async (page) => {
      const id = await openPayout(page)
      await press(page, `Pay by hand ${id}`)
      const dialog = page.getByRole('dialog')
      await press(dialog, 'Mark as sent')
      await expect(dialog.getByText('Enter the reference of the payment.')).toBeVisible()
    },
    shows: 'Pay $92.00 by hand',
  },
  {
    name: 'payouts not paid',
    open: async (page) => {
      const id = await openPayout(page)
      await press(page, `Pay by hand ${id}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Copy amount' }).click()
      await press(page.getByRole('dialog'), 'Close')
    },
    shows: 'Did you send it?',
  },
  {
    name: 'payouts held',
    open: async (page) => {
      const id = await openPayout(page)
      await press(page, `Hold... ${id}`)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Why').fill('Ask the brand whether the card was activated.')
      await press(dialog, 'Hold payout')
      await expect(payoutRow(page, id)).toContainText('Held by a colleague')
      await press(page, `Lift hold... ${id}`)
    },
    shows: 'Lift hold',
  },
  {
    name: 'payouts waiting',
    path: waiting,
    open: async (page) => {
      const id = await openPaid(page)
      const url = `/api/admin/payouts/${id}`
      const versionNow = async () => ((await (await page.request.get(url)).json()) as { version: number }).version
      await page.request.post(`${url}/return`, { data: { version: await versionNow(), code: 'provider' } })
      const data = { version: await versionNow(), note: 'The seller gave it up.' }
      const answer = await page.request.post(`${url}/close-debt`, { data })
      expect(answer.status(), await answer.text()).toBe(202)
      await page.goto(waiting)
      await expect(page.getByRole('row').filter({ hasText: id })).toBeVisible()
    },
    shows: 'Payouts',
  },
  {
    name: 'payouts cancel refused',
    open: async (page) => {
      const id = await openPayout(page)
      await press(page, `Cancel... ${id}`)
      await press(page.getByRole('dialog'), 'Cancel payout')
      await expect(page.getByText('Enter why.')).toBeVisible()
    },
    shows: 'Cancel payout',
  },
  {
    name: 'payouts return',
    open: async (page) => {
      const id = await openPaid(page)
      await press(page, `Record return... ${id}`)
    },
    shows: 'Record return',
  },
  {
    name: 'payouts correct reference refused',
    open: async (page) => {
      const id = await openPaid(page)
      await payoutRow(page, id).getByRole('button', { name: id, exact: true }).click()
      await press(page, `Correct reference... ${id}`)
      await press(page.getByRole('dialog'), 'Correct reference')
      await expect(page.getByText(payoutMessages.sameReference)).toBeVisible()
    },
    shows: 'Correct reference',
  },
  {
    name: 'payouts chosen for PayPal',
    open: async (page) => {
      const id = await openPayout(page, toPayPal())
      await page.getByLabel(`Choose ${id}`).check()
      await expect(page.getByRole('button', { name: 'Send 1 by PayPal, $92.00' })).toBeVisible()
    },
    shows: 'Payouts',
  },
  {
    name: 'payouts send by PayPal',
    open: async (page) => {
      const id = await openPayout(page, toPayPal())
      await press(page, `Send by PayPal... ${id}`)
    },
    shows: 'Send $92.00 by PayPal',
  },
  {
    name: 'payouts sent by PayPal',
    open: async (page) => {
      const id = await openPayout(page, toPayPal('pending@mail.example'))
      await press(page, `Send by PayPal... ${id}`)
      await press(page.getByRole('dialog'), 'Send')
      await expect(payoutRow(page, id)).toContainText('Being sent')
      await payoutRow(page, id).getByRole('button', { name: id, exact: true }).click()
      await expect(page.getByRole('list', { name: `Attempts to pay ${id}` })).toContainText('accepted')
    },
    shows: 'Payouts',
  },
  {
    name: 'payouts cancel at PayPal',
    open: (page) => openAtPayPal(page, { state: 'sent', isUnclaimed: true }, 'Cancel at PayPal'),
    shows: 'Cancel at PayPal',
  },
  {
    name: 'payouts correct fee refused',
    open: async (page) => {
      await openAtPayPal(page, { state: 'paid' }, 'Correct fee')
      await press(page.getByRole('dialog'), 'Correct fee')
      await expect(page.getByText(payoutMessages.badFee)).toBeVisible()
    },
    shows: 'Correct fee',
  },
  ...fileScreens,
  ...statementScreens,
  {
    name: 'payouts ledger',
    path: `${payouts}?show=ledger`,
    title: 'Payouts',
    open: async (page) => {
      await openPaid(page)
      await page.goto(`${payouts}?show=ledger`)
      await expect(page.getByRole('table', { name: 'Transfers' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Balances' })).toBeVisible()
    },
    shows: 'Ledger',
  },
])
