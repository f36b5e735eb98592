import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { SETTLE_MS } from '#client/features/review-queue/review/use-review-shortcuts.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { aPage, taking } from '#server/testing/test-support/socket-page.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'
import { fill } from './fill.ts'
import { openSite, type Site } from './open-site.tsx'

export { SETTLE_MS }

/** Submits this many submissions of one customer; returns their ids, newest first. */
export async function someSubmissions(site: Site, count: number): Promise<{ customer: Person; ids: string[] }> {
  const customer = await site.app.customer()
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    // Lists sort by time, and the record of the registration is in them as well.
    site.passTime(1_000)
    ids.unshift(await aSubmission(site.app, customer, { cardNumber: `AAAA BBBB ${1000 + at}` }))
  }
  return { customer, ids }
}

/** The review view of an owner, with some new submissions that match `filter`, by default all. Dispose of `site`. */
export async function openReview(count: number, filter = '&status=all') {
  const site = await openSite()
  const submissions = await someSubmissions(site, count)
  const [newest = '', older = ''] = submissions.ids
  const user = await site.visit(`/admin?view=review${filter}`, { as: await site.app.staff() })
  await findRow(newest)
  return { site, user, newest, older, ...submissions }
}

/** The link of a submission in the list, which names its brand, value and status. */
export async function findRow(id: string): Promise<HTMLElement> {
  const list = within(await screen.findByRole('region', { name: 'Submissions' }))
  return list.findByRole('link', { name: new RegExp(id) })
}

export async function expectStatus(id: string, status: string): Promise<void> {
  await waitFor(async () => expect((await findRow(id)).textContent).toContain(status))
}

/** Opens a submission of the list; resolves once all about it is loaded. */
export async function openSubmission(user: UserEvent, id: string): Promise<void> {
  await user.click(await findRow(id))
  await expectOpen(id)
}

/** The review view with its newest submission open. Dispose of `site`. */
export async function openNewest(count: number, filter?: string) {
  const review = await openReview(count, filter)
  await openSubmission(review.user, review.newest)
  return review
}

/** Waits until all about this submission is loaded. */
export async function expectOpen(id: string): Promise<void> {
  await waitFor(() => expect(new URLSearchParams(location.search).get('id')).toBe(id))
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain(id))
  await within(screen.getByRole('article')).findByRole('heading', { name: 'History' })
}

/** The form with the decision on the open submission. */
export const decision = () => within(screen.getByRole('form', { name: 'Decision' }))
export const reasonField = () => decision().getByLabelText<HTMLTextAreaElement>(/^Custom Reason/)
export const statusTile = (name: string) => decision().getByRole<HTMLInputElement>('radio', { name })

/** Chooses a status of the open submission and writes a reason. */
export async function write(user: UserEvent, status: string, reason: string): Promise<void> {
  await user.click(statusTile(status))
  await fill(user, { [status === 'Rejected' ? 'Custom Reason' : 'Custom Reason (Optional)']: reason })
}

/** Makes a choice with these keys, and saves it with the last of them once the choice is old enough. */
export async function decideByKeys({ site, user }: { site: Site; user: UserEvent }, keys: string): Promise<void> {
  for (const [at, key] of [...keys].entries()) {
    if (at === keys.length - 1) site.passTime(SETTLE_MS)
    await user.keyboard(key)
  }
}

export const press = (user: UserEvent, name: string | RegExp) => user.click(screen.getByRole('button', { name }))
export const pressUndo = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: /^Undo/ }))

/**
 * Begins to decide on a submission as this colleague, who gets its lock if it has none. `next` is their next view of
 * it. Dispose of it.
 */
export async function openElsewhere(colleague: Person, submissionId: string) {
  const page = aPage(`ws://${location.host}/trpc`, colleague)
  const { next } = await taking<ReviewPresence>((on) =>
    page.trpc.admin.review.watch.subscribe({ submissionId, decides: true }, on),
  )
  await next()
  return { next, [Symbol.asyncDispose]: () => page[Symbol.asyncDispose]() }
}
