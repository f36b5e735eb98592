import type { ExpressionBuilder } from 'kysely'
import type { EntryListInput } from '#shared/statement-entry-schema.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { table } from '../../platform/db/table.ts'

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
  return tx
    .selectFrom('statement_entries')
    .select('id')
    .where((where) =>
      where.or([
        where('payout_id', 'in', (payouts) => payouts.selectFrom('payouts').select('id').where('user_id', '=', userId)),
        where('id', 'in', (lines) =>
          lines
            .selectFrom('statement_lines')
            .innerJoin('matched_movements', 'matched_movements.group_id', 'statement_lines.group_id')
            .innerJoin('ledger_transfers', 'ledger_transfers.key', 'matched_movements.transfer_key')
            .innerJoin('payouts', 'payouts.id', 'ledger_transfers.payout_id')
            .select('entry_id')
            .where('user_id', '=', userId)
            .where('entry_id', 'is not', null)
            .$castTo<{ entry_id: string }>(),
        ),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function setEntryNote(tx: Tx, id: string, note_encrypted: string) {
  await table('statement_entries').update(tx, { id }, { note_encrypted })
}
