import { expect, type Page } from '@playwright/test'
import { expectToast, join, newColleaguePage, newStaffPage } from './accounts.ts'
import { submitOrder, test } from './submissions.ts'
import { fillToken, newTokenName } from './tokens.ts'

const tokensTab = '/admin/settings?tab=tokens'
const auditTab = '/admin/settings?tab=audit'
/** The response to a script that sends only its token. */
async function statusOf(page: Page, path: string, token: string): Promise<number> {
  const script = await page.context().browser()?.newContext({ baseURL: page.url() })
  const answer = await script?.request.get(path, { headers: { authorization: `Bearer ${token}` } })
  await script?.close()
  return answer?.status() ?? 0
}

test('a token works within its scopes until it is revoked', async ({ browser }) => {
  const page = await newStaffPage(browser)
  const name = newTokenName()
  await page.goto(tokensTab)
  await page.getByRole('button', { name: 'Make a token' }).click()
  const dialog = page.getByRole('dialog')
  await fillToken(dialog, name)
  await expect(dialog.getByText('Choose at least one thing the token may do.')).toBeVisible()
  await fillToken(dialog, name, 'submissions:read')
  const token = (await dialog.getByText(/^gce_/).textContent()) ?? ''
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  expect(await page.content()).not.toContain(token)

  expect(await statusOf(page, '/api/admin/submissions', token)).toBe(200)
  expect(await statusOf(page, '/api/files/none', token)).toBe(403)
  await page.reload()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Last used just now')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
  await expectToast(page, 'Token revoked')
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await statusOf(page, '/api/admin/submissions', token)).toBe(401)

  await page.goto(`${auditTab}&action=token.revoked`)
  await expect(page.getByRole('row').filter({ hasText: `revoked an API token: ${name}` })).toBeVisible()
})

test('a token with a customer submits orders for them, and the audit log names the token', async ({
  browser,
  page: customerPage,
}) => {
  const page = await newStaffPage(browser)
  const customer = await join(customerPage)
  const name = newTokenName()
  await page.goto(tokensTab)
  await page.getByRole('button', { name: 'Make a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'orders' }).check()
  await dialog.getByLabel("Customer's e-mail address").fill('nobody-at-all@mail.example')
  await fillToken(dialog, name)
  await expect(dialog.getByText('No customer has this e-mail address.')).toBeVisible()
  await expect(dialog.getByLabel("Customer's e-mail address")).toBeFocused()
  await dialog.getByLabel("Customer's e-mail address").fill(customer.email)
  await dialog.getByRole('button', { name: 'Make token' }).click()
  const token = (await dialog.getByText(/^gce_/).textContent()) ?? ''
  const extraHTTPHeaders = { authorization: `Bearer ${token}` }
  const script = await browser.newContext({ baseURL: page.url(), extraHTTPHeaders })
  const id = await submitOrder(script)
  const orders = (await (await customerPage.request.get('/api/user/transactions')).json()) as { id: string }[]
  expect(orders.map((order) => order.id)).toEqual([id])
  await page.goto(`${auditTab}&action=token.acted&object=${customer.id}`)
  await expect(page.getByRole('row').nth(1)).toContainText(`with the API token ${name}`)
  await expect(page.getByRole('row').nth(1)).toContainText('POST /api/submit')
})

test('a new audit entry appears without a reload and links to its order', async ({ browser }) => {
  const page = await newStaffPage(browser)
  const reviewer = await newColleaguePage(browser, 'reviewer', 'Ada Quill')
  await join(reviewer)
  const id = await submitOrder(reviewer)
  await page.goto(auditTab)
  await page.getByLabel('Object').fill(id)
  await expect(page).toHaveURL(new RegExp(`object=${id}`))
  const row = page.getByRole('row').filter({ hasText: 'Ada Quill revealed a number' })
  await expect(row).toHaveCount(0)
  const data = { field: 'cardNumber' }
  expect((await reviewer.request.post(`/api/admin/submissions/${id}/reveal`, { data })).ok()).toBe(true)
  await expect(row).toContainText('card number')
  await row.getByRole('link', { name: id }).click()
  await expect(page.getByRole('article')).toContainText(id)
})

test('staff other than owners have neither tab', async ({ browser }) => {
  const page = await newColleaguePage(browser, 'reviewer')
  for (const address of [tokensTab, auditTab]) {
    await page.goto(address)
    await expect(page.getByRole('tab', { name: 'My account' })).toBeVisible()
    await expect(page.getByRole('tab', { name: /Audit log|API tokens/ })).toHaveCount(0)
  }
})
