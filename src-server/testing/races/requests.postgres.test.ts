import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeOverdueRequests } from '../../cases/case-clock.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { aSubmission } from '../test-support/factories.ts'
import { aCheckOf, aCounterOffer, aRequest } from '../test-support/requests.ts'
import { changeReviews } from '../test-support/reviews-policy.ts'
import type { Person } from '../test-support/test-app.ts'
import { openTwoNodes, outcomes, race, rounds, type TwoNodes } from '../test-support/two-nodes.ts'

/** Answers to requests and offers beside their end, their withdrawal and decisions, on two nodes. */

const ROUNDS = 6
const MANY_ROUNDS = 100

let site: TwoNodes
let seller: Person
let sellers: [Person, Person]
let owners: [Person, Person]
beforeAll(async () => {
  site = await openTwoNodes()
  seller = await site.one.customer()
  sellers = await site.onBoth(seller)
  owners = await site.onBoth(await site.one.staff())
  await changeReviews(site.one, owners[0], { fixMinutes: 1, offerMinutes: 1, remindMinutes: 0 })
  await site.other.ctx.policies.refresh()
})
afterAll(() => site[Symbol.asyncDispose]())

const nodes = () => [site.one, site.other] as const
const stateOf = async (id: string) =>
  site.one.ctx.db.selectFrom('information_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const orderOf = async (id: string) =>
  site.one.ctx.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const payoutsOf = async (id: string) =>
  site.one.ctx.db.selectFrom('payout_lines').select('payout_id').where('submission_id', '=', id).execute()
const fix = () => aRequest(site.one, seller, owners[0], { wants: ['code'] })
const offer = () => aCounterOffer(site.one, seller, owners[0])

const answer = (by: Person, id: string) => by.api.requests.answer({ id, securityCode: '7788' })
const accept = (by: Person, id: string) => by.api.requests.accept({ id, payoutAmount: 57.41 })
const decline = (by: Person, id: string) => by.api.requests.decline({ id })
const withdraw = (by: Person, submissionId: string) => by.api.admin.requests.withdraw({ submissionId })
const reject = (by: Person, submissionId: string) =>
  by.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason: 'It is empty.', version: 2 })

test('of an answer and the end of its time one counts, and one mail fits', async () => {
  await rounds(MANY_ROUNDS, async (first, second) => {
    const { submissionId, id } = await fix()
    site.advance(MINUTE_MS)
    const [made] = await outcomes(
      () => answer(sellers[first], id),
      () => closeOverdueRequests(nodes()[second].ctx),
    )
    const [{ state }, order] = [await stateOf(id), await orderOf(submissionId)]
    expect([made, state, order.status]).toEqual(
      made === 'ok' ? ['ok', 'answered', 'processing'] : ['conflict', 'expired', 'rejected'],
    )
    expect(order.version).toBe(3)
    const closed = (await site.mailSubjects()).filter((subject) => /is closed/.test(subject))
    expect(closed.filter((subject) => subject.includes(submissionId))).toHaveLength(made === 'ok' ? 0 : 1)
  })
}, 120_000)

race('two nodes end a request once', ROUNDS, async () => {
  const { submissionId } = await fix()
  site.advance(MINUTE_MS)
  await Promise.all(nodes().map(({ ctx }) => closeOverdueRequests(ctx)))
  expect(await orderOf(submissionId)).toMatchObject({ status: 'rejected', version: 3 })
})

race('of an answer and a withdrawal one counts', ROUNDS, async (first, second) => {
  const { submissionId, id } = await fix()
  const made = await outcomes(
    () => answer(sellers[first], id),
    () => withdraw(owners[second], submissionId),
  )
  expect(made.toSorted()).toEqual(['conflict', 'ok'])
  expect((await stateOf(id)).state).toBe(made[0] === 'ok' ? 'answered' : 'withdrawn')
})

race('of an answer and a decision one counts', ROUNDS, async (first, second) => {
  const { submissionId, id } = await fix()
  const made = await outcomes(
    () => answer(sellers[first], id),
    () => reject(owners[second], submissionId),
  )
  expect(made.toSorted()).toEqual(['conflict', 'ok'])
  expect((await orderOf(submissionId)).status).toBe(made[0] === 'ok' ? 'processing' : 'rejected')
  expect((await stateOf(id)).state).toBe(made[0] === 'ok' ? 'answered' : 'withdrawn')
})

race('of two requests for one order one is made', ROUNDS, async (first, second) => {
  const submissionId = await aSubmission(site.one, seller)
  const checkId = await aCheckOf(site.one, owners[0], submissionId, 6240)
  const made = await outcomes(
    () => owners[first].api.admin.requests.make({ submissionId, version: 1, wants: ['code'] }),
    () => owners[second].api.admin.requests.offer({ submissionId, version: 1, checkId }),
  )
  expect(made.toSorted()).toEqual(['conflict', 'ok'])
})

test(
  'of accepting and declining an offer one counts',
  () =>
    rounds(MANY_ROUNDS, async (first, second) => {
      const { submissionId, id } = await offer()
      const made = await outcomes(
        () => accept(sellers[first], id),
        () => decline(sellers[second], id),
      )
      expect(made.toSorted()).toEqual(['conflict', 'ok'])
      const order = await orderOf(submissionId)
      const isAccepted = made[0] === 'ok'
      expect([order.payout_cents, order.purged_at === null]).toEqual([isAccepted ? 5741 : 9200, isAccepted])
      expect(await payoutsOf(submissionId)).toEqual([])
    }),
  120_000,
)

test(
  'of accepting an offer and its end one counts',
  () =>
    rounds(MANY_ROUNDS, async (first, second) => {
      const { submissionId, id } = await offer()
      site.advance(MINUTE_MS)
      const [made] = await outcomes(
        () => accept(sellers[first], id),
        () => closeOverdueRequests(nodes()[second].ctx),
      )
      const order = await orderOf(submissionId)
      expect([made, order.status, order.payout_cents, order.purged_at === null]).toEqual(
        made === 'ok' ? ['ok', 'processing', 5741, true] : ['conflict', 'rejected', 9200, false],
      )
    }),
  120_000,
)

test(
  'of accepting an offer and a rejection one counts',
  () =>
    rounds(MANY_ROUNDS, async (first, second) => {
      const { submissionId, id } = await offer()
      const made = await outcomes(
        () => accept(sellers[first], id),
        () => reject(owners[second], submissionId),
      )
      expect(made.toSorted()).toEqual(['conflict', 'ok'])
      expect((await orderOf(submissionId)).status).toBe(made[0] === 'ok' ? 'processing' : 'rejected')
      expect(await payoutsOf(submissionId)).toEqual([])
    }),
  120_000,
)
