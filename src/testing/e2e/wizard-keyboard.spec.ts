import { expect, type Locator, type Page, test } from '@playwright/test'
import { aPng } from './orders.ts'
import { newEmail, password } from './people.ts'
import { heading, missing, orderCode, orderNumber, terms } from './wizard-moves.ts'

const MOST_TABS = 40

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name })
  await expect(button).toBeVisible()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

async function pickCard(page: Page): Promise<void> {
  await page.goto('/exchange')
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('steam')
  const tile = page.getByRole('radio', { name: /^Steam/ })
  await expect(page.getByRole('group', { name: 'Gift card brand' }).getByRole('radio')).toHaveCount(1)
  await tabTo(page, tile)
  await page.keyboard.press('Space')
  await expect(tile).toBeChecked()
  await typeInto(page, page.getByLabel('Gift Card Value'), '80')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your quote')).toBeFocused()
}

async function signUp(page: Page): Promise<void> {
  await press(page, 'Sign In to Continue')
  await expect(heading(page, 'Create Account')).toBeVisible()
  await typeInto(page, page.getByLabel('Full Name'), 'Dana Reyes')
  await typeInto(page, page.getByLabel('Email Address'), newEmail())
  await typeInto(page, page.getByLabel('Phone Number'), '555-010-0100')
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await typeInto(page, page.getByLabel('Confirm Password', { exact: true }), password)
  await page.keyboard.press('Enter')
}

async function fillAndSend(page: Page): Promise<void> {
  await expect(heading(page, 'Upload & Submit')).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await press(page, /^Drop files here, or choose them/)
  await (await chooser).setFiles(aPng('front.png'))
  await expect(page.getByRole('button', { name: 'Remove front.png' })).toBeVisible()
  await typeInto(page, page.getByLabel('Gift Card Number'), orderNumber)
  await typeInto(page, page.getByLabel('Security Code'), orderCode)
  await tabTo(page, terms(page))
  await page.keyboard.press('Space')
  await press(page, 'Submit Securely')
}

test('a visitor sells a card with the keyboard alone', async ({ page }) => {
  await pickCard(page)
  await tabTo(page, page.getByRole('radio', { name: /^PayPal/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Cash App/ })).toBeChecked()
  await signUp(page)

  await expect(heading(page, 'Your quote')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Cash App/ })).toBeChecked()
  await press(page, 'Continue')
  await fillAndSend(page)

  await expect(page.getByRole('region', { name: 'What is missing' })).toBeFocused()
  await expect(missing(page)).toHaveText(['Payment method details are required'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Cash App Tag')).toBeFocused()
  await page.keyboard.type('$dana_r')
  await press(page, 'Submit Securely')
  await expect(heading(page, 'Order Submitted Successfully!')).toBeFocused()
})
