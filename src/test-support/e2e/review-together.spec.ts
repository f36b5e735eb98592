import { expect } from '@playwright/test'
import { cut, join, newColleaguePage, newStaffPage } from './accounts.ts'
import { mailsTo } from './mailbox.ts'
import { choose, decision, opened, openOrder, openReview, reject, row, undoBar } from './review-actions.ts'
import { submitOrder, test } from './submissions.ts'

/** Longer than the undo window of eight seconds. */
const MAIL_TIMEOUT = 25_000

test('the first reviewer to open an order has its lock until a colleague takes over', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitOrder(page)
  const robin = await newColleaguePage(browser, 'reviewer', 'Robin Lee')
  const kim = await newColleaguePage(browser, 'reviewer', 'Kim Park')
  await openReview(kim, customer)
  await openReview(robin, customer)
  await openOrder(robin, id)
  await expect(row(kim, id)).toContainText('Robin Lee is viewing')

  await openOrder(kim, id)
  await expect(decision(kim)).toContainText('Robin Lee is deciding on this order.')
  await choose(kim, 'Rejected')
  await decision(kim).getByLabel('Custom Reason (Optional)').fill('Used before.')
  await expect(decision(kim).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(opened(robin).getByText('Kim Park is viewing')).toBeVisible()

  await decision(kim).getByRole('button', { name: 'Take over' }).click()
  await expect(decision(robin)).toContainText('Kim Park is deciding on this order.')
  await expect(decision(kim)).not.toContainText('is deciding')
  await expect(decision(kim).getByRole('radio', { name: 'Rejected' })).toBeFocused()
  await expect(decision(kim).getByLabel('Custom Reason (Optional)')).toHaveValue('Used before.')
  await decision(kim).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row(robin, id)).toContainText('Rejected')

  // Leaving an order properly releases its lock at once.
  await kim.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  await expect(decision(robin)).not.toContainText('is deciding')
})

test('a stale decision is rejected, shows the newer version and keeps the typed text', async ({
  browser,
  page,
  staffApi,
}) => {
  const customer = await join(page)
  const id = await submitOrder(page)
  const staff = await newColleaguePage(browser, 'reviewer')
  await openReview(staff, customer)
  await openOrder(staff, id)
  const form = decision(staff)
  await choose(staff, 'Failed')
  await form.getByLabel('Custom Reason (Optional)').fill('The payout came back.')
  await staffApi.decide(id, 'rejected', 'Used before.')

  // The pushed update shows the conflict before saving; the typed text still belongs to the old version.
  await expect(form.getByRole('alert')).toContainText('Someone else has changed this submission.')
  await expect(form.getByRole('alert')).toContainText(/Status now:\s*Rejected\s*Used before\./)
  await expect(form.getByRole('alert')).toContainText(/By .+, .+ [AP]M/)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('What you entered is still here.')
  await expect(form.getByRole('radio', { name: 'Failed' })).toBeChecked()
  await expect(form.getByLabel('Custom Reason (Optional)')).toHaveValue('The payout came back.')
  await expect(row(staff, id)).toContainText('Rejected')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(row(staff, id)).toContainText('Failed')
})

test('an undone decision is never mailed and appears in the history as undone', async ({ browser, page }) => {
  test.slow()
  const customer = await join(page)
  const id = await submitOrder(page)
  const later = await submitOrder(page, { cardNumber: 'OTHER CARD 1234' })
  const staff = await newStaffPage(browser)
  await page.goto(`/transactions/${id}`)
  await openReview(staff, customer)
  await openOrder(staff, id)
  await reject(staff, 'The code is covered.')
  await expect(undoBar(staff)).toContainText('Apple $100.00: Rejected.')
  await expect(page.getByText('The code is covered.').first()).toBeVisible()
  await staff.getByRole('button', { name: 'Undo' }).click()
  await expect(staff.getByText('Undone. No mail was sent.')).toBeVisible()
  // The customer's page showed the decision, as above.
  await expect(opened(staff).getByText('(undone before the customer was notified)')).toBeVisible()
  await expect(opened(staff).getByRole('heading', { name: 'Apple, $100.00' })).toBeFocused()
  // It returns with the typed text, to be decided again.
  await expect(decision(staff).getByLabel('Custom Reason (Optional)')).toHaveValue('The code is covered.')
  await expect(row(staff, id)).toContainText('Pending')
  await expect(page.getByText('The code is covered.')).toHaveCount(0)
  await expect(page.getByRole('list').getByText('Rejected')).toHaveCount(0)

  // This mail is due later than the cancelled one would have been.
  await openOrder(staff, later)
  await reject(staff, 'The photo is dark.')
  const mails = () => mailsTo(staff, customer.email, 'status-changed')
  await expect.poll(() => mails().length, { timeout: MAIL_TIMEOUT }).toBe(1)
  expect(mails()[0]).toContain(later)
  await expect(undoBar(staff)).toHaveCount(0)
})

test('a bulk decision applies to the selected orders and names each that failed', async ({
  browser,
  page,
  staffApi,
}) => {
  const customer = await join(page)
  const ids: string[] = []
  for (const at of [0, 1, 2, 3]) ids.push(await submitOrder(page, { cardNumber: `AAAA BBBB 000${at}` }))
  const [unchosen = '', first = '', changed = '', last = ''] = ids
  const staff = await newColleaguePage(browser, 'reviewer')
  await openReview(staff, customer)
  // The newest is first.
  await row(staff, last).getByRole('link').focus()
  await staff.keyboard.press('x')
  await staff.keyboard.press('j')
  await staff.keyboard.press('j')
  await staff.keyboard.press('Shift+X')
  const bar = staff.getByRole('group', { name: 'Selected submissions' })
  await expect(bar).toContainText('3 selected')
  await staffApi.decide(changed, 'failed', 'The brand could not be reached.')
  await expect(row(staff, changed)).toContainText('Failed')
  await bar.getByRole('button', { name: 'Reject...' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Reject' })
  await dialog.getByLabel('Quick Reason Selection').fill('blurry')
  await dialog.getByLabel('Quick Reason Selection').press('Enter')
  await dialog.getByRole('button', { name: 'Reject 3' }).click()

  await expect(staff.getByText('2 set to Rejected, 1 not')).toBeVisible()
  await expect(staff.getByRole('region', { name: 'Submissions' })).toBeFocused()
  await expect(staff.getByRole('listitem').filter({ hasText: `${changed}: Someone else` })).toBeVisible()
  await expect(row(staff, first)).toContainText('Rejected')
  await expect(row(staff, last)).toContainText('Rejected')
  await expect(row(staff, changed)).toContainText('Failed')
  await expect(row(staff, unchosen)).toContainText('Pending')
  await staff.keyboard.press('z')
  await expect(row(staff, first)).toContainText('Pending')
  await expect(row(staff, last)).toContainText('Pending')
})

test('a decision that failed to save returns with its text', async ({ browser, page }) => {
  const customer = await join(page)
  const older = await submitOrder(page)
  const newer = await submitOrder(page, { cardNumber: 'OTHER CARD 1234' })
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  await openOrder(staff, newer)
  const mend = await cut(staff, /admin\.submissions\.setStatus/)
  await choose(staff, 'Rejected')
  await decision(staff).getByLabel('Custom Reason (Optional)').fill('The photo is dark.')
  await decision(staff).getByRole('button', { name: 'Save and next' }).click()
  await expect(decision(staff).getByRole('alert')).toHaveText('Failed to update status. Please try again.')
  await expect(opened(staff)).toContainText(newer)
  await expect(decision(staff).getByLabel('Custom Reason (Optional)')).toHaveValue('The photo is dark.')
  await expect(row(staff, newer)).toContainText('Pending')
  await mend()
  await decision(staff).getByRole('button', { name: 'Save and next' }).click()
  await expect(opened(staff)).toContainText(older)
  await expect(row(staff, newer)).toContainText('Rejected')
})

test('a note appears for a colleague without a reload', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitOrder(page)
  const reviewer = await newColleaguePage(browser, 'reviewer')
  const support = await newColleaguePage(browser, 'support', 'Sam Ortiz')
  await openReview(reviewer, customer)
  await openOrder(reviewer, id)
  await openReview(support, customer)
  await openOrder(support, id)
  await expect(decision(support)).toHaveCount(0)
  await expect(support.getByRole('link', { name: 'Export CSV' })).toHaveCount(0)
  await support.getByRole('button', { name: 'Add note' }).click()
  await expect(support.getByText('Write a note first.')).toBeVisible()
  await support.getByLabel('New note').fill('She called about this card.')
  await support.getByRole('button', { name: 'Add note' }).click()
  await expect(opened(reviewer).getByText('She called about this card.')).toBeVisible()
  await expect(opened(reviewer).getByText(/^Sam Ortiz, /)).toBeVisible()
  await page.goto(`/transactions/${id}`)
  await expect(page.getByText('She called about this card.')).toHaveCount(0)
})

test('a card that was sold before is flagged with a link to that order', async ({ browser, page }) => {
  const customer = await join(page)
  const before = await submitOrder(page)
  const again = await submitOrder(page, { cardValue: '50' })
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  await openOrder(staff, again)
  const flag = opened(staff).getByRole('region', { name: 'Flags' }).getByRole('listitem').filter({ hasText: before })
  await expect(flag).toContainText('Same card number')
  await expect(flag).toContainText('the same customer')
  await flag.getByRole('link', { name: before }).click()
  await expect(opened(staff).getByRole('heading', { name: 'Apple, $100.00' })).toBeFocused()
  await expect(opened(staff).getByRole('table', { name: /^Other orders/ })).toContainText(again)
})
