import { expect, test } from 'vitest'
import { aSubmission } from '../testing/test-support/factories.ts'
import { setInventoryPolicy } from '../testing/test-support/inventory.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

async function shop() {
  const app = await createTestApp()
  const [dana, rob] = [await app.customer(), await app.colleague('reviewer')]
  return {
    ...{ app, dana, rob },
    order: (cardBrand = 'amazon') => aSubmission(app, dana, { cardBrand }),
    balanceOf: async (submissionId: string) => (await rob.api.admin.review.get({ submissionId })).balance,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}
const ours = { place: 'account', name: 'Amazon main' } as const

test('an approval records where the balance is, and the next order of the brand gets it as the usual answer', async () => {
  await using site = await shop()
  const id = await site.order()
  await site.rob.api.admin.review.approve({ submissionId: id, balance: ours })
  expect(await site.balanceOf(id)).toMatchObject({ chosen: { ...ours, by: expect.stringMatching(/^reviewer/) } })
  const next = await site.order()
  expect(await site.balanceOf(next)).toEqual({ usual: ours, isHeld: false })
  expect(await site.balanceOf(await site.order('apple'))).toEqual({ isHeld: false })
})

test('a completion records it too, and an answer is only asked of people: without one nothing is stored', async () => {
  await using site = await shop()
  const boss = await site.app.staff()
  const [id, other] = [await site.order(), await site.order()]
  const balance = { place: 'safe', name: '' } as const
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed', balance })
  await boss.api.admin.submissions.setStatus({ submissionId: other, status: 'completed' })
  expect((await site.balanceOf(id)).chosen).toMatchObject(balance)
  expect(await site.balanceOf(other)).toEqual({ usual: balance, isHeld: false })
})

test('an undone approval removes its answer', async () => {
  await using site = await shop()
  const id = await site.order()
  const { version } = await site.rob.api.admin.review.approve({ submissionId: id, balance: ours, undoable: true })
  await site.rob.api.admin.review.undoStatus({ submissionId: id, version })
  expect(await site.balanceOf(id)).toEqual({ isHeld: false })
})

test('an order that is held says so, and until when number and code are kept', async () => {
  await using site = await shop()
  const boss = await site.app.staff()
  await setInventoryPolicy(boss, { custody: 'hold', holdDays: 7 })
  const id = await site.order()
  expect(await site.balanceOf(id)).toEqual({ isHeld: true })
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  const until = new Date(site.app.clock.now().getTime() + 7 * 24 * 60 * 60_000).toISOString()
  expect(await site.balanceOf(id)).toEqual({ isHeld: true, keptUntil: until })
})

test.each([
  [{ place: 'account' }, 'Enter the name of the account or of the buyer.'],
  [{ place: 'bank', name: 'X' }, 'The place must be account, safe or buyer.'],
  ['account', 'A balance has a place and a name.'],
  [{ place: 'safe', name: 'S', owner: 'me' }, 'A balance has a place and a name.'],
])('refuses the balance %j', async (balance, message) => {
  await using site = await shop()
  const id = await site.order()
  const url = `/api/admin/submissions/${id}/approve`
  const { statusCode, body } = await site.app.request('POST', url, { as: site.rob, body: { balance } })
  expect([statusCode, body]).toEqual([400, expect.stringContaining(message)])
})
