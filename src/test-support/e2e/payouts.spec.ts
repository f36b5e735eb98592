import { expect } from '@playwright/test'
import { join, newColleaguePage, newStaffPage, password } from './accounts.ts'
import { test } from './fixtures.ts'
import { loadedScripts } from './loaded-scripts.ts'
import { aPayout, payoutRow, toPayPal } from './payouts.ts'
import { decision, openReview, openSubmission, row } from './review-actions.ts'
import { approveCard, submitCard } from './submissions.ts'

test('a reviewer approves, finance pays by hand, and the customer sees the money and its reference', {
  tag: ['@main', '@firefox'],
}, async ({ browser, page }) => {
  const customer = await join(page)
  const submissionId = await submitCard(page, { paymentDetails: '$dana_of_cash' })
  await page.goto(`/transactions/${submissionId}`)
  await expect(page.getByRole('heading', { name: 'Next step' })).toBeVisible()
  const money = page.getByRole('region', { name: 'Your money' })
  await expect(money).toHaveCount(0)

  const reviewer = await newColleaguePage(browser, 'reviewer')
  await openReview(reviewer, customer)
  await openSubmission(reviewer, submissionId)
  await expect(decision(reviewer)).toContainText('Pays $92.00 to Cash App $da…h.')
  await reviewer.keyboard.press('a')
  await expect(decision(reviewer).getByRole('radio', { name: 'Approve payout' })).toBeChecked()
  await reviewer.keyboard.press('s')
  await expect(row(reviewer, submissionId)).toContainText('Approved')
  await expect(money).toContainText('Approved. $92.00 goes to Cash App $da…h next.')

  const finance = await newColleaguePage(browser, 'finance', 'Finn Park')
  await finance.goto('/admin')
  await finance.getByRole('link', { name: 'Payouts' }).press('Enter')
  await finance.getByRole('searchbox', { name: 'Search payouts' }).fill(submissionId)
  const payout = finance.getByRole('article').filter({ hasText: submissionId })
  await expect(payout).toHaveCount(1)
  // Held for the seconds in which the approval can be undone.
  await expect(payout.getByRole('button', { name: /^Pay by hand/ })).toBeVisible({ timeout: 20_000 })
  await expect(payout).not.toContainText('$dana_of_cash')
  await payout.focus()
  await finance.keyboard.press('p')
  const dialog = finance.getByRole('dialog', { name: 'Pay $92.00 by hand' })
  await expect(dialog).toContainText('$dana_of_cash')
  await expect(money).toContainText('$92.00 is being paid to Cash App $da…h.')
  await dialog.getByLabel('Reference of the payment').fill('CA-7K3M9Q')
  await finance.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(payout).toContainText('Paid')

  await expect(money).toContainText('$92.00 was paid to Cash App $da…h.')
  await expect(money).toContainText('reference CA-7K3M9Q')
  await expect(page.getByRole('article')).toContainText('CA-7K3M9Q')
  await expect(page.getByRole('status').filter({ hasText: 'Status:' })).toContainText('Completed')
})

test('a payout that a colleague pays is marked on an open page, which cannot pay it too', async ({ browser }) => {
  const owner = await newStaffPage(browser)
  const id = await aPayout(owner)
  await owner.goto(`/admin/payouts?search=${id}`)
  const finance = await newColleaguePage(browser, 'finance', 'Finn Park')
  await finance.goto(`/admin/payouts?search=${id}`)
  await payoutRow(finance, id)
    .getByRole('button', { name: /^Pay by hand/ })
    .click()
  await expect(finance.getByRole('dialog')).toContainText('$dana_of_cash')
  await expect(payoutRow(owner, id)).toContainText('Finn Park is paying this since')
  await expect(payoutRow(owner, id).getByRole('button', { name: /^Pay by hand/ })).toHaveCount(0)
})

test('PayPal pays, and a customer to whom it came back chooses another way to be paid', async ({ browser, page }) => {
  await join(page)
  const submissionId = await submitCard(page, toPayPal('returned@mail.example'))
  const finance = await newStaffPage(browser)
  const id = await approveCard(finance, submissionId)
  await page.goto(`/transactions/${submissionId}`)
  const money = page.getByRole('region', { name: 'Your money' })
  await expect(money).toContainText('Approved. $92.00 goes to PayPal re…d@mail.example next.')

  await finance.goto(`/admin/payouts?search=${submissionId}`)
  await payoutRow(finance, id)
    .getByRole('button', { name: /^Send by PayPal/ })
    .press('Enter')
  const question = finance.getByRole('dialog', { name: 'Send $92.00 by PayPal' })
  await expect(question).toContainText('re…d@mail.example')
  await question.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(question).toHaveCount(0)
  await expect(payoutRow(finance, id)).toContainText('On its way')
  await expect(money).toContainText('$92.00 is on its way to PayPal re…d@mail.example.')

  // The server looks the payout up ten seconds after PayPal has accepted it.
  await expect(money).toContainText('The payout of $92.00 came back.', { timeout: 40_000 })
  await expect(payoutRow(finance, id)).toContainText('$92.00 is still owed.')
  await page.getByRole('button', { name: 'Choose another way to be paid' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose another way to be paid' })
  await dialog.getByLabel('Payment Method').selectOption('Cash App')
  await dialog.getByLabel('Cash App Tag').fill('$dana_of_cash')
  await dialog.getByLabel('Current Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(money).toContainText('this payout waits for a while.')
  await expect(page.getByRole('status').filter({ hasText: 'Status:' })).toContainText('Processing')
  await expect(finance.getByRole('article')).toHaveCount(2)
  await expect(finance.getByRole('article').first()).toContainText('Cash App $da…h')
})

test('the script of the page loads with its route only, and reviewers have no entry', async ({ browser }) => {
  const owner = await newStaffPage(browser)
  const text = 'No payout waits.'
  expect(await loadedScripts(owner, '/admin/settings')).not.toContain(text)
  expect(await loadedScripts(owner, '/admin/payouts')).toContain(text)
  const reviewer = await newColleaguePage(browser, 'reviewer')
  await reviewer.goto('/admin/payouts')
  await expect(reviewer.getByRole('heading', { name: "You can't pay" })).toBeVisible()
  await expect(reviewer.getByRole('link', { name: 'Payouts' })).toHaveCount(0)
})
