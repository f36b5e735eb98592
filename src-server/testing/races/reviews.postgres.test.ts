import { afterAll, expect, test } from 'vitest'
import { asServer } from '../../platform/db/database.ts'
import { leaseDueMails } from '../../platform/mail/outbox-queries.ts'
import { releaseLock, watchReview } from '../../reviews/review-lock.ts'
import { findActiveLock } from '../../reviews/review-queries.ts'
import { aSubmission } from '../test-support/factories.ts'
import { startRedisServer } from '../test-support/redis-server.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, type TwoNodes, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Decisions, undo and locks of reviewers on two nodes. */

const ROUNDS = 6

const redis = await startRedisServer()
afterAll(() => redis[Symbol.asyncDispose]())
const site = await twoNodesOfFile({}, { redisUrl: redis.url })
const customer = await site.one.customer()
const owners = await site.onBoth(await site.one.staff())
const [ana, ben] = [await site.one.colleague('reviewer'), await site.one.colleague('reviewer')]
const reviewers: [Person, Person] = [(await site.onBoth(ana))[0], (await site.onBoth(ben))[1]]

const rejected = { status: 'rejected', reason: 'The photo is too dark.' } as const
const setStatus = (by: Person, submissionId: string, version?: number, undoable?: boolean) =>
  by.api.admin.submissions.setStatus({ submissionId, ...rejected, version, undoable })
const undo = (by: Person, submissionId: string, version: number) =>
  by.api.admin.review.undoStatus({ submissionId, version })
const versions = async (submissionId: string) =>
  (
    await site.one.ctx.db
      .selectFrom('status_changes')
      .select('version')
      .where('submission_id', '=', submissionId)
      .orderBy('version')
      .execute()
  ).map(({ version }) => version)
const mailsAbout = async (submissionId: string) =>
  (await site.mailSubjects()).filter((subject) => subject.endsWith(`(${submissionId})`) && /accept/.test(subject))

race('of two decisions about one version, one is made and the other is a conflict', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  await onlyOne([() => setStatus(reviewers[first], id, 1), () => setStatus(reviewers[second], id, 1)])
  expect(await versions(id)).toEqual([1, 2])
})

test('of a withdrawal and a decision one is made and the other is a conflict', async () => {
  const sellers = await site.onBoth(await site.one.customer())
  await rounds(ROUNDS, async (first, second) => {
    const id = await aSubmission(site.one, sellers[0])
    await onlyOne([() => sellers[first].api.transactions.withdraw({ id }), () => setStatus(reviewers[second], id, 1)])
    expect(await versions(id)).toEqual([1, 2])
  })
})

race('two decisions without a version are both made, one after the other', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  const made = await outcomes(
    () => setStatus(owners[first], id),
    () => setStatus(owners[second], id),
  )
  expect(made).toEqual(['ok', 'ok'])
  expect(await versions(id)).toEqual([1, 2, 3])
})

race('decisions about the same submissions in opposite order are each made once', 4, async (first, second) => {
  const ids = [await aSubmission(site.one, customer), await aSubmission(site.one, customer)]
  const decide = (by: Person, order: string[]) =>
    by.api.admin.review.setStatuses({
      ...rejected,
      items: order.map((submissionId) => ({ submissionId, version: 1 })),
    })
  await outcomes(
    () => decide(reviewers[first], ids),
    () => decide(reviewers[second], [...ids].reverse()),
  )
  for (const id of ids) expect(await versions(id)).toEqual([1, 2])
})

race('of an undo and the next decision, one succeeds', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  const { version } = await setStatus(owners[0], id, 1, true)
  await onlyOne([() => undo(owners[first], id, version), () => setStatus(owners[second], id, version)])
  expect(await versions(id)).toEqual([1, 2, 3])
})

race('an undo on two nodes is made once', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  const { version } = await setStatus(owners[0], id, 1, true)
  await onlyOne([() => undo(owners[first], id, version), () => undo(owners[second], id, version)])
  expect(await versions(id)).toEqual([1, 2, 3])
})

race('either the undo succeeds or its mail is sent, never both', ROUNDS, async (first) => {
  const id = await aSubmission(site.one, customer)
  await site.mailSubjects()
  const { version } = await setStatus(owners[0], id, 1, true)
  // One node's clock is ahead, so that the mail is due on it within the undo window of the other.
  const sending = [site.one, site.other][first] as TwoNodes['one']
  sending.clock.advance(8_000)
  const [undone] = await outcomes(
    () => undo(owners[first === 0 ? 1 : 0], id, version),
    () => sending.mails(),
  )
  const now = Math.max(...[site.one, site.other].map(({ clock }) => clock.now().getTime()))
  for (const { clock } of [site.one, site.other]) clock.set(now)
  expect(await mailsAbout(id)).toHaveLength(undone === 'ok' ? 0 : 1)
  expect(await versions(id)).toHaveLength(undone === 'ok' ? 3 : 2)
})

test('50 mails that two nodes deliver at once are sent once each', async () => {
  const db = site.one.ctx.db
  const id = await aSubmission(site.one, customer)
  await site.mailSubjects()
  const before = (await site.mailSubjects()).length
  for (let mail = 0; mail < 50; mail++)
    await owners[0].api.admin.submissions.setStatus({ submissionId: id, ...rejected, reason: `Reason ${mail}` })
  const sent = await Promise.all([site.mailSubjects(), site.mailSubjects()])
  expect(Math.max(...sent.map(({ length }) => length)) - before).toBe(50)
  const attempts = await db.selectFrom('mail_outbox').select('attempts').where('attempts', '>', 1).execute()
  expect(attempts).toEqual([])
})

race('a mail is leased to one of two nodes', ROUNDS, async () => {
  await aSubmission(site.one, customer)
  const now = site.one.ctx.clock.now()
  const lease = { now: now.toISOString(), leaseUntil: new Date(now.getTime() + 1_000).toISOString(), limit: 1 }
  const leased = await Promise.all([site.one, site.other].map(({ ctx }) => leaseDueMails(ctx.db, lease)))
  expect(leased.flat()).toHaveLength(1)
  site.advance(2_000)
  await site.mailSubjects()
})

race('of a decision and a take-over at once only one happens', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  const made = await outcomes(
    () => setStatus(reviewers[first], id, 1),
    () => reviewers[second].api.admin.review.takeOver({ submissionId: id }),
  )
  expect(made[1]).toBe('ok')
  expect(await versions(id)).toEqual(made[0] === 'ok' ? [1, 2] : [1])
  const entries = await site.one.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'sequence'])
    .where('object_id', '=', id)
    .orderBy('sequence')
    .execute()
  const actions = entries.map(({ action }) => action)
  // What is decided is not taken over.
  expect(actions).toEqual([made[0] === 'ok' ? 'submission.decided' : 'submission.taken-over'])
  expect(await lockOf(id)).toBe(made[0] === 'ok' ? undefined : reviewers[second].id)
})

race('of two take-overs the later one has the lock', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  const takeOver = (by: Person) => by.api.admin.review.takeOver({ submissionId: id })
  expect(
    await outcomes(
      () => takeOver(reviewers[first]),
      () => takeOver(reviewers[second]),
    ),
  ).toEqual(['ok', 'ok'])
  const last = await site.one.ctx.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('object_id', '=', id)
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
  expect(await lockOf(id)).toBe(last.actor_id)
})

race('two who decide first get one lock between them', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  const pages = [new AbortController(), new AbortController()] as const
  const nodes = [site.one, site.other] as const
  const open = async (at: 0 | 1) => {
    const connection = { signal: pages[at].signal, isConnected: () => true }
    const viewer = { id: reviewers[at].id, name: `reviewer ${at}` }
    const page = { submissionId: id, decides: true }
    return (await (await watchReview(asServer(nodes[at].ctx), viewer, page, connection)).next()).value
  }
  const seen = await Promise.all([open(first), open(second)])
  const holder = await lockOf(id)
  expect(reviewers.map(({ id }) => id)).toContain(holder)
  expect(seen.filter((presence) => presence?.isYours).length).toBeLessThanOrEqual(1)
  for (const page of pages) page.abort()
  await expect.poll(() => lockOf(id)).toBeUndefined()
})

race('a lock released on two nodes at once is given to no one who left', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  await reviewers[first].api.admin.review.takeOver({ submissionId: id })
  await Promise.all([
    releaseLock(site.one.ctx, reviewers[first].id, id),
    releaseLock(site.other.ctx, reviewers[second].id, id),
  ])
  expect(await lockOf(id)).toBeUndefined()
})

async function lockOf(submissionId: string): Promise<string | undefined> {
  const { ctx } = site.one
  return (await findActiveLock(ctx.db, submissionId, ctx.clock.now().toISOString()))?.holder_id
}
