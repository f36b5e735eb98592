import { type Browser, expect, type Page } from '@playwright/test'
import { join, newColleaguePage } from './accounts.ts'
import { test } from './submissions.ts'

const replyBox = (page: Page) => page.getByPlaceholder('Type your reply...')
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const earlier = (page: Page) => page.getByRole('button', { name: 'Show earlier messages' })

/** A customer with a unique name, in a browser of their own. */
async function aCustomer(browser: Browser): Promise<{ page: Page; name: string }> {
  const page = await (await browser.newContext()).newPage()
  const name = `Long Reyes ${process.pid}-${Date.now()}`
  await join(page, name)
  return { page, name }
}

async function say(page: Page, data: Record<string, string>): Promise<string> {
  const answer = await page.request.post('/api/chat/send', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { sessionId: string }).sessionId
}

test('both sides see the newest messages and can load earlier ones', async ({ browser }) => {
  const staff = await newColleaguePage(browser, 'support')
  const { page: customer } = await aCustomer(browser)
  const sessionId = await say(customer, { subject: 'My payout', message: 'The very first.' })
  for (let at = 2; at <= 60; at++) await say(customer, { sessionId, message: `Message ${at}.` })
  await customer.goto('/contact')
  await staff.goto(`/admin?tab=chat&chat=${sessionId}`)
  for (const log of [customer.getByRole('log', { name: 'Conversation' }), messages(staff)]) {
    const page = log.page()
    await expect(log.getByText('Message 60.')).toBeVisible()
    await expect(log.getByRole('listitem')).toHaveCount(50)
    await earlier(page).click()
    await expect(log.getByRole('listitem')).toHaveCount(60)
    await expect(log.getByText('The very first.')).toBeAttached()
    await expect(earlier(page)).toHaveCount(0)
  }
  // New messages appear at the end of both.
  await say(customer, { sessionId, message: 'Still there?' })
  await expect(messages(staff).getByText('Still there?')).toBeVisible()
  await expect(customer.getByRole('log', { name: 'Conversation' }).getByText('Still there?')).toBeVisible()
})

test('the list pages through every conversation and shows their number', async ({ browser }) => {
  const staff = await newColleaguePage(browser, 'support')
  const { page: customer, name } = await aCustomer(browser)
  for (let at = 1; at <= 105; at++) await say(customer, { subject: `Question ${at}`, message: `Question ${at}.` })
  await staff.goto(`/admin?tab=chat&find=${encodeURIComponent(name)}`)
  const list = staff.getByRole('region', { name: 'Conversations' })
  const pages = list.getByRole('navigation', { name: 'Pagination' })
  await expect(list.getByText('1 to 50 of 105 conversations')).toBeVisible()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(list.getByText('51 to 100 of 105 conversations')).toBeVisible()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(list.getByText('101 to 105 of 105 conversations')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list.getByRole('button', { name: /Question 1\b/ })).toBeVisible()
  // A page beyond the end leads to the last one, another filter to the first.
  await staff.goto(`/admin?tab=chat&chats=9&find=${encodeURIComponent(name)}`)
  await expect(list.getByText('101 to 105 of 105 conversations')).toBeVisible()
  await list.getByRole('button', { name: 'All', exact: true }).click()
  await expect(list.getByText('1 to 50 of 105 conversations')).toBeVisible()
})

test('shows the name of a colleague who writes in the same conversation', async ({ browser }) => {
  const one = await newColleaguePage(browser, 'support')
  const other = await newColleaguePage(browser, 'support', 'Sam Fox')
  const { page: customer } = await aCustomer(browser)
  const sessionId = await say(customer, { subject: 'My payout', message: 'When will it arrive?' })
  for (const page of [one, other]) {
    await page.goto(`/admin?tab=chat&chat=${sessionId}`)
    await expect(messages(page).getByText('When will it arrive?')).toBeVisible()
  }
  await replyBox(other).pressSequentially('Within')
  const typing = one.getByText('Sam Fox is typing...')
  await expect(typing).toBeVisible()
  await replyBox(other).fill('Within the hour.')
  await replyBox(other).press('Enter')
  const line = (page: Page) => messages(page).getByRole('listitem').filter({ hasText: 'Within the hour.' })
  await expect(line(other)).toContainText('You')
  await expect(line(one)).toContainText('Sam Fox')
  await expect(line(one)).not.toContainText('You')
  await expect(typing).toHaveCount(0)
  await customer.goto('/contact')
  const read = customer.getByRole('log', { name: 'Conversation' }).getByRole('listitem')
  await expect(read.filter({ hasText: 'Within the hour.' })).toContainText('Support')
})
