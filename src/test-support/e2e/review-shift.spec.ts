import { expect, type Page } from '@playwright/test'
import type { ReviewPresence } from '#shared/review-schema.ts'
import { type Caller, type Customer, join, newColleaguePage } from './accounts.ts'
import { choose, decision, opened, openReview, openSubmission, pressKeys, row, rows } from './review-actions.ts'
import { submitCard, test } from './submissions.ts'

const EACH = 20
/** Enough that each reviewer is once the one who decides and once the one who watches. */
const TOGETHER = 3
const pendingOnly = '&status=pending'

const idOf = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? ''

async function submitCards(page: Page, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await submitCard(page, { cardNumber: `SHIFT CARD ${1000 + at}` }))
  return ids
}

/** The responses to decisions of this page: 'saved', or the error message. */
function decisionResponses(page: Page): string[] {
  const answers: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('admin.submissions.setStatus')) return
    answers.push(response.ok() ? 'saved' : await response.text())
  })
  return answers
}

/** For each submission this page opens, whether the server grants this page its lock. */
function locksOf(page: Page): Map<string, boolean> {
  const locks = new Map<string, boolean>()
  page.on('websocket', (socket) => {
    const submissions = new Map<number, string>()
    socket.on('framesent', ({ payload }) => {
      if (!String(payload).includes('admin.review.watch')) return
      const sent = [JSON.parse(String(payload))].flat() as {
        id: number
        params?: { input: { submissionId: string } }
      }[]
      for (const { id, params } of sent) if (params?.input?.submissionId) submissions.set(id, params.input.submissionId)
    })
    socket.on('framereceived', ({ payload }) => {
      if (!String(payload).startsWith('{')) return
      const { id, result } = JSON.parse(String(payload)) as {
        id: number
        result?: { type: string; data: ReviewPresence }
      }
      const submissionId = submissions.get(id)
      if (submissionId && result?.type === 'data') locks.set(submissionId, result.data.isYours)
    })
  })
  return locks
}

/** The number of decisions on each submission. */
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
  const seen = { answers: [decisionResponses(robin), decisionResponses(kim)], locks: [locksOf(robin), locksOf(kim)] }
  for (const each of [robin, kim]) await openReview(each, customer, pendingOnly)
  return { robin, kim, ...seen }
}

test('Save and next saves every decision although a colleague has the same submission open', {
  tag: '@cluster',
}, async ({ browser, page }) => {
  test.slow()
  const customer = await join(page)
  const ids = await submitCards(page, 2 * TOGETHER)
  const { robin, kim, answers } = await shift(browser, customer)
  for (const [decider, watcher, name] of [
    [robin, kim, 'Robin Lee'],
    [kim, robin, 'Kim Park'],
  ] as const) {
    // The watcher closes its submission, so that the other page is the first at the next one.
    await watcher.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Review' }).click()
    await openReview(decider, customer, pendingOnly)
    await rows(decider).first().getByRole('link').click()
    for (let decided = 0; decided < TOGETHER; decided++) {
      const id = idOf(decider)
      await expect(opened(decider).getByRole('heading', { level: 3 })).toBeFocused()
      await expect(row(watcher, id)).toContainText(`${name} is viewing`)
      await openSubmission(watcher, id)
      await decider.keyboard.press('4')
      await expect(decision(watcher)).toContainText(`${name} is deciding on this order.`)
      await pressKeys(decider, ['1', 'n'])
      await expect(opened(watcher).locator('header').getByText('Rejected', { exact: true })).toBeVisible()
      if (decided < TOGETHER - 1) await expect.poll(() => idOf(decider)).not.toBe(id)
    }
  }
  // The watcher may read of a decision before its answer arrives.
  await expect.poll(() => answers).toEqual([Array(TOGETHER).fill('saved'), Array(TOGETHER).fill('saved')])
  expect(await decisionsOf(robin, ids)).toEqual(Array(2 * TOGETHER).fill(1))
})

test('two reviewers who work through one queue decide each submission exactly once', async ({ browser, page }) => {
  test.setTimeout(300_000)
  const customer = await join(page)
  const ids = await submitCards(page, 2 * EACH)
  const { robin, kim, answers, locks } = await shift(browser, customer)
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
        // A colleague may have opened it first.
        await free(each)
          .click({ timeout: 1000 })
          .catch(() => undefined)
        continue
      }
      await expect(decision(each)).toBeVisible()
      // A rejected decision opens its submission again in place of the next one.
      await expect.poll(() => own?.has(id) || idOf(each) !== id).toBe(true)
      const shows = (status: string) => opened(each).locator('header').getByText(status, { exact: true }).isVisible()
      if (await shows('Pending')) await choose(each, 'Rejected')
      // The choice locks the submission, unless a colleague was first or has decided on it.
      const isTheirs = async () =>
        idOf(each) !== id ||
        !(await shows('Pending')) ||
        decision(each)
          .getByText(/is deciding/)
          .first()
          .isVisible()
      await expect.poll(async () => own?.get(id) || (await isTheirs())).toBe(true)
      // The news of an earlier decision may arrive until the choice, which saves only what it was based on.
      if (own?.get(id) && (await shows('Pending'))) {
        await pressKeys(each, ['1', 'n'])
        const isLeft = () => idOf(each) !== id
        // A lost connection passes the lock on.
        await expect.poll(async () => isLeft() || own?.get(id) === false || (await shows('Rejected'))).toBe(true)
        if (!isLeft()) await leave(each)
      } else await leave(each)
    }
  }
  await Promise.all([work(robin, locks[0]), work(kim, locks[1])])
  expect(await decisionsOf(robin, ids)).toEqual(Array(2 * EACH).fill(1))
  // A decision may be rejected because the submission was decided in the meantime, but not because of a lock.
  expect(answers.flat().filter((answer) => answer.includes('is deciding on this order'))).toEqual([])
  await expect.poll(() => answers.flat().filter((answer) => answer === 'saved')).toHaveLength(2 * EACH)
  expect(Math.min(...answers.map(({ length }) => length))).toBeGreaterThan(0)
})
