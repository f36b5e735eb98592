import { expect, test } from 'vitest'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

test('what is owed to all customers is one sum, which names none of them', async () => {
  await using app = await createTestApp()
  const [boss, fay] = [await app.staff(), await app.colleague('finance')]
  for (const name of ['Dana Reyes', 'Tom Okafor']) await anApproval(app, await app.customer(name), boss)
  expect(await fay.api.payouts.balances()).toEqual([
    { account: 'cards', balance: 184 },
    { account: 'payable', balance: -184 },
  ])
})
