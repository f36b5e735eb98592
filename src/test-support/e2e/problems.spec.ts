import { expect, type Page } from '@playwright/test'
import { join, newColleaguePage, newStaffPage } from './accounts.ts'
import { test } from './fixtures.ts'
import { aPaidOrder, clawBack, reportProblem } from './problems.ts'
import { approveCard, submitCard } from './submissions.ts'

const debt = (page: Page) => page.getByRole('region', { name: /What you owe/ })

test('a reviewer reports a bad card with a picture, finance claws it back, and the seller reads why and repays', {
  tag: '@main',
}, async ({ browser, page }) => {
  await join(page)
  const owner = await newStaffPage(browser)
  const orderId = await aPaidOrder(page, owner)
  const reviewer = await newColleaguePage(browser, 'reviewer')
  await reviewer.goto(`/admin?view=review&status=all&id=${orderId}`)
  await reportProblem(reviewer, 'It is empty.')
  await expect(reviewer.getByRole('article', { name: /^Drained/ })).toContainText('Finance decides it.')
  await page.goto(`/transactions/${orderId}`)
  await expect(page.getByRole('heading', { name: 'Your money' })).toBeVisible()
  await expect(debt(page)).toHaveCount(0)

  const finance = await newColleaguePage(browser, 'finance', 'Finn Park')
  await finance.goto('/admin/payouts')
  await expect(finance.getByRole('button', { name: /^Needs attention/ })).toContainText('waiting')
  await finance.getByRole('button', { name: /^Problems/ }).press('Enter')
  const problem = finance.getByRole('article', { name: /^Drained/ }).filter({ hasText: orderId })
  await expect(problem).toContainText('It is empty.')
  const [picture] = await Promise.all([
    finance.waitForEvent('popup'),
    problem.getByRole('link', { name: /^evidence\.jpg/ }).click(),
  ])
  await picture.close()
  await clawBack(finance, problem, 'The balance was used on November 20.')

  await expect(debt(page)).toContainText(`You owe $92.00 for order ${orderId}.`)
  await expect(debt(page)).toContainText('The balance was used on November 20.')
  await expect(debt(page).getByRole('link', { name: /^evidence\.jpg/ })).toBeVisible()
  await expect(debt(page)).toContainText('How to repay')

  await finance.getByRole('button', { name: /^To repay/ }).press('Enter')
  await problem.getByRole('button', { name: /^Record repayment/ }).press('Enter')
  const repayment = finance.getByRole('dialog', { name: 'Record repayment' })
  await repayment.getByLabel('Money that came in').fill('50')
  await repayment.getByLabel('Reference of the payment').fill('WIRE-77')
  await finance.keyboard.press('Enter')
  await expect(repayment).toHaveCount(0)
  await expect(problem).toContainText('$42.00 of $92.00 left to repay')
  await expect(debt(page)).toContainText(`You owe $42.00 for order ${orderId}.`)
  await expect(debt(page)).toContainText('You repaid $50.00')
  await page.goto('/transactions')
  await expect(page.getByText(`You owe $42.00 for order ${orderId}.`)).toBeVisible()
})

test('a payout is used for a debt only when the seller accepts, and is sent when they decline', async ({
  browser,
  page,
}) => {
  await join(page)
  const owner = await newStaffPage(browser)
  const orderId = await aPaidOrder(page, owner)
  const others: string[] = []
  for (const cardNumber of ['CARD 2 9QP4 7TLZ', 'CARD 3 9QP4 7TLZ']) {
    const id = await submitCard(page, { paymentDetails: '$dana_of_cash', cardNumber, cardValue: '50' })
    await approveCard(owner, id)
    others.push(id)
  }
  const [one = '', two = ''] = others
  await owner.goto(`/admin?view=review&status=all&id=${orderId}`)
  await reportProblem(owner, 'It is empty.')
  await clawBack(owner, owner.getByRole('article', { name: /^Drained/ }), 'It was empty.', 2)

  await page.goto(`/transactions/${one}`)
  const question = page.getByRole('region', { name: 'A question about your payout' })
  await expect(question).toContainText(`We suggest to take $46.00, your payout for order ${one}`)
  await question.getByRole('button', { name: 'Accept...' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Use $46.00 for what you owe?' })
  await dialog.getByRole('button', { name: 'Use $46.00 for it' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your money' })).toContainText(
    '$46.00 was used for what you owed us, as you agreed.',
  )
  await expect(page.getByRole('status').filter({ hasText: 'Status:' })).toContainText('Completed')

  await page.goto(`/transactions/${two}`)
  await question.getByRole('button', { name: /^Decline/ }).press('Enter')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your money' })).toContainText('Approved. $46.00 goes to')
  await page.goto(`/transactions/${orderId}`)
  await expect(debt(page)).toContainText(`You owe $46.00 for order ${orderId}.`)
})
