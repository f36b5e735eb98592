import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { aPng, submitOrder, test } from './orders.ts'
import { join, newStaffPage, watchErrors } from './people.ts'
import { files, fillOrder, getQuote, goToUpload, heading } from './wizard-moves.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const dialog = { within: '[role="dialog"]' }

/** Colours change over a moment; half way they are nobody's. What turns for ever is left alone. */
async function settle(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** What axe finds wrong with the page as it stands, wide and narrow, light and dark; and it never scrolls sideways. */
async function check(page: Page, { within, widths = [1280, 320] }: { within?: string; widths?: number[] } = {}) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(settle)
      const axe = new AxeBuilder({ page })
      if (within) axe.include(within)
      const isFirst = width === widths[0] && colorScheme === 'light'
      // Once all of a long list is looked at; then its first items stand for it.
      if (!isFirst) axe.exclude('li:nth-child(n + 9)')
      // The dark scheme changes colours and nothing else.
      if (colorScheme === 'light') axe.withTags(rules)
      else axe.withRules('color-contrast')
      const { violations } = await axe.analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([])
    }
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overhang, `${page.url()} scrolls sideways at ${width} px`).toBe(0)
  }
}

const pages = [
  ['/', 'Convert Gift Cards to Instant Cash'],
  ['/exchange', 'Which card are you selling?'],
  ['/supported-cards', 'Supported Cards'],
  ['/signup', 'Create Account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password', 'Link Not Valid'],
  ['/reset-password#token=x', 'Choose a new password'],
  ['/transactions', 'Access Restricted'],
  ['/contact', 'Sign In Required'],
  ['/admin', 'Admin Login'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/nowhere', '404 Page Not Found'],
] as const

for (const [path, title] of pages)
  test(`${path} can be used by everybody`, async ({ page, context }) => {
    const errors = watchErrors(context)
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await check(page)
    // The browser notes that the answer was 404, as it should be.
    expect(errors.filter((text) => path !== '/nowhere' || !text.includes('status of 404'))).toEqual([])
  })

test('an unknown page says what is wrong', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
})

test('the exchange can be used by everybody up to its end', async ({ page, context }) => {
  const errors = watchErrors(context)
  await goToUpload(page, { brand: 'visa', value: 200 })
  for (const side of ['Front', 'Back'])
    await page.getByLabel(`${side} photo`, { exact: true }).setInputFiles(aPng(`${side}.png`))
  await expect(files(page)).toContainText(['Uploaded', 'Uploaded'])
  await page.getByRole('button', { name: 'Submit Securely' }).click({ force: true })
  await check(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('banner').getByRole('link', { name: 'Transactions' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave this page?' })).toBeVisible()
  await check(page, dialog)
  await page.getByRole('button', { name: 'Stay' }).click()
  await fillOrder(page)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  await check(page)
  expect(errors).toEqual([])
})

test('the quote can be used by everybody', async ({ page, context }) => {
  const errors = watchErrors(context)
  await getQuote(page)
  await page.getByRole('radio', { name: /^Bank Transfer/ }).check()
  await check(page)
  expect(errors).toEqual([])
})

test('the transaction history can be used by everybody', async ({ page, context, desk }) => {
  const errors = watchErrors(context)
  await join(page)
  for (const [at, status] of ['pending', 'processing', 'completed', 'rejected', 'failed'].entries())
    await desk.decide(await submitOrder(page, { cardNumber: `AAAA BBBB 000${at}` }), status, 'This is why.')
  await page.goto('/transactions')
  await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()
  await check(page)
  expect(errors).toEqual([])
})

test('the support chat can be used by everybody', async ({ page, context, desk }) => {
  const errors = watchErrors(context)
  await join(page)
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Please enter a subject for your inquiry')).toBeVisible()
  await check(page)
  await page.getByLabel('Subject').fill('A long word')
  await page.getByRole('textbox', { name: 'Message' }).fill('long'.repeat(60))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Support Chat' })).toBeVisible()
  const { result } = await (await page.request.get('/trpc/chat.mySession')).json()
  await desk.answer(result.data.sessionId, 'That is a long word.')
  await expect(page.getByText('That is a long word.')).toBeVisible()
  await check(page)
  expect(errors).toEqual([])
})

test('the dialogs of a visitor can be used by everybody', async ({ page, context }) => {
  const errors = watchErrors(context)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'How it Works' }).click()
  await expect(page.getByRole('dialog', { name: 'How it Works' })).toBeVisible()
  await check(page, dialog)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await check(page, { ...dialog, widths: [320] })
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click()
  for (const tab of ['Sign In', 'Sign Up']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel', { name: tab }).getByRole('button').last().click()
    await check(page, dialog)
  }
  expect(errors).toEqual([])
})

test('the dialogs of a customer can be used by everybody', async ({ page, context }) => {
  const errors = watchErrors(context)
  await join(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Dana Reyes' }).click()
  for (const tab of ['Profile', 'Payment Methods']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await check(page, dialog)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByText('Active User')).toBeVisible()
  await check(page, { ...dialog, widths: [320] })
  expect(errors).toEqual([])
})

test('the security of an account and its last question can be used by everybody', async ({ page, context }) => {
  const errors = watchErrors(context)
  await join(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Dana Reyes' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'Delete My Account' }).click()
  await page.getByRole('button', { name: 'Delete For Good' }).click()
  await check(page, dialog)
  expect(errors).toEqual([])
})

test('the staff queue and its dialog can be used by everybody', async ({ browser, page }) => {
  const { email } = await join(page)
  const id = await submitOrder(page, { paymentMethod: 'bank', accountNumber: '123456789', routingNumber: '021000021' })
  const staff = await newStaffPage(browser)
  const errors = watchErrors(staff.context())
  await staff.goto(`/admin?search=${encodeURIComponent(email)}`)
  await expect(staff.getByRole('article')).toHaveCount(2)
  await check(staff)
  await staff.getByRole('button', { name: `Update Status of ${id}` }).click()
  await expect(staff.getByRole('dialog', { name: 'Update Status' })).toBeVisible()
  await check(staff, dialog)
  expect(errors).toEqual([])
})
