import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payoutStates } from '#shared/payout.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const pick = <Each>(from: readonly Each[]) => from[randomInt(from.length)] as Each

async function expectExact({ ctx: { db } }: TestApp): Promise<void> {
  const counted = await sql`select state, count(*) as count, sum(amount_cents) as cents from payouts
    group by 1 order by 1`.execute(db)
  const kept = await sql`select state, sum(count) as count, sum(cents) as cents from payout_counts
    group by 1 having sum(count) != 0 order by 1`.execute(db)
  const numbers = (rows: unknown[]) => rows.map((row) => Object.values(row as object).map(String))
  expect(numbers(kept.rows)).toEqual(numbers(counted.rows))
}

test('the counts of payouts stay exact over changes of state, a rollback and deletions', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const ids: string[] = []
  for (let at = 0; at < 5; at++)
    ids.push((await anApproval(app, dana, boss, { cardNumber: `CARD ${at} 1234`, cardValue: 100 + at })).payoutId)
  await expectExact(app)
  for (let change = 0; change < 60; change++) {
    await db
      .updateTable('payouts')
      .set({ state: pick(payoutStates) })
      .where('id', '=', pick(ids))
      .execute()
    if (change % 20 === 0) await expectExact(app)
  }
  const rolledBack = db.transaction().execute(async (tx) => {
    await tx.updateTable('payouts').set({ state: 'sent' }).execute()
    throw new Error('half-way')
  })
  await expect(rolledBack).rejects.toThrow('half-way')
  await expectExact(app)
  const { paid } = await fay.api.payouts.totals()
  const [row] = (await sql<{ count: number }>`select count(*) as count from payouts where state = 'paid'`.execute(db))
    .rows
  expect(paid.count).toBe(Number(row?.count))
  for (const table of ['payout_holds', 'payout_attempts', 'payout_lines', 'payout_names', 'payouts'] as const)
    await db.deleteFrom(table).execute()
  await expectExact(app)
})

test('each list counts the payouts it pages through', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const states = ['ready', 'paid', 'paid', 'canceled', 'returned'] as const
  for (const [at, state] of states.entries()) {
    const { payoutId } = await anApproval(app, dana, boss, { cardNumber: `CARD ${at} 1234` })
    await app.ctx.db.updateTable('payouts').set({ state }).where('id', '=', payoutId).execute()
  }
  const totalOf = async (filter: Parameters<typeof fay.api.payouts.list>[0]) => {
    const { data, pagination } = await fay.api.payouts.list(filter)
    expect(data).toHaveLength(pagination.totalItems)
    return pagination.totalItems
  }
  expect(await totalOf({})).toBe(5)
  expect(await totalOf({ state: 'paid' })).toBe(2)
  // What came back is owed, so it is not done.
  expect(await totalOf({ state: 'done' })).toBe(3)
  expect(await totalOf({ state: 'attention' })).toBe(1)
  expect(await totalOf({ state: 'being-sent' })).toBe(0)
  expect(await totalOf({ state: 'held' })).toBe(0)
  expect(await totalOf({ state: 'done', method: 'paypal' })).toBe(0)
  expect(await totalOf({ search: dana.email })).toBe(5)
})
