import { expect } from '@playwright/test'
import { expectToast, newStaffPage } from './accounts.ts'
import { test } from './closing-test.ts'

/** Another rule would change what the other specs of this server do. */
const rule = 'Unfinished payment'

test('an owner changes a rule, and one who began before is asked to look again', async ({ browser }) => {
  const [page, other] = [await newStaffPage(browser), await newStaffPage(browser)]
  const payouts = (of: typeof page) => of.getByRole('form', { name: 'Payouts' })
  await other.goto('/admin/settings?tab=rules')
  const former = Number(await payouts(other).getByLabel(rule).inputValue())
  await payouts(other)
    .getByLabel(rule)
    .fill(String(former + 1))

  await page.goto('/admin/settings')
  await page.getByRole('tab', { name: 'Rules' }).click()
  await payouts(page)
    .getByLabel(rule)
    .fill(String(former + 2))
  await payouts(page).getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Rules saved')
  await expect(page.getByRole('region', { name: 'Payouts' })).toContainText(/Changed .* by owner, version \d+/)
  await page.reload()
  await expect(payouts(page).getByLabel(rule)).toHaveValue(String(former + 2))

  await payouts(other).getByRole('button', { name: 'Save' }).click()
  await expect(payouts(other).getByRole('alert')).toContainText('Somebody has changed these rules since you began.')
  await payouts(other).getByRole('button', { name: 'Show the new rules' }).click()
  await expect(payouts(other).getByLabel(rule)).toHaveValue(String(former + 2))
  await other.getByText('History of Payouts').click()
  await expect(other.getByRole('list', { name: 'History of Payouts' }).getByRole('listitem').first()).toContainText(
    `${rule}: ${former + 2} minutes, before ${former} minutes`,
  )
})
