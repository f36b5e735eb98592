import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { fillFromCompletedOrders } from '#migrations/0028-money.ts'
import { openTestDatabase } from '../test-support/test-database.ts'
import type { ServerDb } from './database.ts'
import type { SubmissionTable } from './submission-tables.ts'

const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`

async function insertOrder(db: ServerDb, id: string, status: SubmissionTable['status'], changes: string[]) {
  const texts = { card_type: '', card_brand: 'apple', email: '', phone: '', account_name: '', card_number_masked: '' }
  const numbers = { card_value_cents: 10_000, rate_bps: 9_200, payout_cents: 9_200, version: changes.length }
  const times = { created_at: at(0), updated_at: at(0) }
  const order = {
    id,
    user_id: 'dana',
    payment_type: 'paypal',
    status,
    ...texts,
    ...numbers,
    ...times,
  } as SubmissionTable
  await db.insertInto('submissions').values(order).execute()
  for (const [index, to] of changes.entries()) {
    const change = { id: `${id}-${index}`, submission_id: id, version: index + 1, changed_by: 'robin' }
    const status = to as SubmissionTable['status']
    await db
      .insertInto('status_changes')
      .values({ ...change, from_status: null, to_status: status, reason: null, changed_at: at(index) })
      .execute()
  }
}

async function oldSite() {
  const db = await openTestDatabase()
  for (const [id, role] of [
    ['dana', 'customer'],
    ['robin', 'owner'],
  ] as const) {
    const texts = { name: id, phone: '', address: '', password_hash: '', created_at: at(0), search_text: '' }
    const user = { id, role, email: `${id}@mail.example`, ...texts, trade_count: 0, must_change_password: 0 }
    await db.insertInto('users').values(user).execute()
  }
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() })
}

test('orders completed before have one payout each, paid by hand by the person who completed them', async () => {
  await using db = await oldSite()
  await insertOrder(db, 'GCE-AAAAAAAAAA', 'completed', ['pending', 'processing', 'completed'])
  await insertOrder(db, 'GCE-BBBBBBBBBB', 'completed', ['pending', 'completed'])
  await insertOrder(db, 'GCE-CCCCCCCCCC', 'rejected', ['pending', 'completed', 'rejected'])
  await fillFromCompletedOrders(db as unknown as Kysely<never>)
  const payouts = await db.selectFrom('payouts').selectAll().orderBy('id').execute()
  expect(payouts.map(({ id, pay_key }) => [id, pay_key])).toEqual([
    ['PO-AAAAAAAAAA', 'GCE-AAAAAAAAAA-1'],
    ['PO-BBBBBBBBBB', 'GCE-BBBBBBBBBB-1'],
  ])
  expect(payouts[0]).toMatchObject({
    user_id: 'dana',
    amount_cents: 9_200,
    state: 'paid',
    provider: 'hand',
    reference: null,
    details_sealed: null,
    approved_by: 'robin',
    sent_at: at(2),
  })
  const lines = await db.selectFrom('payout_lines').selectAll().orderBy('payout_id').execute()
  expect(lines.map(({ submission_id, is_live }) => [submission_id, is_live])).toEqual([
    ['GCE-AAAAAAAAAA', 1],
    ['GCE-BBBBBBBBBB', 1],
  ])
  const attempts = await db.selectFrom('payout_attempts').select(['key', 'state']).orderBy('key').execute()
  expect(attempts[0]).toEqual({ key: 'GCE-AAAAAAAAAA-1-a1', state: 'settled' })
  const transfers = await db
    .selectFrom('ledger_transfers')
    .select(['kind', 'debit', 'credit', 'amount_cents'])
    .execute()
  expect(transfers).toEqual([{ kind: 'opening', debit: 'cards', credit: 'cash:hand', amount_cents: 18_400 }])
})

test('a site without completed orders starts with an empty ledger', async () => {
  await using db = await oldSite()
  await insertOrder(db, 'GCE-AAAAAAAAAA', 'pending', ['pending'])
  await fillFromCompletedOrders(db as unknown as Kysely<never>)
  expect(await db.selectFrom('ledger_transfers').selectAll().execute()).toEqual([])
})

const transfer = {
  at: at(0),
  kind: 'approve',
  amount_cents: 500,
  currency: 'USD',
  submission_id: null,
  payout_id: null,
  made_by: null,
} as const

test('balances follow the transfers, which can be neither changed nor deleted', async () => {
  await using db = await oldSite()
  const insert = (sequence: number, debit: string, credit: string) =>
    db
      .insertInto('ledger_transfers')
      .values({ ...transfer, sequence, debit, credit, key: `k${sequence}` })
      .execute()
  await insert(1, 'cards', 'payable:dana')
  await insert(2, 'payable:dana', 'cash:hand')
  expect(await db.selectFrom('ledger_balances').selectAll().orderBy('account').execute()).toEqual([
    { account: 'cards', currency: 'USD', debits: 500, credits: 0 },
    { account: 'cash:hand', currency: 'USD', debits: 0, credits: 500 },
    { account: 'payable:dana', currency: 'USD', debits: 500, credits: 500 },
  ])
  await expect(insert(3, 'payable:dana', 'cash:hand')).rejects.toThrow('cannot owe')
  await expect(insert(3, 'payable:tom', 'cash:hand')).rejects.toThrow('cannot owe')
  await expect(db.updateTable('ledger_transfers').set({ amount_cents: 1 }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('ledger_transfers').execute()).rejects.toThrow('append-only')
  expect(await db.selectFrom('ledger_transfers').selectAll().execute()).toHaveLength(2)
})
