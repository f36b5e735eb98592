import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import type { Schema } from './schema.ts'

type SumsTable = { table: keyof Schema; keys: readonly string[]; sums: readonly string[]; where?: string }

/** What triggers append to on PostgreSQL. Rows with equal keys count as one with the sum of each. */
export const sumsTables: readonly SumsTable[] = [
  { table: 'submission_counts', keys: ['status', 'month'], sums: ['count'] },
  { table: 'payout_counts', keys: ['state'], sums: ['count', 'cents'] },
  {
    table: 'inventory_counts',
    keys: ['state', 'brand'],
    sums: ['count', 'face_cents', 'cost_cents', 'left_face_cents', 'left_cost_cents'],
  },
  {
    table: 'ledger_balances',
    keys: ['account', 'currency'],
    sums: ['debits', 'credits'],
    // As the partial indexes: what concerns a customer is one row, which its trigger checks.
    where: `not (account like 'payable:%' or account like 'receivable:%')`,
  },
  { table: 'account_days', keys: ['account_id', 'day'], sums: ['cents', 'free_count', 'free_cents'] },
]

/** PostgreSQL only. One statement a table: readers add the same before and after, and two folds delete no row twice. */
export async function foldSums(tx: Tx) {
  for (const each of sumsTables) {
    const [table, keys] = [sql.table(each.table), sql.raw(each.keys.join())]
    await sql`with gone as (
        delete from ${table} where ${sql.raw(each.where ?? 'true')} and (${keys}) in (${manyRowed(each)}) returning *)
      insert into ${table} (${keys}, ${sql.raw(each.sums.join())}) ${sumsOf(each, 'gone')}`.execute(tx)
  }
}

/** One row for equal keys, with the sum of each, in no order; none where every sum is 0. */
export async function listSums(db: Db, each: SumsTable) {
  return (await sumsOf(each, each.table).execute(db)).rows
}

function sumsOf({ keys, sums }: SumsTable, from: string) {
  const summed = sums.map((column) => `sum(${column}) as ${column}`)
  const isAny = sums.map((column) => `sum(${column}) <> 0`)
  return sql<Readonly<Record<string, unknown>>>`select ${sql.raw([...keys, ...summed].join())} from ${sql.table(from)}
    group by ${sql.raw(keys.join())} having ${sql.raw(isAny.join(' or '))}`
}

/** Whether a fold would change any row. Only for PostgreSQL. */
export async function needsFold(db: Db) {
  for (const each of sumsTables) {
    const { rows } = await sql`${manyRowed(each)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/** The keys that have several rows, or one of sum 0. */
function manyRowed({ table, keys, sums, where = 'true' }: SumsTable) {
  const isZero = sums.map((column) => `sum(${column}) = 0`).join(' and ')
  const columns = sql.raw(keys.join())
  return sql`select ${columns} from ${sql.table(table)} where ${sql.raw(where)}
    group by ${columns} having count(*) > 1 or (${sql.raw(isZero)})`
}
