import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { cut, join, watchErrors } from './accounts.ts'
import { test } from './submissions.ts'

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
