import { expect, type Page } from '@playwright/test'
import type { Submission } from '#shared/submission-schema.ts'
import { type Caller, expectToast, join, newColleaguePage, newStaffPage } from './accounts.ts'
import { answerAppeal, aRejectedOrder } from './appeals.ts'
import { test } from './fixtures.ts'
import { press } from './page-actions.ts'
import { makeOffer, requestInformation } from './request-calls.ts'
import { aPng } from './submissions.ts'

/** Calls REST as these staff; fails unless it succeeds. */
async function call<Result>({ request }: Caller, method: 'GET' | 'POST', url: string, data?: object): Promise<Result> {
  const answer = await request.fetch(url, { method, ...(data && { data }) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Result
}

type Versioned = { id: string; version: number }

async function versionOf(staff: Caller, orderId: string): Promise<number> {
  const { data } = await call<{ data: Submission[] }>(
    staff,
    'GET',
    `/api/admin/submissions?status=all&search=${orderId}`,
  )
  return data[0]?.version ?? 0
}

/** Approves an order and pays it by hand. */
async function pay(owner: Caller, orderId: string): Promise<void> {
  await call(owner, 'POST', `/api/admin/submissions/${orderId}/approve`, {})
  const { data } = await call<{ data: Versioned[] }>(owner, 'GET', `/api/admin/payouts?search=${orderId}`)
  const { id, version } = data[0] as Versioned
  const { payout } = await call<{ payout: Versioned }>(owner, 'POST', `/api/admin/payouts/${id}/begin`, { version })
  const paid = { version: payout.version, reference: 'CA-5741' }
  await call(owner, 'POST', `/api/admin/payouts/${id}/sent`, paid)
}

/** Moves the focus to an element as a keyboard does and presses Enter. */
async function enter(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.focus()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
}

test('a seller who was rejected appeals, sends what is requested, accepts an offer and is paid, by keyboard on a phone', {
  tag: '@main',
}, async ({ browser, page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await join(page)
  const [rob, owner] = [await newColleaguePage(browser, 'reviewer', 'Rob Vale'), await newStaffPage(browser)]
  const orderId = await aRejectedOrder(page, rob)
  await page.goto(`/transactions/${orderId}`)
  await enter(page, 'Appeal this decision')
  await expect(page.getByLabel('Why is the decision wrong?')).toBeFocused()
  await page.keyboard.type('The balance was $100.00 when I sent the card.')
  await press(page.getByRole('dialog', { name: 'Appeal this decision' }), 'Send the appeal')
  await expectToast(page, 'Appeal sent')
  const { appeal } = await call<{ appeal: { id: string } }>(page, 'GET', `/api/user/transactions/${orderId}`)
  await answerAppeal(owner, appeal.id, 'right')

  const needed = page.getByRole('region', { name: 'We need something from you' })
  await needed.getByLabel('Security Code').fill('7788')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You sent what we asked for.')).toBeVisible()
  await requestInformation(owner, orderId, ['back'], await versionOf(owner, orderId))
  await needed.getByLabel('Back photo', { exact: true }).setInputFiles(aPng('back.png'))
  await expect(page.getByRole('region', { name: 'Uploaded files' })).toContainText('Uploaded')
  await enter(page, 'Send')
  await expect(needed).toHaveCount(0)

  await makeOffer(owner, orderId, await versionOf(owner, orderId))
  await expect(page.getByRole('region', { name: 'Our offer' })).toContainText('Our offer: $57.41')
  await enter(page, 'Accept $57.41')
  await expect(page.getByText('You accepted our offer.')).toBeVisible()
  await pay(owner, orderId)
  const money = page.getByRole('region', { name: 'Your money' })
  await expect(money).toContainText('$57.41 was paid to')
  await expect(money).toContainText('CA-5741')
  await expect(page.getByRole('status').filter({ hasText: 'Status:' })).toContainText('Completed')
})
