import { expect } from '@playwright/test'
import { statusReasons } from '#shared/status-reasons.ts'
import { join, newStaffPage } from './accounts.ts'
import { press } from './page-actions.ts'
import { openReview, openSubmission } from './review-actions.ts'
import { aPng, submitCard, test } from './submissions.ts'

test('the Update Status dialog rejects with the first quick reason', async ({ browser, page }) => {
  await join(page)
  const id = await submitCard(page)
  const staff = await newStaffPage(browser)
  await staff.goto(`/admin?search=${id}`)
  await staff.getByRole('button', { name: `Update Status of ${id}` }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('New Status').selectOption('rejected')
  await dialog.getByLabel('Quick Reason').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
  await page.goto(`/transactions/${id}`)
  await expect(page.getByText(statusReasons.rejected[0] ?? '').first()).toBeVisible()
})

test('a box is drawn with the mouse, moved with the arrow keys, and removed', async ({ browser, page }) => {
  const customer = await join(page)
  const id = await submitCard(page)
  const staff = await newStaffPage(browser)
  await openReview(staff, customer)
  await openSubmission(staff, id)
  await press(staff, 'Record a check')
  const dialog = staff.getByRole('dialog')
  const file = { ...aPng('balance.png'), buffer: await staff.screenshot() }
  await dialog.getByLabel('Picture of what you saw').setInputFiles(file)
  const picture = dialog.getByRole('img', { name: 'What you add' })
  await picture.scrollIntoViewIfNeeded()
  const place = await picture.boundingBox()
  if (!place) throw new Error('The picture is not shown.')
  const [x, y] = [place.x + place.width / 4, place.y + place.height / 4]
  await staff.mouse.move(x, y)
  await staff.mouse.down()
  await staff.mouse.move(x + place.width / 2, y + place.height / 2, { steps: 4 })
  await staff.mouse.up()
  const box = dialog.getByRole('button', { name: 'Black box 1' })
  const drawn = await box.boundingBox()
  expect(drawn?.width).toBeCloseTo(place.width / 2, -1)
  await box.press('ArrowRight')
  expect((await box.boundingBox())?.x).toBeCloseTo((drawn?.x ?? 0) + place.width / 100, 0)
  await box.press('Delete')
  await expect(box).toHaveCount(0)
  await expect(dialog.getByRole('checkbox', { name: 'Nothing on this picture can be spent' })).toBeVisible()
})
