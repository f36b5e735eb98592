import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { expectToast, join, newEmail, password } from './accounts.ts'
import { resetLinkFor } from './mailbox.ts'
import { test } from './submissions.ts'

const next = 'another-password'
const corner = (page: Page) => page.getByRole('banner')

/** Opens the Security tab of the account settings of the signed-in customer. */
async function openSecurity(page: Page): Promise<Locator> {
  await page.goto('/')
  await corner(page).getByRole('button', { name: 'Dana Reyes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account Settings' })
  await dialog.getByRole('tab', { name: 'Security' }).click()
  return dialog
}

/** The same customer in another browser, on their transactions page. */
async function elsewhere(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const answer = await page.request.post('/api/auth/sign-in', { data: { email, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
  const socket = page.waitForEvent('websocket')
  await page.goto('/transactions')
  await (await socket).waitForEvent('framereceived')
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible()
  return page
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
  await expectToast(page, 'You have been signed out')
}

test('a forgotten password is reset through the mailed link', async ({ page }) => {
  const { email } = await join(page)
  await page.request.post('/api/auth/sign-out', { data: {} })
  await page.goto('/')
  await corner(page).getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Forgot your password' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(page.getByRole('dialog')).toBeHidden()
  const send = page.getByRole('button', { name: 'Send reset link' })
  await send.click()
  await expectToast(page, 'Error', 'Please fill in all fields.')
  await expect(page.getByLabel('Email Address')).toBeFocused()
  await page.getByLabel('Email Address').fill(email)
  await send.click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()

  await page.goto(await resetLinkFor(email))
  await page.getByLabel('New Password', { exact: true }).fill(next)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(`${next}x`)
  await expect(page).toHaveURL(/\/reset-password$/)
  const save = page.getByRole('button', { name: 'Save new password' })
  await save.click()
  await expectToast(page, 'Error', 'Passwords do not match.')
  await page.getByLabel('Confirm New Password', { exact: true }).fill(next)
  await save.click()
  await expectToast(page, 'Password Changed', 'You can now sign in with your new password.')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(next)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Welcome back, Dana Reyes!')
})

test('a used reset link offers to request a new one', async ({ page }) => {
  const { email } = await join(page)
  await page.goto('/forgot-password')
  await page.request.post('/trpc/account.requestPasswordReset', { data: { email } })
  const link = await resetLinkFor(email)
  const token = link.split('=')[1]
  const used = { token, password: next, confirmPassword: next }
  await page.goto(link)
  await page.getByLabel('New Password', { exact: true }).fill('a-third-password')
  expect((await page.request.post('/trpc/account.resetPassword', { data: used })).ok()).toBe(true)
  await page.getByLabel('Confirm New Password', { exact: true }).fill('a-third-password')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('heading', { name: 'Link Not Valid' })).toBeVisible()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

test('a used reset link shows an error in place of its form', async ({ page }) => {
  const { email } = await join(page)
  await page.goto('/forgot-password')
  await page.request.post('/trpc/account.requestPasswordReset', { data: { email } })
  const link = await resetLinkFor(email)
  const used = { token: link.split('=')[1], password: next, confirmPassword: next }
  expect((await page.request.post('/trpc/account.resetPassword', { data: used })).ok()).toBe(true)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Link Not Valid' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
})

test('a reset request for an unknown address gets the same response as for a known one', async ({ page }) => {
  const shown: string[] = []
  for (const email of [(await join(page)).email, newEmail()]) {
    await page.goto('/forgot-password')
    await page.getByLabel('Email Address').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    shown.push((await page.getByRole('main').innerText()).replace(email, '(address)'))
  }
  expect(shown[1]).toBe(shown[0])
})

test('changing the password signs out other browsers at once and keeps this session', { tag: '@cluster' }, async ({
  page,
  browser,
}) => {
  const { email } = await join(page)
  const other = await elsewhere(browser, email)
  const dialog = await openSecurity(page)
  await dialog.getByLabel('Current Password', { exact: true }).fill('not the password')
  await dialog.getByLabel('New Password', { exact: true }).fill(next)
  await dialog.getByLabel('Confirm New Password', { exact: true }).fill(next)
  const change = dialog.getByRole('button', { name: 'Change password' })
  await change.click()
  await expectToast(page, 'Wrong current password. Please try again.')
  await expect(dialog.getByLabel('Current Password', { exact: true })).toBeFocused()
  await dialog.getByLabel('Current Password', { exact: true }).fill(password)
  await change.click()
  await expectToast(page, 'Password Changed')
  await expectSignedOut(other)
  await expect(dialog.getByLabel('Current Password', { exact: true })).toHaveValue('')
  await expect(dialog.getByRole('region', { name: 'Active sessions' }).getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(corner(page).getByRole('button', { name: 'Dana Reyes' })).toBeVisible()
})

test('lists sessions and ends one or all others', { tag: '@cluster' }, async ({ page, browser }) => {
  const { email } = await join(page)
  const [one, two, three] = [
    await elsewhere(browser, email),
    await elsewhere(browser, email),
    await elsewhere(browser, email),
  ]
  const sessions = (await openSecurity(page)).getByRole('region', { name: 'Active sessions' })
  const rows = sessions.getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await rows
    .nth(3)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expectSignedOut(one)
  await expect(rows).toHaveCount(3)
  await expect(sessions.getByRole('heading', { name: 'Active sessions' })).toBeFocused()
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expectSignedOut(two)
  await expectSignedOut(three)
  await expect(rows).toHaveCount(1)
  await expect(sessions.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden()
})
