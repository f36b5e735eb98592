import { expect, test } from 'vitest'
import type { ServerDb } from '../../platform/db/database.ts'
import { insertRow, migrate } from '../../testing/test-support/migrate-to.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'
import { listBalances, listExpectedBalances } from './ledger-queries.ts'
import { verifyLedger } from './verify-ledger.ts'

const at = '2026-11-20T08:00:00.000Z'

let sequence = 0

async function post(db: ServerDb, debit: string, credit: string, about: Record<string, unknown> = {}) {
  const [kind] = String(about.key ?? 'sale').split(':')
  const row = { sequence: ++sequence, at, day: '2026-11-20', kind, debit, credit, amount_cents: 9200, currency: 'USD' }
  await insertRow(db, 'ledger_transfers', { key: `sale:${sequence}`, ...row, ...about })
}

type Former = { state: string; provider: string | null; attempt?: string; method?: string }

/** A payout of $92.00 as the release before has booked it. */
async function aPayout(db: ServerDb, id: string, { state, provider, attempt, method = 'bank' }: Former) {
  const of = { payout_id: `PO-${id}`, submission_id: `GCE-${id}` }
  await insertRow(db, 'submissions', { id: of.submission_id, user_id: 'dana' })
  const row = { id: of.payout_id, idempotency_key: `GCE-${id}-1`, user_id: 'dana', amount_cents: 9200, version: 1 }
  const more = { currency: 'USD', method_type: method, state, provider, approved_by: 'boss', approved_at: at }
  await insertRow(db, 'payouts', { ...row, ...more })
  await insertRow(db, 'payout_lines', { ...of, amount_cents: 9200, is_live: 1 })
  await post(db, 'cards', 'payable:dana', { ...of, key: `approve:GCE-${id}-1` })
  if (provider === null) return
  const key = `GCE-${id}-1-a1`
  const begun = { key, payout_id: of.payout_id, number: 1, provider, state: attempt, called_at: at }
  await insertRow(db, 'payout_attempts', begun)
  await post(db, 'payable:dana', `clearing:${provider}`, { ...of, key: `send:${key}` })
  if (state === 'paid') await post(db, `clearing:${provider}`, `cash:${provider}`, { ...of, key: `settle:${key}` })
  if (state === 'paid' || state === 'sent')
    await insertRow(db, 'inventory_items', { ...of, user_id: 'dana', state: 'in-stock', ...costs, approved_by: 'boss' })
}

const costs = { face_cents: 10_000, cost_cents: 9200, left_face_cents: 10_000, left_cost_cents: 9200 }

/** A site of the release before: a bank, and payouts that wait, are on their way and are paid. */
async function formerSite(): Promise<ServerDb> {
  sequence = 0
  const db = await openEmptyDatabase()
  await migrate(db, (name) => name < '0036')
  for (const [id, role] of [
    ['boss', 'owner'],
    ['dana', 'customer'],
  ] as const)
    await insertRow(db, 'users', { id, role, name: id, username: id, email: `${id}@mail.example`, created_at: at })
  const account = { provider: 'hand', methods: '["bank"]', opening_cents: 500_000, opening_on: '2026-11-01' }
  await insertRow(db, 'statement_accounts', { id: 'SA-BANK', name: 'Bank', ...account, made_by: 'boss', made_at: at })
  await aPayout(db, 'WAITS', { state: 'ready', provider: null })
  await aPayout(db, 'PAID', { state: 'paid', provider: 'hand', attempt: 'settled' })
  await aPayout(db, 'BEGUN', { state: 'sending', provider: 'hand', attempt: 'calling' })
  await aPayout(db, 'SENT', { state: 'sent', provider: 'paypal', attempt: 'accepted', method: 'paypal' })
  await post(db, 'balances', 'margin', { key: 'margin:1' })
  await post(db, 'cash:resale', 'margin', { key: 'margin:2' })
  return db
}

async function balancesOf(db: ServerDb) {
  const rows = await listBalances(db)
  return Object.fromEntries(
    rows.flatMap(({ account, debits, credits }) => {
      const cents = Number(debits) - Number(credits)
      return cents === 0 ? [] : [[account, cents]]
    }),
  )
}

test('cash moves to the opening balances, and payments in flight to the money account that pays them', async () => {
  await using db = await formerSite()
  const before = {
    balances: await balancesOf(db),
    transfers: await db.selectFrom('ledger_transfers').selectAll().execute(),
  }
  await migrate(db, () => true)
  const after = await balancesOf(db)
  for (const account of ['payable:dana', 'cards', 'margin']) expect(after[account]).toBe(before.balances[account])
  expect(after).toEqual({
    ...{ 'payable:dana': -9200, cards: 4 * 9200, margin: -2 * 9200 },
    ...{ 'clearing:SA-BANK': -9200, 'clearing:unassigned': -9200, 'cash:SA-BALANCES00': 9200 },
  })
  const kept = await db.selectFrom('ledger_transfers').selectAll().orderBy('sequence').limit(sequence).execute()
  expect(kept).toEqual(before.transfers)
  const attempts = await db.selectFrom('payout_attempts').select(['key', 'money_account']).orderBy('key').execute()
  expect(attempts.map(({ money_account }) => money_account)).toEqual(['SA-BANK', 'SA-BANK', 'unassigned'])
  const [bank, balances] = await db.selectFrom('statement_accounts').selectAll().orderBy('kind').orderBy('id').execute()
  expect([bank, balances].map((each) => [each?.kind, each?.needs_opening]).sort()).toEqual([
    ['balance', 0],
    ['bank', 1],
  ])
  expect(await listExpectedBalances(db)).toContainEqual({ account: 'clearing:SA-BANK', cents: 9200 })
  expect((await verifyLedger(db)).problem).toBeUndefined()
})

test('a node of the release before books nothing on the ended accounts', async () => {
  await using db = await formerSite()
  await migrate(db, () => true)
  for (const account of ['cash:hand', 'cash:paypal', 'cash:resale', 'cash:set-off', 'clearing:hand', 'balances']) {
    await expect(post(db, 'fees', account)).rejects.toThrow('has ended')
    await expect(post(db, account, 'fees')).rejects.toThrow('has ended')
  }
})

test('a site without payments gets no account, and adds its own', async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, () => true)
  expect(await db.selectFrom('statement_accounts').selectAll().execute()).toEqual([])
})
