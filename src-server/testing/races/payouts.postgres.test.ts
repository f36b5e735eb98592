import { expect, test } from 'vitest'
import { lockUser } from '../../accounts/account-queries.ts'
import { releaseDuePayouts } from '../../payouts/payout-holds.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { aSubmission } from '../test-support/factories.ts'
import { anApproval, livePayoutOf, toBank } from '../test-support/payouts.ts'
import type { Person } from '../test-support/test-app.ts'
import {
  onlyOne,
  outcomeBeside,
  outcomes,
  race,
  rounds,
  type TwoNodes,
  twoNodesOfFile,
} from '../test-support/two-nodes.ts'

/** Decisions about money on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const customer = await site.one.customer()
const owners = await site.onBoth(await site.one.staff())
const [fay, finn] = [await site.one.colleague('finance'), await site.one.colleague('finance')]
const payers: [Person, Person] = [(await site.onBoth(fay))[0], (await site.onBoth(finn))[1]]

const payoutsOf = async (submissionId: string) =>
  site.one.ctx.db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select('state')
    .where('submission_id', '=', submissionId)
    .execute()
const complete = (by: Person, submissionId: string) =>
  by.api.admin.submissions.setStatus({ submissionId, status: 'completed' })

race('completions on two nodes make one payout', ROUNDS, async (first, second) => {
  const id = await aSubmission(site.one, customer)
  const calls = [owners[first], owners[second], owners[first], owners[second]]
  const made = await outcomes(...calls.map((by) => () => complete(by, id)))
  expect(made).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(await payoutsOf(id)).toEqual([{ state: 'paid' }])
})

race('one of two people begins to pay a payout, and the other gets their name', ROUNDS, async (first, second) => {
  const { payoutId: id } = await anApproval(site.one, customer, owners[0])
  const begin = (by: Person) => by.api.payouts.begin({ id, version: 1 })
  await onlyOne([() => begin(payers[first]), () => begin(payers[second])])
  await expect(begin(owners[0])).rejects.toThrow(/^finance \d+ is paying this payout/)
})

race('of an approval and a rejection of one version, one is made', ROUNDS, async (first, second) => {
  const submissionId = await aSubmission(site.one, customer)
  const made = await outcomes(
    () => owners[first].api.admin.review.approve({ submissionId, version: 1 }),
    () => owners[second].api.admin.submissions.setStatus({ submissionId, status: 'rejected', version: 1 }),
  )
  expect([...made].sort()).toEqual(['conflict', 'ok'])
  expect(await payoutsOf(submissionId)).toEqual(made[0] === 'ok' ? [{ state: 'ready' }] : [])
})

test('of a payment that begins and a rejection, the payout is either sent or canceled', () =>
  rounds(ROUNDS, async (first, second) => {
    const { submissionId, payoutId: id } = await anApproval(site.one, customer, owners[0])
    const made = await outcomes(
      () => payers[first].api.payouts.begin({ id, version: 1 }),
      () => owners[second].api.admin.submissions.setStatus({ submissionId, status: 'rejected' }),
    )
    expect([...made].sort()).toEqual(['conflict', 'ok'])
    expect(await payoutsOf(submissionId)).toEqual([{ state: made[0] === 'ok' ? 'sending' : 'canceled' }])
  }))

race('of two marks of one payment, one is made', ROUNDS, async (first, second) => {
  const { submissionId, payoutId: id } = await anApproval(site.one, customer, owners[0])
  const { payout } = await owners[0].api.payouts.begin({ id, version: 1 })
  const { version } = payout
  const made = await outcomes(
    () => owners[first].api.payouts.markSent({ id, version, reference: 'CA-1' }),
    () => owners[second].api.payouts.releaseLock({ id, version }),
  )
  expect([...made].sort()).toEqual(['conflict', 'ok'])
  expect((await livePayoutOf(site.one, submissionId)).state).toBe(made[0] === 'ok' ? 'paid' : 'ready')
})

race('of two files of the same payouts, each payout is in one', ROUNDS, async (first, second) => {
  const made = await Promise.all([1, 2, 3].map(() => anApproval(site.one, customer, owners[0], toBank)))
  const payouts = made.map(({ payoutId: id }) => ({ id, version: 1 }))
  const make = (by: Person, given: typeof payouts) => by.api.payouts.makeFile({ format: 'bank', payouts: given })
  const answers = await Promise.allSettled([
    make(payers[first], payouts),
    make(payers[second], payouts.toReversed()),
    payers[first].api.payouts.begin(payouts[1] as (typeof payouts)[0]),
  ])
  const files = answers.flatMap((each) => (each.status === 'fulfilled' && 'file' in each.value ? [each.value] : []))
  const inFiles = files.flatMap(({ content }) => content.match(/PO-\w{10}/g) ?? [])
  const byHand = answers[2].status === 'fulfilled' ? [payouts[1]?.id] : []
  expect([...inFiles, ...byHand].sort()).toEqual(payouts.map(({ id }) => id).sort())
})

race('one request that is sent twice at once makes one file', ROUNDS, async (first, second) => {
  const { payoutId: id } = await anApproval(site.one, customer, owners[0], toBank)
  const input = { format: 'bank' as const, payouts: [{ id, version: 1 }], requestKey: id }
  const made = await Promise.all([first, second].map((at) => owners[at as 0 | 1].api.payouts.makeFile(input)))
  expect(new Set(made.map(({ file }) => file.id)).size).toBe(1)
  expect(made[0]?.content).toBe(made[1]?.content)
})

test('of a file that is marked as sent and put back at once, one is recorded for all of its payouts', () =>
  rounds(ROUNDS, async (first, second) => {
    const approved = await Promise.all([1, 2].map(() => anApproval(site.one, customer, owners[0], toBank)))
    const payouts = approved.map(({ payoutId: id }) => ({ id, version: 1 }))
    const { file } = await owners[0].api.payouts.makeFile({ format: 'bank', payouts })
    const made = await outcomes(
      () => owners[first].api.payouts.markFileSent({ id: file.id, reference: 'WIRE-1' }),
      () => owners[second].api.payouts.putFileBack({ id: file.id }),
    )
    expect([...made].sort()).toEqual(['conflict', 'ok'])
    const states = await Promise.all(payouts.map(async ({ id }) => (await owners[0].api.payouts.get({ id })).state))
    expect(new Set(states)).toEqual(new Set([made[0] === 'ok' ? 'paid' : 'ready']))
  }))

test('an undo beside the release by a node whose clock is ahead cancels the payout, or is too late', () =>
  rounds(ROUNDS, async (first) => {
    const submissionId = await aSubmission(site.one, customer)
    const { version } = await owners[0].api.admin.review.approve({ submissionId, undoable: true })
    const ahead = [site.one, site.other][first] as TwoNodes['one']
    ahead.clock.advance(8_000)
    const [undone] = await outcomes(
      () => owners[first === 0 ? 1 : 0].api.admin.review.undoStatus({ submissionId, version }),
      () => releaseDuePayouts(ahead.ctx),
    )
    const now = Math.max(...[site.one, site.other].map(({ clock }) => clock.now().getTime()))
    for (const { clock } of [site.one, site.other]) clock.set(now)
    expect(await payoutsOf(submissionId)).toEqual([{ state: undone === 'ok' ? 'canceled' : 'ready' }])
  }))

test('a decision waits for the customer before it locks the order', async () => {
  const submissionId = await aSubmission(site.one, customer)
  const { db } = site.other.ctx
  const canLockOrder = () =>
    inServerTransaction(db, (tx) =>
      tx.selectFrom('submissions').select('id').where('id', '=', submissionId).forUpdate().noWait().execute(),
    )
  let locked: unknown
  const made = await outcomeBeside(
    site,
    (tx) => lockUser(tx, customer.id),
    async () => {
      const decision = complete(owners[1], submissionId)
      locked = await canLockOrder()
      await decision
    },
  )
  expect(made).toBe('ok')
  expect(locked).toHaveLength(1)
})
