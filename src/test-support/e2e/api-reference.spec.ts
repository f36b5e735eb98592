import { expect, type Page } from '@playwright/test'
import { newStaffPage, watchErrors } from './accounts.ts'
import { callOf, openTag, tryCall } from './api-reference.ts'
import { test } from './submissions.ts'
import { newTokenName } from './tokens.ts'

type Description = { tags: { name: string }[]; paths: Record<string, Record<string, { tags: string[] }>> }

async function newToken(staff: Page): Promise<string> {
  const data = { name: newTokenName(), scopes: ['submissions:read'] }
  const answer = await staff.request.post('/trpc/admin.tokens.create', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { result: { data: { token: string } } }).result.data.token
}

test('lists every documented call and sends a public one', async ({ page, context }) => {
  const errors = watchErrors(context)
  await page.goto('/api/docs')
  const { paths, tags } = (await (await page.request.get('/api/openapi.json')).json()) as Description
  for (const { name } of tags) {
    const calls = Object.values(paths).flatMap((path) => Object.values(path).filter((call) => call.tags[0] === name))
    const section = await openTag(page, name)
    await expect(section.locator('.opblock-summary-method')).toHaveCount(calls.length)
    await section.getByRole('button', { name: 'Collapse operation' }).click()
  }

  await tryCall(page, 'Selling', 'postApiQuote')
  const quote = callOf(page, 'Selling', 'postApiQuote')
  await expect(quote.locator('.live-responses-table')).toContainText('"payoutAmount": 92')
  expect(errors).toEqual([])
})

test('an API token authorizes calls by keyboard and is not stored', async ({ browser, page, context }) => {
  const token = await newToken(await newStaffPage(browser))
  const errors = watchErrors(context)
  await page.goto('/api/docs')
  const button = page.getByRole('button', { name: 'Authorize', exact: true })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Available authorizations' })
  await dialog.getByRole('textbox').fill(token)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove authorization' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('.btn.authorize')).toBeFocused()

  await tryCall(page, 'Review', 'getApiAdminSubmissions')
  const list = callOf(page, 'Review', 'getApiAdminSubmissions')
  await expect(list.locator('.live-responses-table .response-col_status').last()).toContainText('200')
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain(token)
  expect(errors).toEqual([])
})

test('the address of a call opens it', async ({ page }) => {
  await page.goto('/api/docs#/Selling/postApiQuote')
  const quote = callOf(page, 'Selling', 'postApiQuote')
  await expect(quote.getByRole('button', { name: 'Try it out' })).toBeVisible()
})
