import { expect, test } from 'vitest'
import { runRetention } from '../../operator/operations/retention.ts'
import { anUpload, aPaymentMethod, aPhoto, aSubmission, aSubmitInput, multipart } from '../test-support/factories.ts'
import { aRejected, rowOf } from '../test-support/rejected-order.ts'
import type { Person, TestApp } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Orders and their files on two nodes. */

const ROUNDS = 6
const FEW_ROUNDS = 4

const site = await twoNodesOfFile({ RETENTION_DAYS: '3' })
const customer = await site.onBoth(await site.one.customer())

const nodes = () => [site.one, site.other] as const
const orders = () => site.one.ctx.db.selectFrom('submissions').select('id').where('status', '!=', 'registered')
const ordersOf = ({ id }: Person) => orders().where('user_id', '=', id).execute()
const fileRow = (id: string) => site.one.ctx.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

/** Every stored object belongs to a row, and the other way round. */
async function expectNoOrphans({ ctx, storage }: TestApp): Promise<void> {
  const rows = await ctx.db.selectFrom('files').select(['id', 'rendition_id']).execute()
  const keys = rows.flatMap(({ id, rendition_id }) => (rendition_id === null ? [id] : [id, rendition_id]))
  expect([...storage.objects.keys()].sort()).toEqual(keys.sort())
}

race('the same idempotency key on both nodes gives one order', ROUNDS, async (first, second) => {
  const before = await ordersOf(customer[0])
  const fileIds = [await anUpload(site.one, customer[0])]
  const input = aSubmitInput({ fileIds, idempotencyKey: `key ${fileIds[0]}` })
  const made = await Promise.all([first, second, first].map((at) => customer[at].api.exchange.submit(input)))
  expect(new Set(made.map(({ submissionId }) => submissionId)).size).toBe(1)
  expect(await ordersOf(customer[0])).toHaveLength(before.length + 1)
})

race('the same idempotency key for two different orders is refused for one of them', ROUNDS, async (first, second) => {
  const fileIds = [await anUpload(site.one, customer[0]), await anUpload(site.one, customer[0])]
  await onlyOne(
    [
      ...[first, second].map(
        (at) => () =>
          customer[at].api.exchange.submit(
            aSubmitInput({ fileIds: [fileIds[at] ?? ''], idempotencyKey: `key ${fileIds[0]}` }),
          ),
      ),
    ],
    'unprocessable',
  )
})

test('orders of one customer on both nodes are all counted', async () => {
  const dana = await site.onBoth(await site.one.customer())
  await rounds(ROUNDS, async (first, second) => {
    const fileIds = [await anUpload(site.one, dana[0]), await anUpload(site.one, dana[0])]
    const submit = (at: 0 | 1) => dana[at].api.exchange.submit(aSubmitInput({ fileIds: [fileIds[at] ?? ''] }))
    await Promise.all([submit(first), submit(second)])
  })
  const user = await site.one.ctx.db.selectFrom('users').select('trade_count').where('id', '=', dana[0].id).execute()
  expect(user).toEqual([{ trade_count: 2 * ROUNDS }])
  expect(await ordersOf(dana[0])).toHaveLength(2 * ROUNDS)
})

race('a file is attached to one of two orders', ROUNDS, async (first, second) => {
  const fileIds = [await anUpload(site.one, customer[0])]
  const submit = (at: 0 | 1) => customer[at].api.exchange.submit(aSubmitInput({ fileIds }))
  await onlyOne([() => submit(first), () => submit(second)], 'not_found')
})

race('a file is attached to an order or to a message', ROUNDS, async (first, second) => {
  const fileIds = [await anUpload(site.one, customer[0])]
  await onlyOne(
    [
      () => customer[first].api.exchange.submit(aSubmitInput({ fileIds })),
      () => customer[second].api.chat.send({ subject: 'My photo', message: 'Here it is.', fileIds }),
    ],
    'not_found',
  )
  const row = await fileRow(fileIds[0] ?? '')
  expect([row?.submission_id, row?.message_id].filter((place) => place !== null)).toHaveLength(1)
})

race('an upload is submitted or removed', ROUNDS, async (first, second) => {
  const id = await anUpload(site.one, customer[0])
  const [submitted, removed] = await outcomes(
    () => customer[first].api.exchange.submit(aSubmitInput({ fileIds: [id] })),
    () => customer[second].api.exchange.removeUpload({ fileId: id }),
  )
  expect([submitted, removed].sort()).toEqual(['not_found', 'ok'])
  expect(await fileRow(id)).toEqual(submitted === 'ok' ? expect.objectContaining({ id }) : undefined)
  expect(site.one.storage.objects.has(id)).toBe(submitted === 'ok')
})

test('a saved payment method is stored once', async () => {
  const dana = await site.onBoth(await site.one.customer())
  await rounds(ROUNDS, async (first, second) => {
    const details = `$dana_${(await dana[0].api.account.paymentMethods()).length}`
    const add = (at: 0 | 1) => aPaymentMethod(dana[at], { type: 'cashapp', details })
    const fileIds = [await anUpload(site.one, dana[0])]
    await Promise.all([
      add(first),
      add(second),
      dana[second].api.exchange.submit(
        aSubmitInput({ fileIds, paymentMethod: 'cashapp', paymentDetails: details, savePaymentMethod: true }),
      ),
    ])
  })
  expect(await dana[0].api.account.paymentMethods()).toHaveLength(ROUNDS)
})

/** A rejected order and the call that adds a photo to it on each node. */
async function reopenable() {
  const { customer, staff, id } = await aRejected(site.one)
  const owners = await site.onBoth(customer)
  const files = [await anUpload(site.one, customer), await anUpload(site.one, customer)]
  const add = (at: 0 | 1, idempotencyKey?: string) =>
    owners[at].api.transactions.addPhotos({
      ...{ id, securityCode: '9876', idempotencyKey },
      fileIds: [files[idempotencyKey ? 0 : at] ?? ''],
    })
  return { id, staff, add }
}

race('of new photos from both nodes, those of one are added', FEW_ROUNDS, async (first, second) => {
  const { id, add } = await reopenable()
  await onlyOne([() => add(first), () => add(second)])
  expect(await rowOf(site.one, id)).toMatchObject({ status: 'pending', version: 3 })
})

race('new photos with one key from both nodes are added once', FEW_ROUNDS, async (first, second) => {
  const { id, add } = await reopenable()
  const made = await outcomes(
    () => add(first, 'a-key-of-this-race'),
    () => add(second, 'a-key-of-this-race'),
  )
  expect(made).toEqual(['ok', 'ok'])
  expect(await rowOf(site.one, id)).toMatchObject({ status: 'pending', version: 3 })
})

race('new photos reopen an order before retention purges it, or are refused', FEW_ROUNDS, async (first, second) => {
  const { id, add } = await reopenable()
  const longAgo = '2026-01-01T00:00:00.000Z'
  await site.one.ctx.db.updateTable('submissions').set({ final_at: longAgo }).where('id', '=', id).execute()
  const [added] = await outcomes(
    () => add(first),
    () => runRetention(nodes()[second].ctx),
  )
  const { status, card_number_encrypted, purged_at } = await rowOf(site.one, id)
  const files = await site.one.ctx.db.selectFrom('files').select('id').where('submission_id', '=', id).execute()
  const isPurged = card_number_encrypted === null && purged_at !== null && files.length === 0
  expect([added, status, isPurged]).toEqual(
    added === 'ok' ? ['ok', 'pending', false] : ['unprocessable', 'rejected', true],
  )
})

race('retention on both nodes purges each order once', FEW_ROUNDS, async () => {
  const ids = await Promise.all([1, 2, 3].map(() => aSubmission(site.one, customer[0])))
  await site.one.ctx.db
    .updateTable('submissions')
    .set({ status: 'completed', final_at: '2026-01-01T00:00:00.000Z' })
    .where('id', 'in', ids)
    .execute()
  const purged = await Promise.all(nodes().map(({ ctx }) => runRetention(ctx)))
  expect(purged.reduce((sum, { numbers }) => sum + numbers, 0)).toBe(3)
  const log = await site.one.ctx.db.selectFrom('purges').select('what').where('subject_id', 'in', ids).execute()
  expect(log.map(({ what }) => what).sort()).toEqual([
    'code',
    'code',
    'code',
    ...Array(3).fill('number'),
    ...Array(3).fill('photos'),
  ])
  await expectNoOrphans(site.one)
})

test('Clear All Data leaves nothing of a concurrent order, its photos and an upload', () =>
  rounds(FEW_ROUNDS, async (first, second) => {
    const { add } = await reopenable()
    const dana = await site.onBoth(await site.one.customer())
    const fileIds = [await anUpload(site.one, dana[0])]
    const owner = await site.onBoth(await site.one.staff())
    const upload = multipart({}, [{ name: 'front.png', bytes: aPhoto() }])
    const [cleared, submitted, added] = await outcomes(
      () => owner[second].api.admin.data.clearAll(),
      () => dana[first].api.exchange.submit(aSubmitInput({ fileIds })),
      () => add(first),
      () => nodes()[first].request('POST', '/api/uploads', { as: dana[first], ...upload }),
    )
    expect(cleared).toBe('ok')
    for (const outcome of [submitted, added]) expect(['ok', 'unauthorized', 'not_found']).toContain(outcome)
    for (const table of ['submissions', 'files', 'payment_methods', 'idempotency_keys', 'chat_sessions'] as const)
      expect(await site.one.ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
    await expectNoOrphans(site.one)
  }))
