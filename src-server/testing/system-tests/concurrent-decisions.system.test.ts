import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { UNDO_MS } from '#shared/review.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { AppRouter } from '../../web/trpc/router.ts'
import { aSubmission } from '../test-support/factories.ts'
import { listening } from '../test-support/socket-page.ts'
import { createTestApp, type Person } from '../test-support/test-app.ts'
import { atScale, recordMetric } from './system-test.ts'

const SUBMISSIONS = atScale(40, 500)
/** The number of submissions, each decided by both staff at the same moment. */
const AT_ONCE = 20

/** The result of one decision: made, or rejected with the current submission. */
type Outcome = { isMade: true; status: string } | { isMade: false; code: number; newer: Submission | undefined }
type Decide = (submissionId: string) => Promise<Outcome>

test(`two staff decide ${SUBMISSIONS} submissions at once: one decision each is stored and notified once`, async () => {
  await using app = await createTestApp({ LIMITS: 'off' })
  const { host } = await listening(app)
  const customer = await app.customer()
  const [one, other] = [await app.colleague('reviewer'), await app.colleague('reviewer')]
  const rejects = byDocumentedCall(host, one, 'rejected')
  const fails = byProcedure(host, other, 'failed')
  const ids: string[] = []
  for (let at = 0; at < SUBMISSIONS; at++) ids.push(await aSubmission(app, customer))

  const winners = new Map<string, string>()
  let refusedWithNewer = 0
  const decideBoth = async (id: string, isTurned: boolean) => {
    const calls = isTurned ? [fails, rejects] : [rejects, fails]
    const outcomes = await Promise.all(calls.map((decide) => decide(id)))
    const made = outcomes.flatMap((outcome) => (outcome.isMade ? [outcome.status] : []))
    if (made.length === 1) winners.set(id, made[0] ?? '')
    for (const outcome of outcomes)
      if (!outcome.isMade && outcome.code === 409 && outcome.newer?.status === made[0]) refusedWithNewer++
  }
  for (let from = 0; from < SUBMISSIONS; from += AT_ONCE)
    await Promise.all(ids.slice(from, from + AT_ONCE).map((id, at) => decideBoth(id, at % 2 === 1)))

  const { db } = app.ctx
  const decisions = await db.selectFrom('status_changes').selectAll().where('version', '>', 1).execute()
  const history = new Map(decisions.map(({ submission_id, to_status }) => [submission_id, to_status as string]))
  app.clock.advance(UNDO_MS)
  const mails = (await app.mails()).filter(({ kind }) => kind === 'status-changed')
  const entries = await db
    .selectFrom('audit_log')
    .select('object_id')
    .where('action', '=', 'submission.decided')
    .execute()
  const figures = [winners.size, refusedWithNewer, decisions.length, mails.length]
  recordMetric({
    claim: `Two staff on ${SUBMISSIONS} orders at once`,
    figure: `${winners.size} winners, ${refusedWithNewer} refused with the newer, ${decisions.length} history rows, ${mails.length} mails`,
    goal: '500 each',
    isMet: figures.every((figure) => figure === 500),
  })
  expect(figures).toEqual([SUBMISSIONS, SUBMISSIONS, SUBMISSIONS, SUBMISSIONS])
  expect(history).toEqual(winners)
  expect(new Set(entries.map(({ object_id }) => object_id)).size).toBe(SUBMISSIONS)
  expect(entries.length).toBe(SUBMISSIONS)
})

/** Both staff have read the first version. */
function byDocumentedCall(host: string, { cookie }: Person, status: 'rejected'): Decide {
  return async (submissionId) => {
    const response = await fetch(`http://${host}/api/submissions/${submissionId}/status`, {
      method: 'PATCH',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ status, version: 1, undoable: true }),
    })
    const body = (await response.json()) as { newer?: Submission }
    return response.ok ? { isMade: true, status } : { isMade: false, code: response.status, newer: body.newer }
  }
}

function byProcedure(host: string, { cookie }: Person, status: 'failed'): Decide {
  const trpc = createTRPCClient<AppRouter>({ links: [httpLink({ url: `http://${host}/trpc`, headers: { cookie } })] })
  return async (submissionId) => {
    try {
      await trpc.admin.submissions.setStatus.mutate({ submissionId, status, version: 1, undoable: true })
      return { isMade: true, status }
    } catch (error) {
      if (!(error instanceof TRPCClientError)) throw error
      return { isMade: false, code: error.data?.httpStatus ?? 0, newer: error.data?.newer }
    }
  }
}
