import { expect, type Locator, type Page } from '@playwright/test'
import { join, newEmail, password, toast } from './accounts.ts'
import { test } from './closing-test.ts'
import { holdScript, isRunning } from './first-load.ts'
import { aPng } from './submissions.ts'
import { chooseMethod, files, heading, scamCheck, terms } from './wizard-actions.ts'

const phone = { width: 390, height: 844 }

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return { ...box, bottom: box.y + box.height }
}

const bar = (page: Page) => page.locator('[data-sticks]')

for (const size of [
  { width: 1280, height: 720 },
  { width: 1280, height: 900 },
])
  test(`after a press on a card the whole first step fits ${size.width} x ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/exchange')
    await page.getByRole('radio', { name: /^Starbucks/ }).click()
    await expect(page.getByRole('button', { name: 'Change the card' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Apple/ })).toBeHidden()
    for (const part of [page.getByLabel('Gift Card Value'), page.getByRole('button', { name: 'Get My Quote' })])
      await expect(part).toBeInViewport({ ratio: 1 })
  })

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('the front page has card, value, payout and button above the fold, below the heading', async ({ page }) => {
    await page.goto('/')
    const parts = [
      heading(page, 'Convert Gift Cards to Instant Cash'),
      page.getByLabel('Gift Card', { exact: true }),
      page.getByRole('form', { name: 'Quote' }).getByRole('status'),
      page.getByRole('button', { name: 'Sell This Card' }),
      page.getByText(/^Pick a brand/),
      page.getByText('100% Secure').first(),
    ]
    const tops = []
    for (const part of parts) tops.push((await boxOf(part)).y)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    // The browser's own bars take about 180 px.
    expect((await boxOf(page.getByRole('button', { name: 'Sell This Card' }))).bottom).toBeLessThan(phone.height - 180)
  })

  test('a press on a card far down leads to it and to its value', async ({ page }) => {
    await page.goto('/exchange')
    await page.getByRole('radio', { name: /^Zara/ }).tap()
    await expect(page.getByRole('radio', { name: /^Zara/ })).toBeInViewport()
    await expect(page.getByLabel('Gift Card Value')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('status').filter({ hasText: 'Card Selected' })).toBeAttached()
    await expect(toast(page)).toBeHidden()
    await page.getByLabel('Gift Card Value').fill('12')
    await expect(bar(page)).toContainText('Minimum $')
    await expect(page.getByRole('contentinfo')).toBeHidden()
  })

  test('the button of a link with card and value is in its bar before the script runs', async ({ page }) => {
    const release = await holdScript(page)
    await page.goto('/exchange?brand=apple&value=100', { waitUntil: 'commit' })
    const button = bar(page).getByRole('button', { name: 'Get My Quote' })
    await expect(button).toBeInViewport({ ratio: 1 })
    const before = await boxOf(button)
    release()
    await isRunning(page)
    await expect(bar(page)).toContainText('$92.00')
    expect(await boxOf(button)).toEqual(before)
  })

  test('an error toast never covers the focused field above the keyboard, and goes with its error', async ({
    page,
  }) => {
    // What a keyboard of 374 px leaves of the window.
    await page.addInitScript(() => {
      const visible = Object.assign(new EventTarget(), {
        offsetTop: 0,
        offsetLeft: 0,
        width: 390,
        height: 470,
        scale: 1,
      })
      Object.defineProperty(window, 'visualViewport', { value: visible })
    })
    await page.goto('/exchange?brand=apple&value=20')
    const value = page.getByLabel('Gift Card Value')
    for (const at of [90, 200, 400]) {
      await page.getByRole('button', { name: 'Get My Quote' }).tap()
      await expect(value).toBeFocused()
      await value.evaluate((field, at) => scrollBy(0, field.getBoundingClientRect().top - at), at)
      await expect(toast(page)).toContainText('Minimum Amount Required')
      await expect(async () => {
        const [shown, field] = [await boxOf(toast(page)), await boxOf(value)]
        expect(shown.bottom <= field.y || shown.y >= field.bottom, `${shown.y} to ${shown.bottom}`).toBe(true)
        expect(shown.y).toBeGreaterThanOrEqual(0)
        expect(shown.bottom).toBeLessThanOrEqual(470)
      }).toPass()
    }
    await value.fill('100')
    await expect(toast(page)).toHaveCount(0)
  })

  test('a success toast is a slim bar below the header', async ({ page }) => {
    await join(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).tap()
    await expect(toast(page)).toContainText('Signed out')
    const shown = await boxOf(toast(page))
    expect(shown.y).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).bottom)
    expect(shown).toMatchObject({ x: 0, width: phone.width })
    expect(shown.bottom).toBeLessThan(150)
  })

  test('the bar of steps 2 and 3 sticks to the bottom edge and says what is missing', async ({ page }) => {
    await join(page)
    await page.goto('/exchange?step=quote&brand=apple&value=100')
    await expect(bar(page)).toContainText('$92.00')
    await bar(page).getByRole('button', { name: 'Choose a method' }).tap()
    await expect(page.getByRole('radio', { name: /^PayPal/ })).toBeFocused()
    expect((await boxOf(bar(page))).bottom).toBeCloseTo(phone.height, 0)
    expect((await boxOf(bar(page))).height).toBeLessThan(90)
    await chooseMethod(page, 'Cash App')
    await bar(page).getByRole('button', { name: 'Continue' }).tap()
    await expect(heading(page, 'Upload & Submit')).toBeVisible()
    expect((await boxOf(bar(page))).bottom).toBeCloseTo(phone.height, 0)
    await bar(page)
      .getByRole('button', { name: /^\d things missing$/ })
      .tap()
    const focused = page.locator(':focus')
    expect((await boxOf(focused)).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y)
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByText('Signed in as')).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await expect(page.getByRole('dialog').getByText('Dana Reyes')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test("'Sign In Instead' does not scroll the page", async ({ page }) => {
    await page.goto('/signup')
    const button = page.getByRole('button', { name: 'Sign In Instead' })
    await button.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await button.tap()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await page.evaluate(() => scrollY)).toBe(before)
  })

  test('a new seller taps 15 times from a priced card to the submitted order, and 5 times for the next one', async ({
    page,
  }) => {
    let taps = 0
    const tap = async (target: Locator) => {
      taps++
      await target.tap()
    }
    /** Taps a field and types; the keyboard of a phone inserts text without key events. */
    const type = async (label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true })
      await tap(field)
      await expect(field).toBeFocused()
      await page.keyboard.insertText(text)
    }
    const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
    const finish = async () => {
      await tap(scamCheck(page).getByRole('button', { name: 'No' }))
      await tap(terms(page))
      await tap(button('Submit Securely'))
      await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
    }

    await page.goto('/')
    await page.getByLabel('Gift Card', { exact: true }).selectOption('Steam')
    await page.getByLabel('Gift Card Value').fill('50')
    await tap(button('Sell This Card'))
    await expect(heading(page, 'Your quote')).toBeVisible()
    await tap(page.getByRole('radio', { name: /^Cash App/ }))
    await tap(button('Sign In to Continue'))
    await expect(heading(page, 'Create an account to get your $45.00')).toBeVisible()
    await type('Full Name', 'Dana Reyes')
    await type('Email Address', newEmail())
    await type('Phone Number', '555-010-0100')
    await type('Password', password)
    await type('Confirm Password', password)
    await tap(button('Create Account'))
    // The method is chosen and the price is the same, so nothing asks for 'Continue' again.
    await expect(heading(page, 'Upload & Submit')).toBeVisible()
    await addPhotos(page, tap)
    await type('Gift Card Number', '4NQ8R-2KTPX-7LMW3')
    await type('Cash App Tag', '$dana_r')
    await finish()
    expect(taps).toBe(15)

    taps = 0
    await tap(button('Sell another like this'))
    await expect(page.getByRole('button', { name: /^Front/ }).first()).toBeFocused()
    await addPhotos(page, tap)
    await expect(page.getByLabel('Gift Card Number')).toBeFocused()
    await page.keyboard.insertText('4NQ8R-2KTPX-7LMW4')
    await finish()
    expect(taps).toBe(5)
  })
})

/** Chooses two photos in the gallery of the phone, which opens with a tap. */
async function addPhotos(page: Page, tap: (target: Locator) => Promise<void>): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await tap(page.locator('[data-field="files"]').getByRole('button').first())
  await (await chooser).setFiles([aPng('front.png'), aPng('back.png')])
  await expect(files(page)).toContainText(['Uploaded', 'Uploaded'])
}
