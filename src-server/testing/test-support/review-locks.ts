import { expect, vi } from 'vitest'
import { LOCK_LEASE_MS } from '#shared/review.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'
import { aSubmission } from './factories.ts'
import { aPage, listening, openSocket, taking } from './socket-page.ts'
import type { Person, TestApp } from './test-app.ts'

/** Advances the clock and waits until the lock of this submission lasts for another third of a lease at least. */
export async function renewalAfter(ms: number, { ctx, clock }: TestApp, submissionId: string): Promise<void> {
  clock.advance(ms)
  const lock = ctx.db.selectFrom('review_locks').select('lease_until').where('submission_id', '=', submissionId)
  await vi.waitFor(async () => {
    const { lease_until } = await lock.executeTakeFirstOrThrow()
    expect(Date.parse(lease_until)).toBeGreaterThan(clock.now().getTime() + LOCK_LEASE_MS / 3)
  })
}

type Page = ReturnType<typeof aPage>

/** Opens a submission, by default to decide on it. */
export const opening = ({ trpc }: Page, submissionId: string, decides = true) =>
  taking<ReviewPresence>((on) => trpc.admin.review.watch.subscribe({ submissionId, decides }, on))
export const lookingAt = (page: Page, submissionId: string) => opening(page, submissionId, false)

/** A submission and two reviewers, each with pages of their own. */
export async function reviewSite(app: TestApp) {
  const { url } = await listening(app)
  const [customer, ana, ben] = [await app.customer(), await app.colleague('reviewer'), await app.colleague('reviewer')]
  const submissionId = await aSubmission(app, customer)
  return { url, customer, ana, ben, submissionId, pageOf: (person: Person) => aPage(url, person) }
}

/** Opens the submission on a connection that can be cut without a closing message, like a lost one. */
export async function cuttable(url: string, { cookie }: Person, submissionId: string) {
  const { socket, closed } = await openSocket(url, cookie)
  const params = { path: 'admin.review.watch', input: { submissionId, decides: true } }
  const firstPresence = new Promise<ReviewPresence>((resolve) =>
    socket.on('message', (text) => {
      const { result } = JSON.parse(String(text))
      if (result?.type === 'data') resolve(result.data)
    }),
  )
  socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscription', params }))
  const presence = await firstPresence
  const cut = async () => {
    socket.terminate()
    await closed
  }
  return { presence, cut }
}

export const seen = ({ holder, isYours, viewers }: ReviewPresence) => ({
  holder: holder?.id,
  isYours,
  viewers: viewers.map(({ id }) => id),
})
export const decision = (submissionId: string) => ({ submissionId, status: 'processing', version: 1 }) as const
export const decide = (person: Person, submissionId: string) =>
  person.api.admin.submissions.setStatus(decision(submissionId))
