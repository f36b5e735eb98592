import { expect, type Page } from '@playwright/test'
import { test } from './closing-test.ts'
import { aPng } from './submissions.ts'
import { cardNumber, files, fillSubmission, goToUpload, heading, terms } from './wizard-actions.ts'

const photos = (page: Page) => page.getByLabel('Gift card photos')

test('Back keeps everything; a reload keeps card and method but never a number, code or photo', async ({ page }) => {
  await goToUpload(page)
  await fillSubmission(page)
  await photos(page).setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  for (const step of ['Your quote', 'Which card are you selling?']) {
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(heading(page, step)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(cardNumber)
  await expect(page.getByLabel('Cash App Tag')).toHaveValue('$dana_r')
  await expect(files(page)).toContainText('front.png')
  await expect(terms(page)).toBeChecked()

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).toContain('apple')
  expect(kept).not.toMatch(/X2MW|6KRD|dana_r|front\.png/)

  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Cash App/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByLabel('Cash App Tag')).toHaveValue('')
  await expect(page.getByLabel('Gift Card Number')).toHaveValue('')
  await expect(files(page)).toHaveCount(0)
})

test('in a low window the end of a long side column stays in view beside the fields', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await goToUpload(page, { brand: 'visa', value: 200, method: 'Bank Transfer' })
  const submit = page.getByRole('button', { name: 'Upload Files to Continue' })
  await submit.press('Enter')
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await page.getByLabel('Account Number').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await expect(submit).toBeInViewport({ ratio: 1 })
})
