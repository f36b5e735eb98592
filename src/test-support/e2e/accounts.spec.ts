import { expect, type Page } from '@playwright/test'
import { expectToast, holdBack, join, password } from './accounts.ts'
import { builtUrl } from './built-files.ts'
import { test } from './closing-test.ts'

const corner = (page: Page) => page.getByRole('banner')

test('on a phone the menu contains the account', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await join(page)
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await expect(sheet.getByText('Active User')).toBeVisible()
  await sheet.getByRole('button', { name: 'Add Payment Method' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Payment Method' })
  await dialog.getByRole('combobox', { name: 'Payment Method' }).selectOption('Zelle')
  await dialog.getByLabel('Zelle Email or Phone').fill('555-0100')
  await dialog.getByLabel('Current Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Add Payment Method' }).click()
  await expectToast(page, 'Success', 'Payment method added successfully.')
  await expect(dialog).toBeHidden()
  await menu.click()
  await sheet.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Signed out')
})

for (const name of ['Terms of Service', 'Privacy Policy'])
  test(`${name} opens in another tab and leaves the sign-up form unchanged`, async ({ page, context }) => {
    await page.goto('/signup')
    await page.getByLabel('Full Name').fill('Dana Reyes')
    const opened = context.waitForEvent('page')
    await page
      .getByRole('main')
      .getByRole('link', { name: `${name} (opens in a new tab)` })
      .click()
    await expect((await opened).getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Dana Reyes')
  })

test('Sign In shows that its dialog is loading', async ({ page }) => {
  await page.goto('/')
  const arrived = await holdBack(page, new RegExp(builtUrl('features/account/sign-in-dialog.tsx')))
  await corner(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  arrived()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0)
})
