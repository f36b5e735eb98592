import { expect, type Locator, type Page } from '@playwright/test'
import { join, newEmail, newStaffPage, password, toast } from './accounts.ts'
import { test } from './fixtures.ts'
import { aPng, submitCard } from './submissions.ts'
import { cardNumber, files, heading, missing, scamCheck, terms } from './wizard-actions.ts'

const MAX_TABS = 60

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
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

async function skipToContent(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Search, tile, condition, value, quote. */
async function pickCard(page: Page): Promise<void> {
  await page.goto('/exchange')
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await skipToContent(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('app')
  const tile = page.getByRole('radio', { name: /^Apple/ })
  await expect(page.getByRole('radio', { name: /^Steam/ })).toBeHidden()
  await tabTo(page, page.getByRole('group', { name: 'Gift card brand' }).getByRole('radio').first())
  await page.keyboard.press('Space')
  for (let tiles = 0; tiles < 5 && !(await tile.isChecked()); tiles++) await page.keyboard.press('ArrowDown')
  await expect(tile).toBeChecked()
  await tabTo(page, page.getByRole('radio', { name: /^Brand New/ }))
  await page.keyboard.press('ArrowDown')
  await typeInto(page, page.getByRole('textbox', { name: 'Remaining Balance' }), '80')
  await press(page, 'Get My Quote')
  await expect(heading(page, 'Your quote')).toBeFocused()
}

async function signUp(page: Page): Promise<void> {
  await press(page, 'Sign In to Continue')
  await expect(heading(page, 'Create an account to get your $73.60')).toBeVisible()
  await typeInto(page, page.getByLabel('Full Name'), 'Dana Reyes')
  await typeInto(page, page.getByLabel('Email Address'), newEmail())
  await typeInto(page, page.getByLabel('Phone Number'), '555-010-0100')
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await typeInto(page, page.getByLabel('Confirm Password', { exact: true }), password)
  await page.keyboard.press('Enter')
}

/** Chooses three photos with the file dialog and removes all but the last. */
async function uploadAndRemove(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press(page, /^Drop files here, or choose them/)
  await (await chooser).setFiles(['one.png', 'two.png', 'three.png'].map((name) => aPng(name)))
  await expect(files(page)).toContainText(['Uploaded', 'Uploaded', 'Uploaded'])
  await press(page, 'Remove one.png')
  await expect(page.getByRole('button', { name: 'Remove two.png' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove three.png' })).toBeFocused()
  await expect(files(page)).toHaveCount(1)
}

test('a visitor sells a card with the keyboard alone', async ({ page }) => {
  await pickCard(page)
  await tabTo(page, page.getByRole('radio', { name: /^PayPal/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Cash App/ })).toBeChecked()
  await signUp(page)

  // Card, condition, value and method are unchanged.
  await expect(heading(page, 'Upload & Submit')).toBeFocused()
  const summary = page.getByRole('region', { name: 'Order summary' })
  for (const kept of ['Apple', 'Partially Used', '$80.00', 'Cash App']) await expect(summary).toContainText(kept)

  await uploadAndRemove(page)
  await typeInto(page, page.getByLabel('Gift Card Number'), cardNumber)
  await tabTo(page, scamCheck(page).getByRole('button', { name: 'No' }))
  await page.keyboard.press('Enter')
  await tabTo(page, terms(page))
  await page.keyboard.press('Space')
  await press(page, 'Submit Securely')
  await expect(page.getByRole('region', { name: 'What is missing' })).toBeFocused()
  await expect(missing(page)).toHaveText(['Payment method details are required'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Cash App Tag')).toBeFocused()
  await page.keyboard.type('$dana_r')
  await press(page, 'Submit Securely')
  await expect(heading(page, 'Order Submitted Successfully!')).toBeFocused()
})

/** The dialogs of the header: their button and their name. */
const dialogs = [
  { who: 'visitor', opener: 'How it Works', name: 'How it Works' },
  { who: 'visitor', opener: 'Sign In', name: 'Sign in' },
  { who: 'customer', opener: 'Dana Reyes', name: 'Account Settings' },
  { who: 'customer', opener: 'Menu', name: 'Menu', width: 320 },
] as const

for (const { who, opener, name, ...screen } of dialogs)
  test.describe(() => {
    test.use({ who })

    test(`the dialog '${name}' traps the focus, closes with Escape and restores the focus`, async ({ page }) => {
      if ('width' in screen) await page.setViewportSize({ width: screen.width, height: 640 })
      await page.goto('/')
      const button = page.getByRole('banner').getByRole('button', { name: opener, exact: true })
      await expect(button).toBeVisible()
      await tabTo(page, button)
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog).toBeVisible()
      for (let tabs = 0; tabs < 20; tabs++) {
        await page.keyboard.press('Tab')
        expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      }
      // The page behind the dialog is inert.
      await expect(page.getByRole('main')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(button).toBeFocused()
    })
  })

test('F8 focuses the toast and Tab its Close button', async ({ page }) => {
  await page.goto('/exchange')
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await tabTo(page, page.getByLabel('Gift Card Value'))
  await page.keyboard.press('Enter')
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('F8')
  await tabTo(page, toast(page).getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(toast(page)).toHaveCount(0)
})

test('staff decide on three submissions with the keyboard alone', async ({ browser, page }) => {
  const { email } = await join(page)
  for (let count = 0; count < 3; count++) await submitCard(page, { cardNumber: `AAAA BBBB CC0${count}` })
  const staff = await newStaffPage(browser)
  await staff.goto(`/admin?search=${encodeURIComponent(email)}`)
  const cards = staff.getByRole('article')
  await expect(cards).toHaveCount(4)
  await tabTo(staff, cards.first())
  for (const [at, letter] of ['p', 'r', 'c'].entries()) {
    if (at > 0) await staff.keyboard.press('j')
    await expect(cards.nth(at)).toBeFocused()
    await staff.keyboard.press('u')
    const dialog = staff.getByRole('dialog', { name: 'Update Status' })
    await tabTo(staff, dialog.getByLabel('New Status'))
    await staff.keyboard.type(letter)
    if (letter === 'r') {
      await tabTo(staff, dialog.getByLabel('Quick Reason'))
      await staff.keyboard.type('The photo is too blurry')
    }
    await tabTo(staff, dialog.getByRole('button', { name: 'Update Status' }))
    await staff.keyboard.press('Enter')
    if (letter === 'c') {
      await expect(staff.getByLabel('Reference of the payment')).toBeFocused()
      await staff.keyboard.press('Enter')
    }
    await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
    await staff.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // The dialog returns the focus after it has left the page; J counts from there.
    await expect(cards.nth(at)).toBeFocused()
  }
  for (const [at, word] of ['Processing', 'Rejected', 'Completed'].entries())
    await expect(cards.nth(at).getByText(word, { exact: true })).toBeVisible()
  await staff.context().close()
})
