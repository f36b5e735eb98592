import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '#migrations/index.ts'
import { postgresMigrations } from '#migrations/postgres/index.ts'
import type { ServerDb } from '../db/database.ts'
import { isOnPostgres, openEmptyDatabase } from './test-database.ts'

/** A time of one day, ISO 8601. */
export const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`

/**
 * A database at this migration, with purges and attempts that were written while the clock was wrong: the payouts of two
 * orders failed.
 */
export async function formerDatabase(version: string): Promise<ServerDb> {
  const db = await openEmptyDatabase()
  const provider = { getMigrations: async () => (isOnPostgres() ? postgresMigrations : migrations) }
  const { error } = await new Migrator({ db, provider }).migrateTo(version)
  if (error) throw error
  await insertFormer(
    db,
    'users',
    { id: 'dana', role: 'customer', email: 'dana@mail.example', name: '', phone: '' },
    userTexts,
  )
  for (const order of ['AAAAAAAAAA', 'BBBBBBBBBB'])
    await insertFormer(db, 'submissions', { id: `GCE-${order}` }, orderTexts)
  await insertPayout(db, 'AAAAAAAAAA', 10, ['failed', 2])
  await insertPayout(db, 'AAAAAAAAAA', 9, ['failed', 30])
  await insertPayout(db, 'BBBBBBBBBB', 1, ['refused', 40], ['settled', 5])
  for (const [id, minute] of [
    ['one', 1],
    ['ahead', 59],
    ['two', 2],
  ] as const)
    await insertFormer(db, 'purges', { id, what: 'code', subject_id: `GCE-${id}`, at: at(minute) })
  return db
}

const userTexts = { address: '', password_hash: '', created_at: at(0), search_text: '', trade_count: 0 }
const orderTexts = {
  ...{ user_id: 'dana', payment_type: 'paypal', status: 'pending', card_type: '', card_brand: 'apple', email: '' },
  ...{ phone: '', account_name: '', card_number_masked: '', card_value_cents: 100, rate_bps: 9200, payout_cents: 92 },
  ...{ version: 1, created_at: at(0), updated_at: at(0) },
}

type Values = Record<string, string | number | null>

/** Inserts a row that the types of today do not describe. */
export async function insertFormer(db: ServerDb, table: string, values: Values, more: Values = {}): Promise<void> {
  await (db as unknown as Kysely<Record<string, Values>>)
    .insertInto(table)
    .values({ ...values, ...more })
    .execute()
}

async function insertPayout(db: ServerDb, order: string, number: number, ...attempts: [string, number][]) {
  const [id, pay_key] = [`PO-${order}-${number}`, `GCE-${order}-${number}`]
  const people = { user_id: 'dana', approved_by: 'dana', approved_at: at(0) }
  const money = { amount_cents: 92, currency: 'USD', method_type: 'paypal', state: 'failed', version: 1 }
  await insertFormer(db, 'payouts', { id, pay_key, ...people, ...money })
  const line = { submission_id: `GCE-${order}`, amount_cents: 92, is_live: 0, is_contradicted: 0 }
  await insertFormer(db, 'payout_lines', { payout_id: id, ...line })
  for (const [index, [state, minute]] of attempts.entries()) {
    const attempt = { key: `${pay_key}-a${index + 1}`, payout_id: id, number: index + 1, provider: 'hand', state }
    await insertFormer(db, 'payout_attempts', { ...attempt, called_at: at(minute), answered_at: at(minute) })
  }
}
