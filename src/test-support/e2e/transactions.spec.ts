import { expect, type Locator, type Page } from '@playwright/test'
import { join } from './accounts.ts'
import { submitCard, test } from './submissions.ts'

const submissions = (page: Page) => page.getByRole('main').getByRole('listitem')
const submission = (page: Page, id: string): Locator => submissions(page).filter({ hasText: id })

/** Counts the requests for the list. */
function countReads(page: Page): () => number {
  let reads = 0
  page.on('request', (request) => {
    if (/transactions\.list/.test(request.url())) reads++
  })
  return () => reads
}

test('shows text and colour of every status and the totals at the end', async ({ page, staffApi }) => {
  await join(page)
  const decided = [
    ['Pending', 'pending'],
    ['Processing', 'processing'],
    ['Completed', 'completed'],
    ['Rejected', 'rejected'],
    ['Failed', 'failed'],
  ] as const
  const ids: string[] = []
  for (const [at, [, status]] of decided.entries()) {
    const id = await submitCard(page, { cardValue: String(100 + at * 10), exchangeRate: '', payoutAmount: '' })
    await staffApi.decide(id, status)
    ids.push(id)
  }
  await page.goto('/transactions')
  const colours = new Map<string, string>()
  for (const [at, [word]] of decided.entries()) {
    const line = submission(page, ids[at] ?? '')
    await expect(line.getByText(word, { exact: true })).toBeVisible()
    await expect(line).toContainText(`$${100 + at * 10}.00`)
    const colour = line.getByText(word, { exact: true }).evaluate((tag) => getComputedStyle(tag).color)
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
