import { type Browser, expect, type Page } from '@playwright/test'
import { aPdfOfPages } from '#server/testing/test-support/pdf-objects.ts'
import { join, newColleaguePage, newStaffPage } from './accounts.ts'
import { aPng, test } from './submissions.ts'

const replyBox = (page: Page) => page.getByPlaceholder('Type your reply...')
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const line = (page: Page, text: string) => messages(page).getByRole('listitem').filter({ hasText: text }).first()
const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const row = (page: Page, name: string) => conversations(page).getByRole('button').filter({ hasText: name })
const customerLine = (page: Page, text: string) =>
  page.getByRole('log', { name: 'Conversation' }).getByRole('listitem').filter({ hasText: text }).first()
const customerBox = (page: Page) => page.getByRole('textbox', { name: 'Message' })

let people = 0
/** A customer with a unique name, in a browser of their own, with one message to support. */
async function aCustomer(browser: Browser, first = 'Dana'): Promise<{ page: Page; name: string; sessionId: string }> {
  const page = await (await browser.newContext()).newPage()
  const name = `${first} Reyes ${process.pid}-${Date.now()}-${++people}`
  await join(page, name)
  const data = { subject: 'My payout', message: 'When will it arrive?' }
  const answer = await page.request.post('/api/chat/send', { data })
  return { page, name, sessionId: ((await answer.json()) as { sessionId: string }).sessionId }
}

test('staff and a customer see messages, typing, read receipts and files of each other without a reload', {
  tag: ['@firefox', '@main'],
}, async ({ browser }) => {
  const staff = await newColleaguePage(browser, 'support')
  const { page: customer, name, sessionId } = await aCustomer(browser)
  await staff.goto(`/admin?tab=chat&find=${sessionId}`)
  await expect(staff.getByText('Select a chat session to view messages')).toBeVisible()
  await expect(row(staff, name)).toContainText('1 unread')
  await customer.goto('/contact')
  await row(staff, name).click()
  await expect(line(staff, 'When will it arrive?')).toContainText(name)
  await expect(row(staff, name)).not.toContainText('unread')
  await expect(customerLine(customer, 'When will it arrive?')).toContainText('Seen')

  await customerBox(customer).pressSequentially('Look')
  await expect(staff.getByText(`${name} is typing...`)).toBeVisible()
  await customer
    .getByLabel('Files for support')
    .setInputFiles([
      aPng('card.png', sessionId),
      { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: aPdfOfPages(2) },
    ])
  await expect(customer.getByRole('list', { name: 'Files to send' })).not.toContainText('Uploading')
  await customerBox(customer).press('Enter')
  const got = line(staff, 'Look')
  await expect(got.getByRole('link', { name: /card\.png/ })).toBeVisible()
  await expect(got.getByRole('button', { name: /receipt\.pdf/ })).toBeVisible()
  await expect(staff.getByText(`${name} is typing...`)).toBeHidden()
  await expect.poll(() => got.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

  await expect(staff.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  await staff.getByLabel('Files for the reply').setInputFiles(aPng('payout.png', `${sessionId} payout`))
  await staff.getByRole('button', { name: 'Send' }).click()
  const answer = customerLine(customer, 'File attachment')
  await expect(answer).toContainText('Support')
  await expect(answer.getByRole('link', { name: /payout\.png/ })).toBeVisible()
  await expect.poll(() => answer.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await expect(line(staff, 'File attachment')).toContainText('You')
  await expect(line(staff, 'File attachment')).toContainText('Seen')
  const [own, theirs] = [await line(staff, 'File attachment').boundingBox(), await got.boundingBox()]
  expect(own?.x).toBeGreaterThan(theirs?.x ?? 0)

  await replyBox(staff).pressSequentially('Soon')
  await expect(customer.getByText('Admin Support is typing...')).toBeVisible()
  await replyBox(staff).press('Enter')
  await expect(customerLine(customer, 'Soon')).toBeVisible()
  await expect(customer.getByText('Admin Support is typing...')).toBeHidden()
})

test('a message is heard once the sound is switched on', async ({ browser }) => {
  const staff = await newStaffPage(browser)
  await staff.addInitScript(() => {
    Object.defineProperty(document, 'hasFocus', { value: () => false })
    const start = OscillatorNode.prototype.start
    Object.assign(window, { tones: 0 })
    OscillatorNode.prototype.start = function (when) {
      ;(window as unknown as { tones: number }).tones++
      start.call(this, when)
    }
  })
  const { page: customer, name, sessionId } = await aCustomer(browser)
  const tones = () => staff.evaluate(() => (window as unknown as { tones: number }).tones)
  const write = async (message: string) => {
    await customer.request.post('/api/chat/send', { data: { sessionId, message } })
  }
  await staff.goto(`/admin?tab=chat&find=${sessionId}`)
  await expect(row(staff, name)).toContainText('1 unread')
  await write('One')
  await expect(row(staff, name)).toContainText('2 unread')
  expect(await tones()).toBe(0)
  await staff.getByRole('button', { name: 'Keys and alerts' }).click()
  await staff.getByLabel(/^Play a sound/).check()
  await staff.keyboard.press('Escape')
  const before = await tones()
  await write('Two')
  await expect.poll(tones).toBeGreaterThan(before)
})

test('the buttons for the other conversations share the row of the count', async ({ browser }) => {
  await aCustomer(browser)
  const staff = await newStaffPage(browser)
  await staff.goto('/admin?tab=chat')
  const list = conversations(staff)
  const parts = [
    list.getByRole('status').filter({ hasText: /conversation/ }),
    list.getByRole('button', { name: 'Previous conversation' }),
    list.getByRole('button', { name: 'Next conversation' }),
  ]
  for (const width of [1280, 800]) {
    await staff.setViewportSize({ width, height: 800 })
    const middles = await Promise.all(
      parts.map((part) =>
        part.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          return Math.round((top + bottom) / 2)
        }),
      ),
    )
    expect(new Set(middles).size, `${middles} at ${width} px`).toBe(1)
  }
})

test('on a phone a button leads back to the list of conversations', async ({ browser }) => {
  const staff = await newStaffPage(browser)
  await staff.setViewportSize({ width: 360, height: 740 })
  const { name, sessionId } = await aCustomer(browser)
  await staff.goto(`/admin?tab=chat&find=${sessionId}`)
  await row(staff, name).click()
  await expect(line(staff, 'When will it arrive?')).toBeVisible()
  await expect(conversations(staff)).toBeHidden()
  await staff.getByRole('button', { name: 'Back to conversations' }).click()
  await expect(row(staff, name)).toBeVisible()
})
