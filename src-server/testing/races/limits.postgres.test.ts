import { afterAll, expect, test } from 'vitest'
import { limitOf } from '../../platform/rate-limits/rate-limit-config.ts'
import type { Hit } from '../../platform/rate-limits/rate-limits.ts'
import { anUpload, aSubmitInput } from '../test-support/factories.ts'
import { startRedisServer } from '../test-support/redis-server.ts'
import { onlyOne, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Rate limits over two nodes. */

const redis = await startRedisServer()
afterAll(() => redis[Symbol.asyncDispose]())
const site = await twoNodesOfFile({ LIMITS: 'on' }, { redisUrl: redis.url })

const nodes = () => [site.one, site.other] as const
const consume = (at: number, hits: readonly Hit[]) => (at % 2 === 0 ? site.one : site.other).ctx.limits.consume(hits)
/** How many of `count` calls at once, on both nodes in turn, pass. */
async function passed(count: number, hits: (at: number) => readonly Hit[]): Promise<number> {
  const made = await Promise.all(Array.from({ length: count }, (_, at) => consume(at, hits(at))))
  return made.filter((exceeded) => exceeded === undefined).length
}

test('a limit is exact over both nodes', async () => {
  const { max } = limitOf('submitCustomer')
  expect(await passed(max + 20, () => [{ limit: 'submitCustomer', subject: 'dana' }])).toBe(max)
  const both = (at: number) => [
    { limit: 'submitTries', subject: `person ${at % 3}` } as const,
    { limit: 'submitNetwork', subject: 'network', amount: 10 } as const,
  ]
  expect(await passed(30, both)).toBe(limitOf('submitNetwork').max / 10)
})

test('a limit with growing delays allows no attempt more over both nodes', async () => {
  const { max } = limitOf('signInAccount')
  const hits = [{ limit: 'signInAccount', subject: 'dana' }] as const
  expect(await passed(max + 20, () => hits)).toBe(max)
  site.advance(60_000)
  expect(await passed(10, () => hits)).toBe(1)
})

test('hits that count once are counted once over both nodes', async () => {
  const photos = (once: string) => [{ limit: 'photoOrders', subject: 'ana', once }] as const
  expect(await passed(20, (at) => photos(`order ${at % 4}`))).toBe(20)
  const rows = await site.one.ctx.db
    .selectFrom('limit_counts')
    .select('hits')
    .where('key', 'like', 'photoOrders:%')
    .execute()
  expect(Math.max(...rows.map(({ hits }) => hits))).toBe(4)
})

test('refunds from both nodes are all subtracted', async () => {
  const hits = [{ limit: 'submitDay', subject: 'dana' }] as const
  await passed(20, () => hits)
  await Promise.all(Array.from({ length: 15 }, (_, at) => nodes()[at % 2 === 0 ? 0 : 1].ctx.limits.refund(hits)))
  const row = site.one.ctx.db.selectFrom('limit_counts').select('hits').where('key', 'like', 'submitDay:%')
  expect(await row.execute()).toEqual([{ hits: 5 }])
})

test('a quick limit counts once beside stored limits whose transaction is repeated', async () => {
  const ana = { limit: 'submitTries', subject: 'ana' } as const
  const ben = { limit: 'submitTries', subject: 'ben' } as const
  const quick = { limit: 'quoteNetwork', subject: 'a network' } as const
  // Locks in opposite order make a deadlock, after which PostgreSQL rolls one transaction back.
  await Promise.all([consume(0, [ana, quick, ben]), consume(1, [ben, quick, ana])])
  const { max } = limitOf('quoteNetwork')
  expect(await passed(max, () => [quick])).toBe(max - 2)
})

test('of two orders with room for one, one is placed and the other is refused', async () => {
  const dana = await site.onBoth(await site.one.customer())
  const { max } = limitOf('submitCustomer')
  await consume(0, [{ limit: 'submitCustomer', subject: dana[0].id, amount: max - 1 }])
  await rounds(4, async (first, second) => {
    const fileIds = [await anUpload(site.one, dana[0]), await anUpload(site.one, dana[0])]
    const submit = (at: 0 | 1) => dana[at].api.exchange.submit(aSubmitInput({ fileIds: [fileIds[at] ?? ''] }))
    await onlyOne([() => submit(first), () => submit(second)], 'too_many_requests')
    await site.one.ctx.limits.refund([{ limit: 'submitCustomer', subject: dana[0].id }])
  })
})
