import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inServerTransaction } from '../../platform/db/database.ts'
import { foldSums, needsFold } from '../../platform/db/folded-sums.ts'
import { createBarrier } from '../../testing/test-support/barrier.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { twoNodesOfFile } from '../../testing/test-support/two-nodes.ts'
import { startFolding } from './scheduled-jobs.ts'

const site = await twoNodesOfFile({}, { isVerified: false })

const dbOf = (node: 'one' | 'other') => site[node].ctx.db
const fold = (node: 'one' | 'other') => inServerTransaction(dbOf(node), foldSums)

/** Counts `by` for a state that no payout has. */
const count = (state: string, by: number) =>
  sql`select count_payout(${state}, ${by}, ${100 * Math.abs(by)})`.execute(dbOf('one'))

type Kept = { rows: number; count: number; cents: number }
async function keptOf(state: string): Promise<Kept> {
  const { rows } = await sql<Record<keyof Kept, string | null>>`select count(*) as rows, sum(count) as count,
    sum(cents) as cents from payout_counts where state = ${state}`.execute(dbOf('other'))
  const [row] = rows
  return { rows: Number(row?.rows), count: Number(row?.count), cents: Number(row?.cents) }
}

/** A transfer of 7 cents, without a payout. */
const transfer = (key: string, sequence: number, accounts: { debit: string; credit: string }) =>
  dbOf('one')
    .insertInto('ledger_transfers')
    .values({
      ...{
        key,
        sequence,
        at: '2026-11-27T12:00:00.000Z',
        day: '2026-11-27',
        kind: 'adjustment',
        amount_cents: 7,
        currency: 'USD',
      },
      ...{ submission_id: null, payout_id: null, made_by: null },
      ...accounts,
    })
    .execute()
const rowsOf = async (account: string) =>
  (await dbOf('one').selectFrom('ledger_balances').selectAll().where('account', '=', account).execute()).length

test('rows become their sum, and rows of sum 0 none', async () => {
  for (const by of [1, 1, -1, 1]) await count('summed', by)
  for (const by of [1, -1]) await count('zero', by)
  expect(await needsFold(dbOf('one'))).toBe(true)
  await fold('one')
  expect(await keptOf('summed')).toEqual({ rows: 1, count: 2, cents: 200 })
  expect(await keptOf('zero')).toEqual({ rows: 0, count: 0, cents: 0 })
  expect(await needsFold(dbOf('one'))).toBe(false)
})

test('accounts of the site are appended and folded; those of a customer are one row that cannot go below zero', async () => {
  await transfer('adjustment:1', 1, { debit: 'cards', credit: 'payable:dana' })
  await transfer('adjustment:2', 2, { debit: 'cards', credit: 'payable:dana' })
  expect([await rowsOf('cards'), await rowsOf('payable:dana')]).toEqual([2, 1])
  const balances = await balancesOf(site.one)
  await fold('one')
  expect([await rowsOf('cards'), await rowsOf('payable:dana')]).toEqual([1, 1])
  expect(await balancesOf(site.one)).toEqual(balances)
  expect(balances).toEqual({ cards: 14, 'payable:dana': -14 })
  for (const at of [3, 4]) await transfer(`adjustment:${at}`, at, { debit: 'payable:dana', credit: 'cards' })
  await expect(transfer('adjustment:5', 5, { debit: 'payable:dana', credit: 'cards' })).rejects.toThrow(
    'A customer cannot owe money to the site.',
  )
})

test('of two debits of a customer at once, the second is checked against the sum with the first', async () => {
  await transfer('adjustment:10', 10, { debit: 'cards', credit: 'payable:tom' })
  const debits = [11, 12].map((at) => transfer(`adjustment:${at}`, at, { debit: 'payable:tom', credit: 'cards' }))
  const settled = (await Promise.allSettled(debits)).map(({ status }) => status)
  expect(settled.sort()).toEqual(['fulfilled', 'rejected'])
})

test('a fold waits for no writer, and counts what is committed later with the next', async () => {
  await count('beside', 1)
  await count('beside', 1)
  const [written, folded] = [createBarrier(2), createBarrier(2)]
  const writer = dbOf('one')
    .transaction()
    .execute(async (tx) => {
      await sql`select count_payout('beside', 1, 100)`.execute(tx)
      await written()
      await folded()
    })
  await written()
  await fold('other')
  expect(await keptOf('beside')).toEqual({ rows: 1, count: 2, cents: 200 })
  await folded()
  await writer
  expect(await keptOf('beside')).toEqual({ rows: 2, count: 3, cents: 300 })
  await fold('other')
  expect(await keptOf('beside')).toEqual({ rows: 1, count: 3, cents: 300 })
})

test('two folds at once beside writers lose nothing, and no reader sees another sum', async () => {
  // Each statement moves one from a state to another, so that their sum is the same for every reader.
  await count('from', 1_000)
  const move = () =>
    sql`with moved as (select count_payout('from', -1, 0)) select count_payout('to', 1, 0) from moved`.execute(
      dbOf('one'),
    )
  const sumOf = async () => {
    const { rows } = await sql<{ sum: string }>`select sum(count) as sum from payout_counts
      where state in ('from', 'to')`.execute(dbOf('other'))
    return Number(rows[0]?.sum)
  }
  const ROUNDS = 40
  const seen: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const sums = [sumOf(), sumOf()]
    await Promise.all([fold('one'), fold('other'), move(), move()])
    seen.push(...(await Promise.all(sums)))
  }
  expect(new Set(seen)).toEqual(new Set([1_000]))
  await fold('one')
  expect(await keptOf('from')).toMatchObject({ rows: 1, count: 1_000 - 2 * ROUNDS })
  expect(await keptOf('to')).toMatchObject({ rows: 1, count: 2 * ROUNDS })
})

test('two nodes fold on their own, now and every few seconds', async () => {
  await count('by-itself', 1)
  await count('by-itself', 1)
  const stops = [startFolding(site.one.ctx), startFolding(site.other.ctx)]
  const rows = async () => (await keptOf('by-itself')).rows
  await expect.poll(rows).toBe(1)
  await count('by-itself', 1)
  expect(await rows()).toBe(2)
  site.advance(5_000)
  await expect.poll(rows).toBe(1)
  expect(await keptOf('by-itself')).toMatchObject({ count: 3 })
  for (const stop of stops) await stop()
})
