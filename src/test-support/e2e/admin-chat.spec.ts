import { type Browser, expect, type Page } from '@playwright/test'
import { cut, join, newColleaguePage, newStaffPage } from './accounts.ts'
import { askSupport } from './page-actions.ts'
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

/** This conversation as the server lists it. */
async function listed(page: Page, sessionId: string): Promise<{ unreadCount: number; status: string } | undefined> {
  const answer = await page.request.get(`/api/admin/chat/sessions?search=${sessionId}`)
  return ((await answer.json()) as { unreadCount: number; status: string }[])[0]
}

test('staff and a customer see messages, typing, read receipts and files of each other without a reload', async ({
  browser,
}) => {
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
      { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 of a receipt') },
    ])
  await expect(customer.getByRole('list', { name: 'Files to send' })).not.toContainText('Uploading')
  await customerBox(customer).press('Enter')
  const got = line(staff, 'Look')
  await expect(got.getByRole('link', { name: /card\.png/ })).toBeVisible()
  await expect(got.getByRole('link', { name: /receipt\.pdf/ })).toBeVisible()
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

test('a saved answer is found, filled in and sent with the keyboard alone', async ({ browser }) => {
  const staff = await newStaffPage(browser)
  const { page: customer, sessionId } = await aCustomer(browser)
  const shortcut = `payout-${Date.now()}`
  await staff.goto(`/admin?tab=chat&chat=${sessionId}`)
  await staff.getByRole('button', { name: 'Saved answers' }).press('Enter')
  const dialog = staff.getByRole('dialog', { name: 'Saved answers' })
  await dialog.getByRole('button', { name: 'New answer' }).press('Enter')
  await dialog.getByRole('button', { name: 'Save answer' }).press('Enter')
  await expect(dialog.getByText('Use 1 to 40 small letters, digits and dashes.')).toBeVisible()
  await dialog.getByLabel('Shortcut').fill(shortcut)
  await dialog.getByLabel('Answer').fill('Hi {name}, {order} is on its way.')
  await dialog.getByRole('button', { name: 'Save answer' }).press('Enter')
  await expect(dialog.getByRole('paragraph').filter({ hasText: shortcut })).toBeVisible()
  await staff.keyboard.press('Escape')

  await replyBox(staff).focus()
  await staff.keyboard.type(`/${shortcut}`)
  const option = staff.getByRole('listbox', { name: 'Saved answers' }).getByRole('option')
  await expect(option).toHaveCount(1)
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await staff.keyboard.press('Escape')
  await expect(option).toHaveCount(0)
  await staff.keyboard.press('Backspace')
  await expect(option).toHaveCount(1)
  await staff.keyboard.press('Enter')
  await expect(replyBox(staff)).toHaveValue('Hi Dana, your order is on its way.')
  await staff.keyboard.press('Enter')
  await customer.goto('/contact')
  await expect(customerLine(customer, 'Hi Dana, your order is on its way.')).toBeVisible()
})

test('keys select the next conversation and close one; a new message starts another conversation', async ({
  browser,
}) => {
  const staff = await newStaffPage(browser)
  const shared = `Key${Date.now()}`
  const [first, second] = [await aCustomer(browser, `Ada ${shared}`), await aCustomer(browser, `Bo ${shared}`)]
  await first.page.goto('/contact')
  await expect(customerLine(first.page, 'When will it arrive?')).toBeVisible()
  await staff.goto(`/admin?tab=chat&find=${shared}`)
  await expect(row(staff, first.name)).toBeVisible()
  await expect(row(staff, second.name)).toBeVisible()
  // The newest is first; reading it moves it behind unread ones.
  await staff.keyboard.press('Alt+j')
  await expect(staff.getByRole('heading', { name: second.name })).toBeVisible()
  await expect(row(staff, second.name)).not.toContainText('unread')
  await staff.keyboard.press('Alt+k')
  await expect(staff.getByRole('heading', { name: first.name })).toBeVisible()
  await expect.poll(async () => (await listed(staff, first.sessionId))?.unreadCount).toBe(0)
  await staff.getByLabel('Assigned to').selectOption({ label: 'Me' })
  await expect(row(staff, first.name)).toContainText('assigned to')
  await staff.keyboard.press('Alt+Shift+E')
  await expect(staff.getByRole('heading', { name: second.name })).toBeVisible()
  await expect(row(staff, first.name)).toHaveCount(0)
  expect((await listed(staff, first.sessionId))?.status).toBe('closed')

  await expect(first.page.getByText('Support has closed this conversation.')).toBeVisible()
  await first.page.getByRole('button', { name: 'Start New Conversation' }).click()
  await expect(first.page.getByRole('heading', { name: 'Start New Conversation' })).toBeVisible()
  await expect(first.page.getByLabel('Subject')).toBeVisible()
})

test('a failed reply keeps its text and file and can be retried; drafts are kept per conversation', async ({
  browser,
}) => {
  const staff = await newStaffPage(browser)
  const [one, other] = [await aCustomer(browser), await aCustomer(browser)]
  await staff.goto(`/admin?tab=chat&chat=${one.sessionId}`)
  await expect(line(staff, 'When will it arrive?')).toBeVisible()
  const mend = await cut(staff, /admin\/chat\/reply|admin\.chat\.reply/)
  await replyBox(staff).fill('Here it is.')
  await staff.getByLabel('Files for the reply').setInputFiles(aPng('proof.png', one.sessionId))
  await staff.getByRole('button', { name: 'Send' }).click()
  await expect(staff.getByText('Failed to send reply. Please try again.')).toBeVisible()
  await expect(line(staff, 'Here it is.')).toContainText('Not sent.')
  await line(staff, 'Here it is.').getByRole('button', { name: 'Edit' }).click()
  await expect(replyBox(staff)).toHaveValue('Here it is.')
  await expect(staff.getByRole('list', { name: 'Files to send' })).toContainText('proof.png')
  await staff.getByRole('button', { name: 'Send' }).click()
  await expect(line(staff, 'Here it is.')).toContainText('Not sent.')
  await replyBox(staff).fill('A draft')

  await staff.getByLabel('Search conversations').fill(other.name)
  await row(staff, other.name).click()
  await expect(replyBox(staff)).toHaveValue('')
  await staff.goBack()
  await expect(replyBox(staff)).toHaveValue('A draft')
  await mend()
  await line(staff, 'Here it is.').getByRole('button', { name: 'Retry' }).click()
  await expect(line(staff, 'Here it is.').getByRole('link', { name: /proof\.png/ })).toBeVisible()
  await expect(staff.getByText('Failed to send reply. Please try again.')).toBeHidden()
  const answer = await one.page.request.get(`/api/chat/messages/${one.sessionId}`)
  const stored = (await answer.json()) as { message: string }[]
  expect(stored.map(({ message }) => message)).toEqual(['When will it arrive?', 'Here it is.'])
})

test('notifications need a click to enable and contain only the sender', async ({ browser }) => {
  const staff = await newStaffPage(browser)
  await staff.context().grantPermissions(['notifications'])
  await staff.addInitScript(() => {
    const shown: string[] = []
    class FakeNotification {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, options: object) {
        shown.push(JSON.stringify([title, options]))
      }
    }
    Object.assign(window, { Notification: FakeNotification, shown })
    Object.defineProperty(document, 'hasFocus', { value: () => false })
  })
  const { page: customer, name, sessionId } = await aCustomer(browser)
  /** Notifications about this customer, because other tests send messages as well. */
  const shown = async () =>
    (await staff.evaluate(() => (window as unknown as { shown: string[] }).shown)).filter((each) => each.includes(name))
  const write = async (message: string) => {
    await customer.request.post('/api/chat/send', { data: { sessionId, message } })
  }
  await staff.goto(`/admin?tab=chat&find=${sessionId}`)
  await expect(row(staff, name)).toContainText('1 unread')
  await write('One')
  await expect(row(staff, name)).toContainText('2 unread')
  expect(await shown()).toEqual([])
  await staff.getByRole('button', { name: 'Keys and alerts' }).click()
  await staff.getByLabel(/Show a desktop notice/).check()
  await staff.keyboard.press('Escape')
  await write('My secret')
  await expect(row(staff, name)).toContainText('3 unread')
  await expect.poll(async () => (await shown()).length).toBe(1)
  expect((await shown())[0]).toContain(`New message from ${name}`)
  expect((await shown())[0]).not.toContain('secret')
})

test('reviewers have no chat tab; on a phone a button leads back to the list', async ({ browser }) => {
  const reviewer = await newColleaguePage(browser, 'reviewer')
  await reviewer.goto('/admin?tab=chat')
  await expect(reviewer.getByRole('tab', { name: 'Submissions' })).toBeVisible()
  await expect(reviewer.getByRole('tab', { name: /Chat Support/ })).toHaveCount(0)

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

test('an unknown conversation shows an error, a known one shows its customer', async ({ browser, page }) => {
  const staff = await newStaffPage(browser)
  await staff.goto('/admin?tab=chat&chat=session_1_none')
  await expect(staff.getByRole('heading', { name: 'The conversation could not be loaded' })).toBeVisible()
  const sessionId = await askSupport(page)
  await staff.goto(`/admin?tab=chat&chat=${sessionId}`)
  const panel = staff.getByRole('region', { name: 'Customer' })
  await expect(panel).toContainText('555-010-0100')
  await expect(panel).toContainText('No orders yet')
})
