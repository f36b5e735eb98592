import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { cut, join, watchErrors } from './accounts.ts'
import { aPng, test } from './submissions.ts'

const thread = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const line = (page: Page, text: string) => thread(page).getByRole('listitem').filter({ hasText: text })
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

/** Opens a conversation through the page; returns its id. */
async function openChat(page: Page): Promise<string> {
  await page.goto('/contact')
  await page.getByLabel('Subject').fill('My payout')
  await write(page, 'When will it arrive?')
  await expect(page.getByRole('heading', { name: 'Support Chat' })).toBeVisible()
  return sessionIdOf(page)
}

async function sessionIdOf(page: Page): Promise<string> {
  const answer = await page.request.get('/trpc/chat.mySession')
  return ((await answer.json()) as { result: { data: { sessionId: string } } }).result.data.sessionId
}

async function stored(page: Page, sessionId: string): Promise<string[]> {
  const answer = await page.request.get(`/api/chat/messages/${sessionId}`)
  return ((await answer.json()) as { message: string }[]).map(({ message }) => message)
}

test('asks a visitor to sign in', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('heading', { name: 'Sign In Required', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home Page' }).click()
  await expect(page.getByRole('heading', { name: 'Convert Gift Cards to Instant Cash' })).toBeVisible()
})

test('a first message opens a conversation and the reply appears without a reload', async ({ page, staffApi }) => {
  await join(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { name: 'Contact Support', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Start New Conversation' })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Please enter a subject for your inquiry')).toBeVisible()
  await expect(page.getByLabel('Subject')).toBeFocused()
  await page.getByLabel('Subject').fill('My payout')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Please enter a message')).toBeVisible()
  await expect(box(page)).toBeFocused()

  await box(page).pressSequentially('When will')
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially('it arrive?')
  await box(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Support Chat' })).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveCount(0)
  const sessionId = await sessionIdOf(page)
  await expect(page.getByText(sessionId.slice(-8), { exact: true })).toBeVisible()
  await expect(line(page, 'it arrive?')).toContainText('You')
  expect(await stored(page, sessionId)).toEqual(['When will\nit arrive?'])
  await expect(box(page)).toHaveValue('')

  await staffApi.answer(sessionId, 'Within the hour.')
  await expect(line(page, 'Within the hour.')).toContainText('Support')
  const [own, support] = [await line(page, 'it arrive?').boundingBox(), await line(page, 'Within').boundingBox()]
  expect(own?.x).toBeGreaterThan(support?.x ?? 0)
})

test('a message shows at once and is resent after network failures, exactly once', async ({ page }) => {
  await join(page)
  const sessionId = await openChat(page)
  let tries = 0
  await page.route(/chat\.send/, (route) => {
    tries++
    // The first request is lost before the server, the response to the second one is lost.
    if (tries === 1) return route.abort()
    if (tries === 2) return route.fetch().then(() => route.abort())
    return route.continue()
  })
  await write(page, 'Are you there?')
  await expect(line(page, 'Are you there?')).toContainText('Sending...')
  await expect.poll(() => tries).toBeGreaterThanOrEqual(3)
  await expect(line(page, 'Are you there?')).not.toContainText('Sending...')
  await expect(line(page, 'Are you there?')).toHaveCount(1)
  expect(await stored(page, sessionId)).toEqual(['When will it arrive?', 'Are you there?'])
})

test('a failed message keeps its text, also over a reload', async ({ page }) => {
  await page.clock.install()
  await join(page)
  const sessionId = await openChat(page)
  const mend = await cut(page, /chat\.send/)
  await write(page, 'Are you there?')
  for (const delay of [1_000, 3_000, 8_000]) {
    const again = page.waitForEvent('requestfailed', (request) => /chat\.send/.test(request.url()))
    await expect(line(page, 'Are you there?')).toContainText('Sending...')
    await page.clock.runFor(delay)
    await again
  }
  await expect(line(page, 'Are you there?')).toContainText('Not sent.')
  await expect(page.getByRole('alert')).toContainText('Failed to send message: We could not reach the server.')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(box(page)).toHaveValue('Are you there?')
  await page.reload()
  await expect(box(page)).toHaveValue('Are you there?')
  await box(page).press('Enter')
  await expect(line(page, 'Are you there?')).toContainText('Sending...')
  await mend()
  await page.reload()
  await expect(line(page, 'Are you there?')).toHaveCount(1)
  await expect.poll(() => stored(page, sessionId)).toEqual(['When will it arrive?', 'Are you there?'])
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
})

test('the title and the Contact link count unread replies until they are read', async ({ page, staffApi }) => {
  await join(page)
  const sessionId = await openChat(page)
  await page.goto('/supported-cards')
  const contact = page.getByRole('banner').getByRole('link', { name: /^Contact/ })
  await expect(contact).toHaveText('Contact')
  await staffApi.answer(sessionId, 'One.')
  await expect(page).toHaveTitle('(1) Supported Cards | Gift Card Exchange')
  await staffApi.answer(sessionId, 'Two.')
  await expect(page).toHaveTitle('(2) Supported Cards | Gift Card Exchange')
  await expect(contact).toContainText('(2 unread)')
  await contact.click()
  await expect(line(page, 'Two.')).toBeVisible()
  await expect(page).toHaveTitle('Contact Support | Gift Card Exchange')
  await expect(contact).toHaveText('Contact')
})

test('replies sent while disconnected appear after reconnecting', async ({ page, staffApi }) => {
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/trpc/, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await join(page)
  const sessionId = await openChat(page)
  await staffApi.answer(sessionId, 'Zero.')
  await expect(line(page, 'Zero.')).toBeVisible()
  // Polling is blocked: only the socket can deliver what follows.
  await cut(page, /chat\.messages/)
  await sockets.at(-1)?.close()
  await staffApi.answer(sessionId, 'One.')
  await staffApi.answer(sessionId, 'Two.')
  await expect(line(page, 'One.')).toHaveCount(1)
  await expect(line(page, 'Two.')).toHaveCount(1)
  await expect(thread(page).getByRole('listitem')).toContainText(['When will it arrive?', 'Zero.', 'One.', 'Two.'])
})

test('sockets that close as soon as they open delay no replies', async ({ page, staffApi }) => {
  let sockets = 0
  await page.routeWebSocket(/\/trpc/, (socket) => {
    if (++sockets <= 3) void socket.close()
    else socket.connectToServer()
  })
  await join(page)
  const sessionId = await openChat(page)
  // Polling is blocked: only the socket can deliver what follows.
  await cut(page, /chat\.messages/)
  await staffApi.answer(sessionId, 'One.')
  await expect(line(page, 'One.')).toHaveCount(1)
  expect(sockets).toBeGreaterThan(3)
})

test('polls the conversation without a socket', async ({ page, staffApi }) => {
  await page.routeWebSocket(/\/trpc/, (socket) => void socket.close())
  await page.clock.install()
  await join(page)
  const sessionId = await openChat(page)
  await staffApi.answer(sessionId, 'Within the hour.')
  await page.clock.fastForward(3_000)
  await expect(line(page, 'Within the hour.')).toBeVisible()
})

test('a link can preset the subject', async ({ page }) => {
  await join(page)
  await page.goto('/contact?about=Kohl%E2%80%99s%20100')
  await expect(page.getByLabel('Subject')).toHaveValue('Question about Kohl’s 100')
  await expect(page).toHaveURL(/\/contact$/)
  await write(page, 'Do you buy it?')
  await expect(page.getByRole('heading', { name: 'Support Chat' })).toBeVisible()
  await page.goto('/contact?about=500')
  await expect(box(page)).toHaveValue('Question about 500: ')
})

test('a message is kept but not sent until the conversation has loaded', async ({ page }) => {
  await join(page)
  const mend = await cut(page, /chat\.mySession/)
  await page.goto('/contact')
  await expect(page.getByText('Your conversation could not be loaded')).toBeVisible()
  await write(page, 'Hello?')
  await expect(page.getByRole('alert')).toContainText('Session not initialized. Please refresh the page.')
  await mend()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Start New Conversation' })).toBeVisible()
  await expect(box(page)).toHaveValue('Hello?')
})

test('signing out deletes the draft', async ({ page }) => {
  await join(page)
  await page.goto('/contact')
  await box(page).fill('My secret question')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('My secret question')
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In Required' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('secret')
})

test('shows common questions before the first message', async ({ page, context }) => {
  const errors = watchErrors(context)
  await join(page)
  await page.goto('/contact')
  const answer = page.getByText('The photo is too blurry or dark to read.')
  await expect(answer).toBeHidden()
  await page.getByText('What is wrong with my photo?').click()
  await expect(answer).toBeVisible()
  expect(errors).toEqual([])
})

test('a rejected file shows the reason and keeps the text', async ({ page }) => {
  await join(page)
  const sessionId = await openChat(page)
  const input = page.getByLabel('Files for support')
  const chosen = page.getByRole('list', { name: 'Files to send' })
  await box(page).fill('See here')
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(page.getByRole('alert')).toContainText('notes.txt is not a supported file type.')
  const mend = await cut(page, /api\/uploads/)
  await input.setInputFiles(aPng('card.png'))
  await expect(chosen).toContainText('Failed to process card.png')
  await box(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Remove the file that could not be uploaded.')
  await chosen.getByRole('button', { name: 'Remove card.png' }).click()
  await mend()
  await input.setInputFiles(aPng('card.png'))
  await expect(chosen).toContainText('Bytes')
  await box(page).press('Enter')
  await expect(line(page, 'See here').getByRole('link', { name: /card\.png/ })).toBeVisible()
  await expect(chosen).toHaveCount(0)
  expect(await stored(page, sessionId)).toEqual(['When will it arrive?', 'See here'])
})
