import { expect, type Page } from '@playwright/test'
import { expectToast, join, newColleaguePage, newStaffPage, password, toast } from './accounts.ts'
import { press } from './page-actions.ts'
import { test } from './submissions.ts'

async function openUsers(staff: Page, search = ''): Promise<void> {
  await staff.goto(`/admin?tab=users&search=${encodeURIComponent(search)}`)
  await expect(staff.getByRole('heading', { name: 'Real-time User Activity' })).toBeVisible()
}

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

test('disabling a customer signs them out at once and blocks sign-in until enabled', { tag: '@cluster' }, async ({
  browser,
  page,
}) => {
  const customer = await join(page)
  const socket = page.waitForEvent('websocket')
  await page.goto('/transactions')
  await expect(page.getByRole('link', { name: 'Start Your First Exchange' })).toBeVisible()
  await (await socket).waitForEvent('framereceived')
  const staff = await newColleaguePage(browser, 'support')
  await staff.goto(`/admin/users/${customer.id}`)
  await press(staff, 'Disable account')
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('Suspected fraud')
  await press(dialog, 'Disable account')
  // Without any action by the customer.
  await expect(staff.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(page.getByText('Please sign in to view your transaction history.')).toBeVisible()

  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  const form = page.getByRole('dialog')
  const signIn = async () => {
    await form.getByLabel('Email Address').fill(customer.email)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await press(form, 'Sign In')
  }
  await signIn()
  await expectToast(page, 'Account Disabled', 'Please contact support@')
  await press(staff, 'Enable account')
  await press(staff.getByRole('dialog'), 'Enable account')
  await expect(staff.getByText('Active', { exact: true })).toBeVisible()
  await signIn()
  await expect(toast(page)).toContainText('Welcome back, Dana Reyes!')
})
