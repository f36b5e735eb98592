import { expect, type Locator, type Page } from '@playwright/test'
import { join } from './accounts.ts'
import { submitCard, test } from './submissions.ts'

const submissions = (page: Page) => page.getByRole('main').getByRole('article')
const submission = (page: Page, id: string): Locator => submissions(page).filter({ hasText: id })

/** Counts the requests for the list. */
function countReads(page: Page): () => number {
  let reads = 0
  page.on('request', (request) => {
    if (/transactions\.list/.test(request.url())) reads++
  })
  return () => reads
}

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
    const id = await submitCard(page, { cardValue: String(100 + at * 10), exchangeRate: '', payoutAmount: '' })
    await staffApi.decide(id, status, reason)
    ids.push(id)
  }
  await page.goto('/transactions')
  const colours = new Map<string, string>()
  for (const [at, [word, , reason]] of decided.entries()) {
    const receipt = submission(page, ids[at] ?? '')
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

test('changes appear without a reload, one request each and without polling', async ({ page, staffApi }) => {
  await page.clock.install()
  await join(page)
  const id = await submitCard(page)
  const reads = countReads(page)
  await page.goto('/transactions')
  await expect(submission(page, id)).toContainText('Pending')
  const decide = async (word: string) => {
    await staffApi.decide(id, word.toLowerCase())
    await expect(submission(page, id).getByText(word, { exact: true })).toBeVisible()
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
  const id = await submitCard(page)
  await page.goto('/transactions')
  await expect(submission(page, id)).toContainText('Pending')
  await staffApi.decide(id, 'completed')
  await page.clock.fastForward(10_000)
  await expect(submission(page, id)).toContainText('Completed')
})
