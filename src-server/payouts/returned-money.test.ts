import { expect, test } from 'vitest'
import { aBoughtCard, itemOf } from '../testing/test-support/inventory.ts'
import { balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp, customerPassword } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'

async function site() {
  const app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { payout_id: id } = await itemOf(app.ctx.db, submissionId)
  const { version } = await boss.api.payouts.get({ id })
  const record = (more: { amount?: number; on?: string; reference?: string }) =>
    boss.api.payouts.recordReturn({ id, version, code: 'bank', ...more })
  return { app, dana, boss, submissionId, id, record, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test('what the bank kept of a return is a fee, and the seller is still owed all of it', async () => {
  await using shop = await site()
  const { app, dana, submissionId } = shop
  const on = app.clock.now().toISOString().slice(0, 10)
  await shop.record({ amount: 90, on, reference: 'RET-5' })
  expect(await balancesOf(app)).toEqual({
    cards: 9200,
    'cash:unassigned': -200,
    fees: 200,
    [`payable:${dana.id}`]: -9200,
  })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  expect(await app.ctx.db.selectFrom('payouts').selectAll().where('id', '=', shop.id).executeTakeFirst()).toMatchObject(
    { returned_cents: 9000, returned_on: on, returned_reference: 'RET-5' },
  )
  const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
  await dana.api.transactions.changePayout({ id: submissionId, method, currentPassword: customerPassword })
  const next = await livePayoutOf(app, submissionId)
  const { holds } = await shop.boss.api.payouts.get({ id: next.id })
  expect(holds.map(({ kind }) => kind)).toContain('second-person')
})

test('without an amount all of it came back', async () => {
  await using shop = await site()
  await shop.record({})
  expect(await balancesOf(shop.app)).toEqual({ cards: 9200, [`payable:${shop.dana.id}`]: -9200 })
})

test.each([
  [{ amount: 92.01 }, 'Enter an amount above $0.00 and at most $92.00, which was paid.', 'amount'],
  [{ amount: 0 }, 'Enter an amount above $0.00 and at most $92.00, which was paid.', 'amount'],
  [{ amount: -5 }, 'Enter the amount in dollars with at most two decimals.', 'amount'],
  [{ amount: 1.005 }, 'Enter the amount in dollars with at most two decimals.', 'amount'],
  [{ on: '2031-01-01' }, 'Enter a day that has passed.', 'on'],
  [{ on: '2001-01-01' }, 'Enter a day on which the payout was already sent, or a later one.', 'on'],
])('a return with %j is refused, and nothing changes', async (more, message, field) => {
  await using shop = await site()
  await expect(shop.record(more)).rejects.toMatchObject({ message, cause: { code: 'bad_request', detail: { field } } })
  expect(await balancesOf(shop.app)).toEqual({ cards: 9200, 'cash:unassigned': -9200 })
})
