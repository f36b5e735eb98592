import { expect, type Locator, type Page } from '@playwright/test'
import { cut, join } from './accounts.ts'
import { submitOrder, test } from './submissions.ts'

const orders = (page: Page) => page.getByRole('main').getByRole('article')
const order = (page: Page, id: string): Locator => orders(page).filter({ hasText: id })

/** Counts the reads of the list. */
function countReads(page: Page): () => number {
  let reads = 0
  page.on('request', (request) => {
    if (/transactions\.list/.test(request.url())) reads++
  })
  return () => reads
}

test('a visitor is asked to sign in', async ({ page }) => {
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { name: 'Access Restricted', level: 1 })).toBeVisible()
  await expect(page.getByText('Please sign in to view your transaction history.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Convert Gift Cards to Instant Cash' })).toBeVisible()
})

test('who has sold nothing yet is led to the exchange', async ({ page }) => {
  await join(page)
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Start Your First Exchange' }).click()
  await expect(page).toHaveURL(/\/exchange$/)
})

test('every status has its word, its colour and its reason, and the end adds it all up', async ({ page, staffApi }) => {
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

/** Keeps the socket shut: when one opens the page reads by itself, and what a test wants to press is gone. */
function shutSocket(page: Page): Promise<void> {
  return page.routeWebSocket(/\/trpc/, (socket) => void socket.close())
}

test('without a list and without the server it says so, and reads it once both are back', async ({ page }) => {
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

test('the last list stands in when the server cannot be reached, without card number or details', async ({ page }) => {
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

test('changes arrive by themselves, one read each, and nothing is polled while they do', async ({ page, staffApi }) => {
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
  // Once the first change has been seen, the socket is open and the reads of the start are over.
  await decide('Processing')
  const before = reads()
  for (const word of ['Rejected', 'Failed', 'Completed']) {
    await page.clock.fastForward(30_000)
    await decide(word)
  }
  expect(reads() - before).toBe(3)
})

test('without a socket the list is polled', async ({ page, staffApi }) => {
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

test('nobody sees the orders of the one before them', async ({ page }) => {
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
