import { expect } from '@playwright/test'
import { expectToast, join } from './accounts.ts'
import { press } from './page-actions.ts'
import { aPng, submitCard, test } from './submissions.ts'

test('a seller replaces a photo of a pending order by keyboard, then withdraws the order and sells the card again', async ({
  page,
}) => {
  await join(page)
  const id = await submitCard(page)
  await page.goto(`/transactions/${id}`)
  const sent = page.getByRole('region', { name: 'Photos you sent' })
  const former = (await sent.getByRole('link').textContent())?.split(' ')[0] ?? ''
  await sent.getByRole('button', { name: `Replace ${former}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Replace this photo' })
  await dialog.getByLabel('Gift card photos').setInputFiles(aPng('sharp.png'))
  await expect(dialog.getByRole('region', { name: 'Uploaded files' })).toContainText('Uploaded')
  await press(dialog, 'Replace photo')
  await expectToast(page, 'Photo replaced')
  await expect(sent.getByRole('link')).toContainText('sharp.png')

  await press(page, 'Withdraw this order')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Withdraw this order' })).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page.getByRole('dialog'), 'Withdraw order')
  await expectToast(page, 'Order withdrawn')
  await expect(page.getByText('Status: Withdrawn')).toBeVisible()
  await expect(sent).toContainText('Erased for your security')
  await page.getByRole('link', { name: 'Sell this card again' }).click()
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('100')
})
