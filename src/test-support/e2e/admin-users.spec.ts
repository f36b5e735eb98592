import { expect, type Locator, type Page } from '@playwright/test'
import { type Customer, expectToast, join, newColleaguePage, newStaffPage, password, toast } from './accounts.ts'
import { askSupport, press } from './page-actions.ts'
import { submitOrder, test } from './submissions.ts'

const row = (page: Page, { email }: Customer): Locator => page.getByRole('row').filter({ hasText: email })

async function openUsers(staff: Page, search = ''): Promise<void> {
  await staff.goto(`/admin?tab=users&search=${encodeURIComponent(search)}`)
  await expect(staff.getByRole('heading', { name: 'Real-time User Activity' })).toBeVisible()
}

test('a registration and an order update the user list without a reload', async ({ browser, page }) => {
  const staff = await newStaffPage(browser)
  await openUsers(staff)
  const customer = await join(page, 'Marta Kowalska')
  await expect(row(staff, customer)).toContainText('Marta Kowalska')
  await expect(row(staff, customer).getByRole('cell').nth(3)).toHaveText('0')
  await submitOrder(page)
  await expect(row(staff, customer).getByRole('cell').nth(3)).toHaveText('1')
})

test('lists online users by name or as guests', async ({ browser, page }) => {
  const staff = await newStaffPage(browser)
  await openUsers(staff)
  const activity = staff.getByRole('region', { name: 'Real-time User Activity' }).getByRole('listitem')
  const sign = async ({ request }: Page, id: string, sign: string) => {
    const visitorId = `${id}${Date.now()}`.padEnd(22, 'x')
    const answer = await request.post('/api/visits', { data: { visitorId, page: '/supported-cards', sign } })
    expect(answer.status()).toBe(204)
  }
  await sign(page, 'guest', 'view')
  await expect(activity.filter({ hasText: 'Guest User' }).filter({ hasText: '/supported-cards' }).first()).toBeVisible()
  const name = `Seen ${Date.now()}`
  await join(page, name)
  await sign(page, 'known', 'view')
  await expect(activity.filter({ hasText: name })).toContainText('/supported-cards')
})

test('searches, sorts and pages on the server and keeps the state in the address', async ({ browser }) => {
  const staff = await newStaffPage(browser)
  const name = `Paged ${Date.now()}`
  const people: Customer[] = []
  for (let at = 0; at < 17; at++) {
    const context = await browser.newContext()
    people.push(await join(context, `${name} ${at}`))
    if (at === 3) await submitOrder(context)
    await context.close()
  }
  await openUsers(staff)
  await staff.getByPlaceholder('Search by name, email or phone...').fill(name)
  await expect(staff.getByText('Showing 1 to 15 of 17 users')).toBeVisible()
  const table = staff.getByRole('table', { name: 'Registered users' })
  await expect(table.getByRole('rowheader').first()).toHaveText(`${name} 16`)
  await staff.getByRole('button', { name: 'Next' }).click()
  await expect(staff.getByText('Showing 16 to 17 of 17 users')).toBeVisible()
  await expect(table.getByRole('rowheader')).toHaveText([`${name} 1`, `${name} 0`])
  await staff.reload()
  await expect(table.getByRole('rowheader')).toHaveText([`${name} 1`, `${name} 0`])
  await staff.getByRole('button', { name: 'Most trades' }).click()
  await expect(table.getByRole('rowheader').first()).toHaveText(`${name} 3`)
  await expect(staff).toHaveURL(/sort=trades/)
  await staff.goBack()
  await expect(staff.getByText('Showing 16 to 17 of 17 users')).toBeVisible()
})

test('the page of a user lists their orders and conversations and links to the queue', async ({ browser, page }) => {
  await askSupport(page)
  const order = await submitOrder(page)
  const { customer } = (await (await page.request.get('/trpc/account.session')).json()).result.data
  const staff = await newStaffPage(browser)
  await openUsers(staff, customer.email)
  await row(staff, customer).getByRole('link').click()
  await expect(staff.getByRole('heading', { level: 2, name: 'Dana Reyes' })).toBeVisible()
  for (const words of [customer.email, '555-010-0100', 'In 1 browser', '•••• 6KRD'])
    await expect(staff.getByRole('main')).toContainText(words)
  await expect(staff.getByRole('main')).not.toContainText('X2MW')
  await expect(staff.getByRole('link', { name: 'My payout' })).toHaveAttribute('href', /tab=chat&session=session_/)
  await staff.getByRole('link', { name: order }).click()
  await expect(staff.getByRole('article').filter({ hasText: order })).toBeVisible()
})

test('disabling a customer signs them out at once and blocks sign-in until enabled', async ({ browser, page }) => {
  const customer = await join(page)
  const socket = page.waitForEvent('websocket')
  await page.goto('/transactions')
  await expect(page.getByRole('link', { name: 'Start Your First Exchange' })).toBeVisible()
  await (await socket).waitForEvent('framereceived')
  const staff = await newColleaguePage(browser, 'support')
  await staff.goto(`/admin/users/${customer.id}`)
  await press(staff, 'Disable Account')
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('Suspected fraud')
  await press(dialog, 'Disable Account')
  // Within a second of the response, without any action by the customer.
  await expect(staff.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(page.getByText('Please sign in to view your transaction history.')).toBeVisible({ timeout: 1_000 })

  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  const form = page.getByRole('dialog')
  const signIn = async () => {
    await form.getByLabel('Email Address').fill(customer.email)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await press(form, 'Sign In')
  }
  await signIn()
  await expectToast(page, 'Account Disabled', 'Please write to support@')
  await press(staff, 'Enable Account')
  await press(staff.getByRole('dialog'), 'Enable Account')
  await expect(staff.getByText('Active', { exact: true })).toBeVisible()
  await signIn()
  await expect(toast(page)).toContainText('Welcome back, Dana Reyes!')
})

test('reviewers see users but cannot disable them or read their conversations', async ({ browser, page }) => {
  await askSupport(page)
  const { customer } = (await (await page.request.get('/trpc/account.session')).json()).result.data
  const reviewer = await newColleaguePage(browser, 'reviewer')
  await openUsers(reviewer, customer.email)
  await expect(reviewer.getByRole('button', { name: 'Clear All Data' })).toHaveCount(0)
  await row(reviewer, customer).getByRole('link').click()
  await expect(reviewer.getByText('No orders yet')).toBeVisible()
  await expect(reviewer.getByRole('heading', { name: 'Conversations' })).toHaveCount(0)
  const button = reviewer.getByRole('button', { name: 'Disable Account' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAttribute('title', 'Only support and owners disable accounts')
})

test('Clear All Data requires the typed name and reports failures', async ({ browser, page }) => {
  const customer = await join(page)
  const staff = await newStaffPage(browser)
  await openUsers(staff, customer.email)
  await press(staff, 'Clear All Data')
  const dialog = staff.getByRole('dialog', { name: 'Clear All Data' })
  await expect(dialog.getByRole('link', { name: 'Export submissions first' })).toHaveAttribute(
    'href',
    '/api/admin/submissions.csv',
  )
  await dialog.getByLabel(/^Type/).fill('gift card exchange')
  await press(dialog, 'Clear All Data')
  await expect(dialog.getByText('Type Gift Card Exchange, exactly as it stands above')).toBeVisible()
  await expect(dialog.getByLabel(/^Type/)).toBeFocused()
  await dialog.getByLabel(/^Type/).fill('Gift Card Exchange')
  await staff.context().setOffline(true)
  await press(dialog, 'Clear All Data')
  await expectToast(staff, 'Failed to clear data. Please try again.')
  await expect(dialog.getByRole('alert')).toContainText('Failed to clear data. Please try again.')
  await staff.context().setOffline(false)
  expect((await page.request.get('/api/user/transactions')).status()).toBe(200)
})
