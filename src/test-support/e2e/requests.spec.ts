import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { join, newStaffPage } from './accounts.ts'
import { makeOffer, recordLowerBalance } from './request-calls.ts'
import { openReview, openSubmission, row, undoBar } from './review-actions.ts'
import { aPng, submitCard, test } from './submissions.ts'

const DAY_MINUTES = 24 * 60

/** How often this text was announced since `watchStatus`. */
async function announcements(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) => (window as { announced?: string[] }).announced?.filter((each) => each === wanted).length ?? 0,
    text,
  )
}

/** Notes each text that a live region of the page gets. */
async function watchStatus(page: Page): Promise<void> {
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role="status"]')
        if (region?.textContent) announced.push(region.textContent)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

test('a seller accepts an offer by keyboard on a phone, after its last five minutes were announced once', async ({
  page,
  staffApi,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.clock.install()
  await join(page)
  const id = await submitCard(page)
  await staffApi.act((staff) => makeOffer(staff, id))
  await page.goto(`/transactions/${id}`)
  const accept = page.getByRole('button', { name: 'Accept $57.41' })
  await expect(accept).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map((each) => each.id)).toEqual([])
  }
  await watchStatus(page)
  await page.clock.fastForward((DAY_MINUTES - 4) * 60_000)
  await page.clock.runFor(3_000)
  await expect(page.getByText(/^[34] min left, until /)).toBeVisible()
  await page.clock.runFor(60_000)
  expect(await announcements(page, 'Less than 5 minutes left.')).toBe(1)
  await accept.focus()
  await page.keyboard.press('Enter')
  await expect(accept).toBeHidden()
  await expect(page.getByText('You accepted our offer.')).toBeVisible()
})

test('a reviewer requests a photo and the code, the seller sends them, and an offer follows', async ({
  page,
  browser,
}) => {
  const customer = await join(page)
  const id = await submitCard(page, { cardBrand: 'walmart', cardNumber: '6006 4912 3456 7890' })
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  await openSubmission(staff, id)
  await staff.keyboard.press('q')
  const dialog = staff.getByRole('dialog', { name: 'Request information' })
  await dialog.getByLabel('A photo of the back').check()
  await dialog.getByLabel('The security code or PIN').check()
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(undoBar(staff)).toContainText('information requested')

  await page.goto(`/transactions/${id}`)
  await page.getByLabel('Back photo', { exact: true }).setInputFiles(aPng('back.png'))
  await page.getByLabel('Security Code').fill('7788')
  await expect(page.getByRole('region', { name: 'Uploaded files' })).toContainText('Uploaded')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('You sent what we asked for.')).toBeVisible()
  await expect(row(staff, id)).toContainText('Answered')

  await recordLowerBalance(staff, id)
  await staff.reload()
  await staff.getByRole('button', { name: /^Make an offer/ }).click()
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: /^Offer \$/ })
    .click()
  await page.getByRole('button', { name: /^Accept \$/ }).click()
  await expect(page.getByText('You accepted our offer.')).toBeVisible()
  await expect(row(staff, id)).toContainText('Accepted, check again')
  await staff.close()
})
