import { expect } from '@playwright/test'
import { join, joinHere, newColleaguePage, newStaffPage } from './accounts.ts'
import { test } from './closing-test.ts'
import { approveByKeys, decision, openSubmission } from './review-actions.ts'
import { submitCard } from './submissions.ts'

const sentence = 'This is your own order. A colleague decides on it.'

test('a reviewer who sells in the same browser cannot decide on the order; a colleague does', {
  tag: ['@main'],
}, async ({ browser }) => {
  const name = `Robin Seller ${process.pid}-${Date.now()}`
  const page = await newColleaguePage(browser, 'reviewer', name)
  await joinHere(page)
  const id = await submitCard(page)
  await page.goto(`/admin?view=review&status=all&search=${id}`)
  await openSubmission(page, id)
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText('Own order', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reveal/ })).toHaveCount(0)

  const owner = await newStaffPage(browser)
  await owner.goto('/admin/settings?tab=staff')
  await expect(owner.getByRole('row', { name })).toContainText(/Also a customer: Dana Reyes, same browser/)
  await owner.goto(`/admin?view=review&status=all&search=${id}`)
  await openSubmission(owner, id)
  await approveByKeys(owner)
  await decision(owner).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(owner.getByText('Apple $100.00: Approved.')).toBeVisible()
})

test('an owner reads the insider report with the keyboard alone', { tag: ['@firefox'] }, async ({ browser }) => {
  const owner = await newStaffPage(browser)
  await join(owner)
  const id = await submitCard(owner)
  const answer = await owner.request.post(`/api/admin/submissions/${id}/reveal`, { data: { field: 'cardNumber' } })
  expect(answer.ok(), await answer.text()).toBe(true)
  await owner.goto('/admin/settings?tab=insider-report')
  const number = owner.getByRole('button', { name: 'Views, owner' })
  await number.focus()
  await owner.keyboard.press('Enter')
  await expect(owner.getByRole('heading', { name: 'Views, owner' })).toBeFocused()
  await owner.keyboard.press('Tab')
  await expect(owner.getByRole('button', { name: 'Close' })).toBeFocused()
  await owner.keyboard.press('Enter')
  await expect(number).toBeFocused()
})
