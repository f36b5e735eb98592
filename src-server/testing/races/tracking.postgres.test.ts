import { expect } from 'vitest'
import { markDueOrders } from '../../tracking/mark-overdue.ts'
import { measureTimes } from '../../tracking/measure-times.ts'
import { aSubmission } from '../test-support/factories.ts'
import { onlyOne, outcomes, race, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Due times and their marks on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const sellers = await site.onBoth(await site.one.customer())
const owners = await site.onBoth(await site.one.staff())

const nodes = () => [site.one, site.other] as const
const rowOf = (id: string) =>
  site.one.ctx.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** An order whose time has passed. */
async function aDueOrder(status?: 'processing'): Promise<string> {
  const id = await aSubmission(site.one, sellers[0])
  if (status) await owners[0].api.admin.submissions.setStatus({ submissionId: id, status })
  const due_at = new Date(site.one.ctx.clock.now().getTime() - 1000).toISOString()
  await site.one.ctx.db.updateTable('submissions').set({ due_at }).where('id', '=', id).execute()
  return id
}

const lateMails = async (id: string) =>
  (await site.mailSubjects()).filter((subject) => subject.includes(id) && subject.includes('takes longer'))

race('two nodes mark an order once and send one mail', ROUNDS, async () => {
  const id = await aDueOrder()
  await Promise.all(nodes().map(({ ctx }) => markDueOrders(ctx)))
  const { overdue_at, due_at } = await rowOf(id)
  expect(overdue_at).toBe(due_at)
  expect(await lateMails(id)).toHaveLength(1)
})

race('an order that is decided while it is marked does not stay overdue', ROUNDS, async (first, second) => {
  const id = await aDueOrder()
  await outcomes(
    () => markDueOrders(nodes()[first].ctx),
    () => owners[second].api.admin.submissions.setStatus({ submissionId: id, status: 'completed' }),
  )
  expect(await rowOf(id)).toMatchObject({ status: 'completed', due_at: null, overdue_at: null })
})

race('of the withdrawal of an overdue order and its approval one is made', ROUNDS, async (first, second) => {
  const id = await aDueOrder('processing')
  await markDueOrders(site.one.ctx)
  await onlyOne([
    () => sellers[first].api.transactions.withdraw({ id }),
    () => owners[second].api.admin.review.approve({ submissionId: id, version: 2 }),
  ])
  const { due_at, version } = await rowOf(id)
  expect([due_at, version]).toEqual([null, 3])
})

race('two nodes that measure at once store the same times', ROUNDS, async () => {
  const made = await outcomes(
    ...(nodes().map(
      ({ ctx }) =>
        () =>
          measureTimes(ctx),
    ) as [() => Promise<unknown>, () => Promise<unknown>]),
  )
  expect(made).toEqual(['ok', 'ok'])
  const rows = await site.one.ctx.db.selectFrom('service_times').select(['what', 'scope', 'key']).execute()
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
})
