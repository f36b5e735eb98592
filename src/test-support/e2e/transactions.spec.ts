import { expect, type Locator, type Page } from '@playwright/test'
import { cut, join } from './accounts.ts'
import { submitOrder, test } from './submissions.ts'

const orders = (page: Page) => page.getByRole('main').getByRole('article')
const order = (page: Page, id: string): Locator => orders(page).filter({ hasText: id })

/** Counts the requests for the list. */
function countReads(page: Page): () => number {
  let reads = 0
  page.on('request', (request) => {
    if (/transactions\.list/.test(request.url())) reads++
  })
  return () => reads
}

test('asks a visitor to sign in', async ({ page }) => {
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { name: 'Access Restricted', level: 1 })).toBeVisible()
  await expect(page.getByText('Please sign in to view your transaction history.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Convert Gift Cards to Instant Cash' })).toBeVisible()
})

test('links to the exchange when there are no orders', async ({ page }) => {
  await join(page)
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Start Your First Exchange' }).click()
  await expect(page).toHaveURL(/\/exchange$/)
})

test('shows text, colour and reason of every status and the totals at the end', async ({ page, staffApi }) => {
  await join(page)
  const decided = [
    ['Pending', 'pending', 'This can take up to an hour.'],
    ['Processing', 'processing', 'The balance is confirmed.'],
    ['Completed', 'completed', 'Your payment has been sent.'],
    ['Rejected', 'rejected', 'The photo is too dark.'],
    ['Failed', 'failed', 'Your bank returned the payout.'],
  ] as const
  const ids: string[] = []
  for (const [at, [, status, reason]] of decided.entries()) {
    const id = await submitOrder(page, { cardValue: String(100 + at * 10), exchangeRate: '', payoutAmount: '' })
    await staffApi.decide(id, status, reason)
    ids.push(id)
  }
  await page.goto('/transactions')
  const colours = new Map<string, string>()
  for (const [at, [word, , reason]] of decided.entries()) {
    const receipt = order(page, ids[at] ?? '')
    await expect(receipt.getByText(word, { exact: true })).toBeVisible()
    await expect(receipt).toContainText(`Reason: ${reason}`)
    await expect(receipt).toContainText('92.0%')
    await expect(receipt).toContainText('•••• 6KRD')
    const colour = receipt.getByText(word, { exact: true }).evaluate((tag) => getComputedStyle(tag).color)
    colours.set(word, await colour)
  }
  expect(new Set(colours.values()).size).toBe(4)
  expect(colours.get('Rejected')).toBe(colours.get('Failed'))
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText(/Total Exchanges\s*5/)
  await expect(summary).toContainText(/Total Trades\s*\$552\.00/)
  await expect(summary).toContainText(/Completed\s*1/)
})

/** Blocks the socket: its opening would reload the list and remove the button that a test presses. */
function shutSocket(page: Page): Promise<void> {
  return page.routeWebSocket(/\/trpc/, (socket) => void socket.close())
}

test('shows an error without a cached list and server and loads it once both are back', async ({ page }) => {
  await shutSocket(page)
  await join(page)
  const id = await submitOrder(page)
  const mend = await cut(page, /transactions\.list/)
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { name: 'Unable to Load Transactions' })).toBeVisible()
  await expect(
    page.getByText('There was an error loading your transaction history. Please try again later.'),
  ).toBeVisible()
  await mend()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(order(page, id)).toBeVisible()
})

test('shows the cached list without card number or details when the server is unreachable', async ({ page }) => {
  await shutSocket(page)
  await join(page)
  const id = await submitOrder(page)
  await page.goto('/transactions')
  await expect(order(page, id)).toContainText('•••• 6KRD')
  const mend = await cut(page, /transactions\.list/)
  await page.reload()
  await expect(page.getByText('Showing the last saved list')).toBeVisible()
  await expect(order(page, id)).toContainText('$92.00')
  await expect(order(page, id)).not.toContainText(/6KRD|dana_r/)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/6KRD|dana_r|mail\.example/)
  await mend()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Showing the last saved list')).toBeHidden()
  await expect(order(page, id)).toContainText('•••• 6KRD')
})

test('changes appear without a reload, one request each and without polling', async ({ page, staffApi }) => {
  await page.clock.install()
  await join(page)
  const id = await submitOrder(page)
  const reads = countReads(page)
  await page.goto('/transactions')
  await expect(order(page, id)).toContainText('Pending')
  const decide = async (word: string) => {
    await staffApi.decide(id, word.toLowerCase())
    await expect(order(page, id).getByText(word, { exact: true })).toBeVisible()
  }
  // After the first change the socket is open and the initial requests are done.
  await decide('Processing')
  const before = reads()
  for (const word of ['Rejected', 'Failed', 'Completed']) {
    await page.clock.fastForward(30_000)
    await decide(word)
  }
  expect(reads() - before).toBe(3)
})

test('polls the list without a socket', async ({ page, staffApi }) => {
  await shutSocket(page)
  await page.clock.install()
  await join(page)
  const id = await submitOrder(page)
  await page.goto('/transactions')
  await expect(order(page, id)).toContainText('Pending')
  await staffApi.decide(id, 'completed')
  await page.clock.fastForward(10_000)
  await expect(order(page, id)).toContainText('Completed')
})

test('shows no orders of the customer who was signed in before', async ({ page }) => {
  await join(page)
  const id = await submitOrder(page)
  await page.goto('/transactions')
  await expect(order(page, id)).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
  await join(page, 'Sam Ode')
  await page.goto('/transactions')
  await expect(page.getByRole('link', { name: 'Start Your First Exchange' })).toBeVisible()
  await expect(orders(page)).toHaveCount(0)
})
