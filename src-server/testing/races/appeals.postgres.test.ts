import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aClawbackAppeal, anAppeal, appealWords, zeroBalance } from '../test-support/appeals.ts'
import { anUpload, aRejectedSubmission } from '../test-support/factories.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, openTwoNodes, outcomes, rounds, type TwoNodes } from '../test-support/two-nodes.ts'

/** Appeals on two nodes. */

const ROUNDS = 8
const right = { outcome: 'right', words: 'We look again.' } as const
const stands = { outcome: 'stands', words: 'It is empty.' } as const

let site: TwoNodes
let owners: [Person, Person]
let rob: Person
beforeAll(async () => {
  site = await openTwoNodes()
  owners = await site.onBoth(await site.one.staff())
  rob = await site.one.colleague('reviewer')
})
afterAll(() => site[Symbol.asyncDispose]())

/** The statuses and reasons of an order, by version. */
async function historyOf(id: string) {
  const rows = await site.one.ctx.db
    .selectFrom('status_changes')
    .select(['version', 'reason_code'])
    .where('submission_id', '=', id)
    .orderBy('version')
    .execute()
  return rows.map(({ version, reason_code }) => `${version} ${reason_code}`)
}
const appealsOf = (id: string) =>
  site.one.ctx.db.selectFrom('appeals').select('state').where('submission_id', '=', id).execute()

test('of two appeals of one decision one is made and the other is a conflict', async () => {
  const sellers = await site.onBoth(await site.one.customer())
  await rounds(ROUNDS, async (first, second) => {
    const orderId = await aRejectedSubmission(site.one, sellers[0], rob, {}, zeroBalance)
    const open = (by: Person) => () => by.api.appeals.open({ orderId, words: appealWords })
    expect((await outcomes(open(sellers[first]), open(sellers[second]))).sort()).toEqual(['conflict', 'ok'])
    expect(await appealsOf(orderId)).toEqual([{ state: 'open' }])
    expect(await historyOf(orderId)).toEqual(['1 null', '2 zero-balance', '3 appeal-open'])
  })
})

test('of an appeal and a new decision one is made and the other is a conflict', async () => {
  const sellers = await site.onBoth(await site.one.customer())
  await rounds(ROUNDS, async (first, second) => {
    const submissionId = await aRejectedSubmission(site.one, sellers[0], rob, {}, zeroBalance)
    await onlyOne([
      () => sellers[first].api.appeals.open({ orderId: submissionId, words: appealWords }),
      () => owners[second].api.admin.submissions.setStatus({ submissionId, status: 'processing', version: 2 }),
    ])
    const isAppealed = (await appealsOf(submissionId)).length === 1
    expect((await historyOf(submissionId)).at(-1)).toBe(isAppealed ? '3 appeal-open' : '3 null')
  })
})

test('of an appeal and photos that are added one is made and the other is a conflict', async () => {
  const sellers = await site.onBoth(await site.one.customer())
  const reason = 'The photo is too blurry or dark to read. Take a new one in good light.'
  await rounds(ROUNDS, async (first, second) => {
    const id = await aRejectedSubmission(site.one, sellers[0], rob, {}, reason)
    const fileIds = [await anUpload(site.one, sellers[0])]
    await onlyOne([
      () => sellers[first].api.appeals.open({ orderId: id, words: appealWords }),
      () => sellers[second].api.transactions.addPhotos({ id, fileIds, securityCode: '8841' }),
    ])
  })
})

test('of two answers to one appeal one is made and the other is a conflict', async () => {
  const seller = await site.one.customer()
  await rounds(ROUNDS, async (first, second) => {
    const { id: appealId, submissionId } = await anAppeal(site.one, seller, rob)
    await onlyOne([
      () => owners[first].api.admin.decideAppeal({ appealId, ...right }),
      () => owners[second].api.admin.decideAppeal({ appealId, ...stands }),
    ])
    const [appeal] = await appealsOf(submissionId)
    expect((await historyOf(submissionId)).at(-1)).toBe(`4 appeal-${appeal?.state}`)
  })
})

test('of a withdrawal and an answer one is made and the other is a conflict', async () => {
  const sellers = await site.onBoth(await site.one.customer())
  await rounds(ROUNDS, async (first, second) => {
    const { id: appealId, submissionId } = await anAppeal(site.one, sellers[0], rob)
    await onlyOne([
      () => sellers[first].api.appeals.withdraw({ orderId: submissionId }),
      () => owners[second].api.admin.decideAppeal({ appealId, ...right }),
    ])
    expect(await historyOf(submissionId)).toHaveLength(4)
  })
})

test('a claw back is reversed once, whatever is recorded of it at the same time', async () => {
  const [boss] = owners
  const finance = await site.onBoth(await site.one.colleague('finance'))
  await rounds(4, async (first, second) => {
    const seller = await site.one.customer()
    const { id: appealId, submissionId } = await aClawbackAppeal(site.one, seller, boss)
    const [problem] = await boss.api.admin.problems.ofOrder({ submissionId })
    const { id = '', version = 0 } = problem ?? {}
    const made = await outcomes(
      () => finance[first].api.admin.decideAppeal({ appealId, ...right }),
      () => owners[second].api.admin.problems.waive({ id, version, note: 'Too old.' }),
    )
    expect(made[0]).toBe('ok')
    expect(await boss.api.admin.problems.ofOrder({ submissionId })).toMatchObject([{ open: 0 }])
    expect(await verifyLedger(site.one.ctx.db)).not.toHaveProperty('problem')
  })
})
