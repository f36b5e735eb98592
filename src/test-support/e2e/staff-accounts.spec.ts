import { type Browser, expect, type Page } from '@playwright/test'
import { newColleaguePage, newStaffPage } from './accounts.ts'
import { Authenticator } from './authenticator.ts'
import { test } from './closing-test.ts'

const ownPassword = 'three words of robin'
let added = 0
const newUsername = () => `robin-${process.pid}-${Date.now()}-${++added}`

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** An owner on the staff list. */
async function ownersList(browser: Browser): Promise<Page> {
  const page = await newStaffPage(browser)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Staff' }).click()
  await expect(page.getByRole('row', { name: /^owner/ })).toBeVisible()
  return page
}

async function addStaff(owner: Page, name: string, username: string, role: string): Promise<string> {
  await owner.getByRole('button', { name: 'Add staff' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const password = await dialog.getByTestId('one-time-password').textContent()
  // The password is shown only once, so Escape must not close the dialog.
  await owner.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return password ?? ''
}

test('an owner adds a reviewer, who completes onboarding and is signed out at once when disabled', async ({
  browser,
  page,
}) => {
  const username = newUsername()
  const name = `Robin ${username}`
  const owner = await ownersList(browser)
  const handedOut = await addStaff(owner, name, username, 'Reviewer')
  const row = owner.getByRole('row', { name })
  await expect(row).toContainText('Reviewer')
  await expect(row).toContainText('One-time password')

  await page.goto('/admin')
  await signIn(page, username, handedOut)
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeFocused()
  await expect(page.getByLabel('Current Password', { exact: true })).toHaveCount(0)
  // A page that was loaded again has forgotten it.
  await page.reload()
  await page.getByLabel('Current Password', { exact: true }).fill(handedOut)
  await page.getByLabel('New Password', { exact: true }).fill('too short')
  await page.getByLabel('Confirm New Password', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password must be at least 12 characters long.')).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill(ownPassword)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('link', { name: 'Submissions' })).toBeVisible()
  // Pushed: the owner's list did not reload.
  await expect(row).toContainText('Active')

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('tab')).toHaveText(['My account'])
  await page.getByRole('button', { name: 'Set up' }).click()
  const phone = await Authenticator.read(page)
  await page.getByLabel('Authentication code').fill(phone.code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expect(row.getByText('On', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, username, ownPassword)
  await expect(page.getByLabel('Authentication code')).toBeFocused()
  await page.getByLabel('Authentication code').fill('12')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Enter the 6-digit code from your app.')).toBeVisible()
  await page.getByLabel('Authentication code').fill(phone.code())
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, username, ownPassword)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('9 recovery codes left')).toBeVisible()

  await row.getByRole('button', { name: `Change ${name}` }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(row).toContainText('Disabled')
  await signIn(page, username, ownPassword)
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
})

test('a reset restores access for a colleague without password and phone', async ({ browser }) => {
  const name = `Sam ${newUsername()}`
  const colleague = await newColleaguePage(browser, 'support', name)
  await colleague.goto('/admin/settings')
  await expect(colleague.getByText('Role')).toBeVisible()
  const owner = await ownersList(browser)
  await owner.getByRole('button', { name: `Change ${name}` }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reset sign-in' }).click()
  await dialog.getByRole('button', { name: 'Reset now' }).click()
  await expect(dialog.getByTestId('one-time-password')).toBeVisible()
  const [username, password] = await dialog.locator('dd').allTextContents()
  await expect(colleague.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await signIn(colleague, username ?? '', password ?? '')
  await expect(colleague.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
})

test('a new role takes effect at once, and a new name appears without a reload', async ({ browser }) => {
  const name = `Kim ${newUsername()}`
  const colleague = await newColleaguePage(browser, 'reviewer', name)
  await colleague.goto('/admin/settings')
  const owner = await ownersList(browser)
  const change = async (
    from: string,
    field: string,
    fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>,
  ) => {
    await owner.getByRole('button', { name: `Change ${from}` }).click()
    const dialog = owner.getByRole('dialog')
    await expect(dialog.getByLabel(field, { exact: true })).toBeVisible()
    await fill(dialog)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await change(name, 'Name', (dialog) => dialog.getByLabel('Name', { exact: true }).fill(`${name} Park`))
  await expect(colleague.getByRole('definition').filter({ hasText: `${name} Park` })).toBeVisible()
  await change(`${name} Park`, 'Role', (dialog) => dialog.getByLabel('Role', { exact: true }).selectOption('Owner'))
  await expect(colleague.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
})

test('finance staff sign in to the orders and find no refused call on their pages', async ({ browser, page }) => {
  const username = newUsername()
  const owner = await ownersList(browser)
  const handedOut = await addStaff(owner, `Fin ${username}`, username, 'Finance')
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 401 || response.status() === 403) refused.push(response.url())
  })
  await page.goto('/admin')
  await signIn(page, username, handedOut)
  for (const label of ['New Password', 'Confirm New Password'])
    await page.getByLabel(label, { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Submissions', exact: true })).toBeVisible()
  const areas = page.getByRole('navigation', { name: 'Staff areas' }).getByRole('link')
  await expect(areas).toHaveText([
    /^Submissions/,
    'Live Analytics',
    'Registered Users',
    /^Payouts/,
    'Inventory',
    'Reports',
    'Rates',
    'Settings',
  ])
  await page.getByRole('link', { name: 'Live Analytics' }).click()
  await expect(page.getByText('Active Visitors', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Registered Users' }).click()
  await expect(page.getByRole('heading', { name: 'Registered Users', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Finance' })).toBeVisible()
  // An address of a tab of others leads to the first tab of theirs.
  await page.goto('/admin?tab=chat')
  await expect(page.getByRole('link', { name: 'Submissions' })).toHaveAttribute('aria-current', 'page')
  expect(refused).toEqual([])
})
