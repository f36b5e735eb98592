import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { EntryListInput } from '#shared/statement-entry-schema.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { linesOf } from './line-queries.ts'

function named(db: Db) {
  return db
    .selectFrom('statement_entries')
    .innerJoin('users as makers', 'makers.id', 'statement_entries.made_by')
    .leftJoin('users as enders', 'enders.id', 'statement_entries.ended_by')
    .selectAll('statement_entries')
    .select(['makers.name as made_by_name', 'enders.name as ended_by_name'])
    .select((select) =>
      select
        .selectFrom('statement_lines')
        .whereRef('statement_lines.entry_id', '=', 'statement_entries.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('lines'),
    )
}

/** The transfers by which an entry was posted. */
export async function listTransfersOfEntry(tx: Tx, id: string) {
  const posted = tx.selectFrom('ledger_transfers').selectAll()
  return posted
    .where('key', '>=', `adjustment:${id}`)
    .where('key', '<', `adjustment:${id}.`)
    .orderBy('sequence')
    .execute()
}

export type NamedEntry = NonNullable<Awaited<ReturnType<typeof findNamedEntry>>>

export async function findNamedEntry(db: Db, id: string) {
  return named(db).where('statement_entries.id', '=', id).executeTakeFirst()
}

export async function listEntryPage(db: Db, { account, state, ...input }: EntryListInput) {
  const chosen = (where: ExpressionBuilder<Schema, 'statement_entries'>) =>
    where.and({ ...(account && { account_id: account }), ...(state && { state }) })
  const newest = named(db)
    .where(chosen)
    .orderBy('statement_entries.made_at', 'desc')
    .orderBy('statement_entries.id', 'desc')
  return readPage(db.selectFrom('statement_entries').where(chosen), newest, input)
}

/** The adjusting entries about payouts of a customer, or about lines of them; the transaction locks them. */
export async function listEntriesAbout(tx: Tx, userId: string) {
  const lines = sql`select entry_id from statement_lines where entry_id is not null and id in (${linesOf(sql`select ${userId}`)})`
  return tx
    .selectFrom('statement_entries')
    .select('id')
    .where(sql<SqlBool>`(payout_id in (select id from payouts where user_id = ${userId}) or id in (${lines}))`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
