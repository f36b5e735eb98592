import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { join, newColleaguePage, newStaffPage, password } from './accounts.ts'
import { test } from './fixtures.ts'
import { aPayout, payoutRow, payoutsOfOne, toBank, toPayPal } from './payouts.ts'
import { approveByKeys, decision, openReview, openSubmission, pressKeys, row } from './review-actions.ts'
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
  await expect(decision(reviewer)).toContainText('Approval pays $92.00 to Cash App $da…h.')
  await approveByKeys(reviewer)
  await expect(decision(reviewer).getByRole('radio', { name: 'Approve payout' })).toBeChecked()
  await pressKeys(reviewer, ['s'])
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
  await expect(dialog.getByLabel('Reference of the payment')).toBeFocused()
  await finance.keyboard.type('CA-7K3M9Q')
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
  await expect(payoutRow(finance, id)).toContainText('Being sent')
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

test('five payouts are paid with at most 12 keys and their references', async ({ browser }) => {
  const owner = await newStaffPage(browser)
  const { ids, search } = await payoutsOfOne(owner, 5)
  const finance = await newColleaguePage(browser, 'finance', 'Finn Park')
  await finance.goto(search)
  await expect(finance.getByRole('article')).toHaveCount(5)
  let keys = 0
  const press = async (key: string) => {
    keys++
    await finance.keyboard.press(key)
  }
  const reference = finance.getByLabel('Reference of the payment')
  await press('p')
  const paid: string[] = []
  for (let at = 0; at < 5; at++) {
    const dialog = finance.getByRole('dialog', { name: 'Pay $92.00 by hand' })
    await expect(dialog).toBeVisible()
    for (const id of paid) await expect(dialog).not.toContainText(id)
    await expect(reference).toBeFocused()
    await expect(reference).toHaveValue('')
    paid.push(await dialog.getByText(/^PO-\w{10}$/).innerText())
    await finance.keyboard.type(`CA-${at}`)
    await press('Enter')
  }
  await expect(finance.getByRole('dialog')).toHaveCount(0)
  await expect(finance.getByRole('article').filter({ hasText: 'Paid' })).toHaveCount(5)
  expect(paid.toSorted()).toEqual(ids.toSorted())
  expect(keys).toBeLessThanOrEqual(12)
})

test('closing the dialog of a payment puts it back, or asks what became of it', async ({ browser }) => {
  const finance = await newStaffPage(browser)
  const id = await aPayout(finance)
  await finance.goto(`/admin/payouts?search=${id}`)
  const pay = payoutRow(finance, id).getByRole('button', { name: /^Pay by hand/ })
  await payoutRow(finance, id).focus()
  await finance.keyboard.press('p')
  await expect(finance.getByRole('dialog', { name: 'Pay $92.00 by hand' })).toBeVisible()
  await finance.keyboard.press('Escape')
  await expect(finance.getByRole('dialog')).toHaveCount(0)
  await expect(finance.getByText('$92.00 is ready again.').first()).toBeVisible()
  await expect(pay).toBeAttached()

  await payoutRow(finance, id).focus()
  await finance.keyboard.press('p')
  await finance.getByRole('dialog', { name: 'Pay $92.00 by hand' }).getByRole('button', { name: 'Copy amount' }).click()
  await finance.getByRole('button', { name: 'Close' }).click()
  const question = finance.getByRole('dialog', { name: 'Did you send it?' })
  await question.getByRole('button', { name: 'Not sent, put it back' }).click()
  await expect(question).toHaveCount(0)
  await expect(pay).toBeAttached()
})

test('bank payouts are paid with one file, which is downloaded and marked as sent as a whole', async ({ browser }) => {
  const finance = await newStaffPage(browser)
  const { ids, search } = await payoutsOfOne(finance, 2, toBank)
  await finance.goto(search)
  for (const id of ids) {
    await payoutRow(finance, id).focus()
    await finance.keyboard.press('x')
  }
  await finance.getByRole('button', { name: 'Pay 2 with a file, $184.00...' }).click()
  const download = finance.waitForEvent('download')
  await finance.getByRole('button', { name: 'Make the file' }).click()
  const content = readFileSync(await (await download).path(), 'utf8')
  expect(content).toMatch(/^Reference,Name,Account number,Routing number,Amount,Currency\r\n/)
  for (const id of ids) expect(content).toContain(`${id},`)
  expect(content).toContain(',000123456789,021000021,92.00,USD\r\n')
  const file = finance.getByRole('region', { name: /^File PF-/ })
  await expect(file).not.toContainText('000123456789')
  await file.getByLabel('One reference for all').fill('WIRE-1')
  await finance.keyboard.press('Enter')
  await expect(file.getByText('No payout of this file is being sent any more.')).toBeVisible()
  for (const id of ids) await expect(file.getByRole('article', { name: id })).toContainText('reference WIRE-1')
})

test('a ready payout is one line of 48 px, whose steps show under the pointer, with the focus and in the open row', async ({
  browser,
}) => {
  const finance = await newStaffPage(browser)
  await finance.setViewportSize({ width: 1280, height: 800 })
  const id = await aPayout(finance)
  await finance.goto(`/admin/payouts?search=${id}`)
  const payout = payoutRow(finance, id)
  expect((await payout.boundingBox())?.height).toBe(48)
  const steps = payout.getByRole('button', { name: /^Pay by hand/ }).locator('..')
  await finance.mouse.move(640, 700)
  await expect(steps).toHaveCSS('opacity', '0')
  await payout.hover()
  await expect(steps).toHaveCSS('opacity', '1')
  await finance.mouse.move(640, 700)
  await expect(steps).toHaveCSS('opacity', '0')
  await payout.focus()
  await expect(steps).toHaveCSS('opacity', '1')
  await finance.keyboard.press('Enter')
  await finance.getByRole('searchbox').focus()
  await expect(steps).toHaveCSS('position', 'static')
  await expect(steps).toHaveCSS('opacity', '1')
})

test.describe('on a touch screen', () => {
  for (const width of [1280, 360])
    test.describe(`${width} px wide`, () => {
      test.use({ viewport: { width, height: 800 }, hasTouch: true, isMobile: true, who: 'staff' })

      test('the steps of a payout are always there, and nothing breaks within a fact', async ({ page }) => {
        const id = await aPayout(page)
        await page.goto(`/admin/payouts?search=${id}`)
        const steps = payoutRow(page, id)
          .getByRole('button', { name: /^Pay by hand/ })
          .locator('..')
        await expect(steps).toHaveCSS('position', 'static')
        await expect(steps).toHaveCSS('opacity', '1')
        const lines = await payoutRow(page, id)
          .locator('time, .money, .mono')
          .evaluateAll((all) => all.map((each) => each.getClientRects().length))
        expect(new Set(lines)).toEqual(new Set([1]))
      })
    })
})
