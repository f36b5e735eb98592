import { expect, type Page } from '@playwright/test'
import type { ReviewPresence } from '#shared/review-schema.ts'
import { type Caller, type Customer, join, newColleaguePage } from './accounts.ts'
import { choose, decision, opened, openOrder, openReview, row, rows } from './review-actions.ts'
import { submitOrder, test } from './submissions.ts'

const EACH = 20
/** Enough for each to have been both the one who decides and the one who looks on. */
const TOGETHER = 3
const pendingOnly = '&status=pending'

const idOf = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? ''
const startButton = (page: Page) => page.getByRole('button', { name: 'Start with the first that waits' })

async function submitOrders(page: Page, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await submitOrder(page, { cardNumber: `SHIFT CARD ${1000 + at}` }))
  return ids
}

/** How decisions of this page were answered: 'saved', or the words of the refusal. */
function answersTo(page: Page): string[] {
  const answers: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('admin.submissions.setStatus')) return
    answers.push(response.ok() ? 'saved' : await response.text())
  })
  return answers
}

/** What the server says about each order this page opens: whether it is this page's to decide. */
function claimsOf(page: Page): Map<string, boolean> {
  const claims = new Map<string, boolean>()
  page.on('websocket', (socket) => {
    const orders = new Map<number, string>()
    socket.on('framesent', ({ payload }) => {
      if (!String(payload).includes('watchReview')) return
      const sent = [JSON.parse(String(payload))].flat() as {
        id: number
        params?: { input: { submissionId: string } }
      }[]
      for (const { id, params } of sent) if (params?.input?.submissionId) orders.set(id, params.input.submissionId)
    })
    socket.on('framereceived', ({ payload }) => {
      if (!String(payload).startsWith('{')) return
      const { id, result } = JSON.parse(String(payload)) as {
        id: number
        result?: { type: string; data: ReviewPresence }
      }
      const order = orders.get(id)
      if (order && result?.type === 'data') claims.set(order, result.data.isYours)
    })
  })
  return claims
}

/** How often each order was decided. */
async function decisionsOf({ request }: Caller, ids: readonly string[]): Promise<number[]> {
  return Promise.all(
    ids.map(async (id) => {
      const answer = await request.get(`/api/admin/submissions/${id}/history`)
      return ((await answer.json()) as unknown[]).length - 1
    }),
  )
}

async function shift(browser: Parameters<typeof newColleaguePage>[0], customer: Customer) {
  const [robin, kim] = [
    await newColleaguePage(browser, 'reviewer', 'Robin Lee'),
    await newColleaguePage(browser, 'reviewer', 'Kim Park'),
  ]
  const seen = { answers: [answersTo(robin), answersTo(kim)], claims: [claimsOf(robin), claimsOf(kim)] }
  for (const each of [robin, kim]) await openReview(each, customer, pendingOnly)
  return { robin, kim, ...seen }
}

test('Save and next saves every decision although a colleague has the same order open', async ({ browser, page }) => {
  test.slow()
  const customer = await join(page)
  const ids = await submitOrders(page, 2 * TOGETHER)
  const { robin, kim, answers } = await shift(browser, customer)
  for (const [decider, onlooker, name] of [
    [robin, kim, 'Robin Lee'],
    [kim, robin, 'Kim Park'],
  ] as const) {
    // The onlooker leaves what they have open, so that the decider is the first at the next order.
    await onlooker.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Review' }).click()
    await openReview(decider, customer, pendingOnly)
    await rows(decider).first().getByRole('link').click()
    for (let decided = 0; decided < TOGETHER; decided++) {
      const id = idOf(decider)
      await expect(opened(decider).getByRole('heading', { level: 3 })).toBeFocused()
      await expect(row(onlooker, id)).toContainText(`${name} is viewing`)
      await openOrder(onlooker, id)
      await expect(decision(onlooker)).toContainText(`${name} is deciding on this order.`)
      await decider.keyboard.press('4')
      await decider.keyboard.press('n')
      await expect(opened(onlooker).locator('header').getByText('Rejected', { exact: true })).toBeVisible()
      if (decided < TOGETHER - 1) await expect.poll(() => idOf(decider)).not.toBe(id)
    }
  }
  expect(answers).toEqual([Array(TOGETHER).fill('saved'), Array(TOGETHER).fill('saved')])
  expect(await decisionsOf(robin, ids)).toEqual(Array(2 * TOGETHER).fill(1))
})

test('two reviewers who start a shift are led to different orders', async ({ browser, page }) => {
  const customer = await join(page)
  const [waiting = '', first = ''] = await submitOrders(page, 2)
  const { robin, kim } = await shift(browser, customer)
  await startButton(robin).click()
  await expect.poll(() => idOf(robin)).toBe(first)
  await expect(row(kim, first)).toContainText('Robin Lee is viewing')
  await startButton(kim).click()
  await expect.poll(() => idOf(kim)).toBe(waiting)
  await expect(decision(kim)).not.toContainText('is deciding')
})

test('two reviewers who work through one queue decide each order exactly once', async ({ browser, page }) => {
  test.setTimeout(300_000)
  const customer = await join(page)
  const ids = await submitOrders(page, 2 * EACH)
  const { robin, kim, answers, claims } = await shift(browser, customer)
  const leave = async (each: Page) => {
    const view = each.getByRole('group', { name: 'View' })
    for (const name of ['List', 'Review']) await view.getByRole('button', { name }).click()
  }
  const none = (each: Page) => each.getByText('No submissions found matching your criteria.')
  const free = (each: Page) =>
    rows(each).filter({ hasText: 'Pending' }).filter({ hasNotText: 'viewing' }).first().getByRole('link')

  async function work(each: Page, own: Map<string, boolean> | undefined): Promise<void> {
    for (;;) {
      await expect(free(each).or(none(each)).or(opened(each)).first()).toBeVisible()
      const id = idOf(each)
      if (id === '') {
        if (await none(each).isVisible()) return
        // A colleague may be faster: then it is no longer free.
        await free(each)
          .click({ timeout: 1000 })
          .catch(() => undefined)
        continue
      }
      await expect(decision(each)).toBeVisible()
      await expect.poll(() => own?.has(id)).toBe(true)
      if (own?.get(id) && (await row(each, id).getByText('Pending').isVisible())) {
        await choose(each, 'Rejected')
        await each.keyboard.press('n')
        const isLeft = () => idOf(each) !== id
        const isOverloaded = () => opened(each).locator('header').getByText('Rejected', { exact: true }).isVisible()
        await expect.poll(async () => isLeft() || (await isOverloaded())).toBe(true)
        if (!isLeft()) await leave(each)
      } else await leave(each)
    }
  }
  await Promise.all([work(robin, claims[0]), work(kim, claims[1])])
  expect(await decisionsOf(robin, ids)).toEqual(Array(2 * EACH).fill(1))
  // Somebody who was led to an order in the moment of its decision may be refused, because it is decided.
  expect(answers.flat().filter((answer) => answer.includes('is deciding on this order'))).toEqual([])
  expect(answers.flat().filter((answer) => answer === 'saved')).toHaveLength(2 * EACH)
  expect(Math.min(...answers.map(({ length }) => length))).toBeGreaterThan(0)
})
