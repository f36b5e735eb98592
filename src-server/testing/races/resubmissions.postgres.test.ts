import { expect, test } from 'vitest'
import { anUpload, aSubmitInput } from '../test-support/factories.ts'
import { aRejected, rowOf, walmart } from '../test-support/rejected-order.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Cards that are sent again after a rejected order, on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()

async function open() {
  const { customer, id } = await aRejected(site.one)
  const sellers = await site.onBoth(customer)
  const photo = () => anUpload(site.one, customer, 'back.png')
  const submit = async (by: Person, fileId: string, resubmitOf = id) =>
    by.api.exchange.submit(aSubmitInput({ ...walmart, fileIds: [fileId], resubmitOf }))
  return { id, sellers, photo, submit }
}

const triesOf = async (id: string) =>
  site.one.ctx.db.selectFrom('submissions').select('id').where('first_order_id', '=', id).execute()

test('of two submits that send a card for the last time, one is made and the other is a conflict', () =>
  rounds(ROUNDS, async (first, second) => {
    const { id, sellers, photo, submit } = await open()
    for (let count = 0; count < 2; count++) await submit(sellers[0], await photo())
    const photos = [await photo(), await photo()] as const
    await onlyOne([() => submit(sellers[first], photos[0]), () => submit(sellers[second], photos[1])])
    expect(await triesOf(id)).toHaveLength(3)
  }))

race('a card is not sent again after photos have reopened its order', ROUNDS, async (first, second) => {
  const { id, sellers, photo, submit } = await open()
  const photos = [await photo(), await photo()] as const
  const [sent, added] = await outcomes(
    () => submit(sellers[first], photos[0]),
    () => sellers[second].api.transactions.addPhotos({ id, securityCode: '9876', fileIds: [photos[1]] }),
  )
  expect(added).toBe('ok')
  expect(await rowOf(site.one, id)).toMatchObject({ status: 'pending' })
  expect(await triesOf(id)).toHaveLength(sent === 'ok' ? 1 : 0)
  expect(['ok', 'conflict']).toContain(sent)
  await expect(submit(sellers[first], await photo())).rejects.toMatchObject({ cause: { code: 'conflict' } })
})
