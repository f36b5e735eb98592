import { expect } from '@playwright/test'
import { expectToast, join, newColleaguePage, newStaffPage } from './accounts.ts'
import { aRejectedOrder, zeroBalance } from './appeals.ts'
import { test } from './fixtures.ts'
import { press } from './page-actions.ts'
import { repayThirty } from './problem-calls.ts'
import { aPaidOrder, clawBack, reportProblem } from './problems.ts'
import { aPng } from './submissions.ts'

test('a seller appeals a rejection with a picture, and another reviewer says that they are right', {
  tag: '@main',
}, async ({ browser, page }) => {
  await join(page)
  const rob = await newColleaguePage(browser, 'reviewer', 'Rob Vale')
  const orderId = await aRejectedOrder(page, rob)
  await page.goto(`/transactions/${orderId}`)
  const section = page.getByRole('region', { name: 'Not right?' })
  await expect(section).toContainText('Ask another person to look. You have until')
  await expect(section).toContainText('We answer within 24 hours.')
  await press(section, 'Appeal this decision')
  const dialog = page.getByRole('dialog', { name: 'Appeal this decision' })
  await press(dialog, 'Send the appeal')
  await expect(dialog.getByLabel('Why is the decision wrong?')).toBeFocused()
  await dialog.getByLabel('Why is the decision wrong?').fill('The balance was $100.00 when I sent the card.')
  await dialog.getByLabel('Gift card photos').setInputFiles(aPng('receipt.png'))
  await expect(dialog.getByRole('region', { name: 'Uploaded files' })).toContainText('Uploaded')
  await press(dialog, 'Send the appeal')
  await expectToast(page, 'Appeal sent')
  const appeal = page.getByRole('region', { name: 'Your appeal' })
  await expect(appeal).toContainText('A person who has not decided on this order looks at it by')
  await expect(appeal.getByRole('link', { name: /^receipt\.png/ })).toBeVisible()

  await rob.goto('/admin?list=appeals')
  const own = rob.getByRole('article').filter({ hasText: orderId })
  await expect(own.getByRole('button', { name: /^The seller is right/ })).toHaveAttribute('aria-disabled', 'true')
  const rita = await newColleaguePage(browser, 'reviewer', 'Rita Park')
  await rita.goto('/admin')
  await press(rita.getByRole('navigation', { name: 'Lists' }), /^Appeals/)
  const item = rita.getByRole('article').filter({ hasText: orderId })
  await expect(item).toContainText(zeroBalance)
  await expect(item).toContainText('The balance was $100.00 when I sent the card.')
  await press(item, /^The seller is right/)
  const answer = rita.getByRole('dialog', { name: 'The seller is right' })
  await answer.getByLabel(/^Your answer/).fill('The brand confirmed $100.00 by phone.')
  await press(answer, 'Send the answer')
  await expectToast(rita, 'Appeal answered')
  await expect(item).toHaveCount(0)

  await expect(page.getByText('Status: Processing')).toBeVisible()
  await expect(appeal).toContainText('You were right, and we are sorry.')
  await expect(appeal).toContainText('The brand confirmed $100.00 by phone.')
  await expect(appeal).toContainText('Answered by another reviewer')
  const needed = page.getByRole('region', { name: 'We need something from you' })
  await expect(needed).toContainText('The security code or PIN')
  await needed.getByLabel('Security Code').fill('7788')
  await press(needed, 'Send')
  await expect(needed).toHaveCount(0)
  await expect(page.getByText('You sent what we asked for.')).toBeVisible()
})

test('a seller appeals a claw back, and gets a refund once finance says that they are right', async ({
  browser,
  page,
}) => {
  await join(page)
  const owner = await newStaffPage(browser)
  const orderId = await aPaidOrder(page, owner)
  await owner.goto(`/admin?view=review&status=all&id=${orderId}`)
  await reportProblem(owner, 'It is empty.')
  await clawBack(owner, owner.getByRole('article', { name: /^Drained/ }), 'The balance was used.')
  await repayThirty(owner, orderId)
  await page.goto(`/transactions/${orderId}`)
  await expect(page.getByRole('heading', { name: 'What you owe' })).toBeVisible()
  await press(page, 'Appeal this decision')
  const dialog = page.getByRole('dialog', { name: 'Appeal this decision' })
  await dialog.getByLabel('Why is the decision wrong?').fill('I never used the card.')
  await press(dialog, 'Send the appeal')
  await expectToast(page, 'Appeal sent')

  const finance = await newColleaguePage(browser, 'finance', 'Finn Park')
  await finance.goto('/admin?list=appeals')
  const item = finance.getByRole('article').filter({ hasText: orderId })
  await expect(item.getByRole('link', { name: /^evidence/ })).toBeVisible()
  await press(item, /^The seller is right/)
  const answer = finance.getByRole('dialog', { name: 'The seller is right' })
  await expect(answer).toContainText('The $30.00 that they have repaid becomes a payout to them.')
  await answer.getByLabel(/^Your answer/).fill('The brand made a mistake.')
  await press(answer, 'Send the answer')
  await expectToast(finance, 'Appeal answered')
  await expect(page.getByText(`You owe nothing more for order ${orderId}.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your appeal' })).toContainText('The brand made a mistake.')
  await expect(page.getByRole('region', { name: 'Your refund' })).toContainText('Approved')
  await finance.goto(`/admin/payouts?search=${orderId}`)
  const refund = finance.getByRole('article').filter({ hasText: 'Refund' })
  await expect(refund).toContainText('$30.00')
  await expect(refund.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
})
