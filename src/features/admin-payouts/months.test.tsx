import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { findDialog, openPayouts } from '#client/test-support/component/payouts-screen.ts'
import { releaseAll } from '#server/testing/test-support/controls.ts'
import { aBankAccount } from '#server/testing/test-support/statement-files.ts'

/** A site whose October can be closed once its only account has a balance, on November 20. */
async function openMonths() {
  const opened = await openPayouts()
  const { site, fay } = opened
  const owner = await site.app.staff()
  const account = await aBankAccount(fay, { openingOn: '2026-10-01', methods: ['cashapp'] })
  return { ...opened, owner, account }
}

const rowOf = async (month: string) =>
  within(await screen.findByRole('table', { name: 'Months, newest first' })).getByRole('row', {
    name: new RegExp(month),
  })

test('finance sees what a month needs, closes it, and reads that it waits; the owner reopens it', async () => {
  const { site, fay, owner, account } = await openMonths()
  await using _ = site
  await site.visit('/admin/payouts?show=months', { as: fay })
  const panel = within(await screen.findByRole('region', { name: 'The month' }))
  expect(await panel.findByRole('listitem')).toHaveTextContent(/^First Bank: Enter what the bank has at the end of/)
  expect(panel.getByRole('link', { name: 'First Bank' })).toHaveAttribute('href', expect.stringContaining(account))
  expect(panel.getByRole('button', { name: /^Close October 2026/ })).toHaveAttribute('aria-disabled', 'true')
  await fay.api.statements.setBalance({ id: account, on: '2026-10-31', balance: 25_000 })
  const user = await site.visit('/admin/payouts?show=months', { as: fay })
  expect(await screen.findByText(/^Every money account is reconciled on/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close October 2026...' }))
  await user.click((await findDialog('Close October 2026')).getByRole('button', { name: 'Close October 2026' }))
  expect(await screen.findByText('Waits for a second person')).toBeVisible()
  expect(await releaseAll(owner)).toEqual(['released'])
  const again = await site.visit('/admin/payouts?show=months', { as: owner })
  expect(await rowOf('October 2026')).toHaveTextContent(/Closed.*confirmed by.*First Bank \$25,000\.00/)
  expect(within(await rowOf('October 2026')).getByRole('link', { name: 'journal.csv' })).toHaveAttribute(
    'href',
    '/api/admin/journal.csv?month=2026-10',
  )
  await again.click(screen.getByRole('button', { name: /^Reopen/ }))
  const dialog = await findDialog('Reopen October 2026')
  await again.click(dialog.getByRole('button', { name: 'Reopen' }))
  expect(await dialog.findByText('Enter why.')).toBeVisible()
  await again.type(dialog.getByLabelText('Why'), 'A fee was missing.')
  await again.click(dialog.getByRole('button', { name: 'Reopen' }))
  expect(await screen.findByText('Waits for a second person')).toBeVisible()
  expect(await releaseAll(fay)).toEqual(['released'])
})
