import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { EncryptedColumn } from '../../platform/db/table-rules.ts'

/** The rows after this id. */
export type Page = { after: string; limit: number }

type AnyColumn = Pick<EncryptedColumn, 'table' | 'column'>

export async function countUnder(db: Db, { table, column }: AnyColumn, keyId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${isUnder(column, keyId)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listNotUnder(
  db: Db,
  { table, column, rowKey }: EncryptedColumn,
  keyId: string,
  { after, limit }: Page,
) {
  const { rows } = await sql<{ id: string; encrypted: string }>`
    select ${sql.ref(rowKey)} as id, ${sql.ref(column)} as encrypted from ${sql.table(table)}
    where ${sql.ref(column)} is not null and not ${isUnder(column, keyId)} and ${sql.ref(rowKey)} > ${after}
    order by ${sql.ref(rowKey)} limit ${limit}`.execute(db)
  return rows
}

/** Does nothing when the value was changed or purged in between. */
export async function replaceValue(
  tx: Tx,
  { table, column, rowKey }: EncryptedColumn,
  { id, former, fresh }: { id: string; former: string; fresh: string },
) {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh}
    where ${sql.ref(rowKey)} = ${id} and ${sql.ref(column)} = ${former}`.execute(tx)
}

export async function listSubmissionsNotUnder(db: Db, keyId: string, { after, limit }: Page) {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '>', after)
    .where((where) =>
      where.or([
        // Without its number a card's fingerprint cannot be recomputed.
        where.and([
          where.exists(
            where
              .selectFrom('card_fingerprints')
              .select('fingerprint')
              .whereRef('submission_id', '=', 'submissions.id')
              .where(sql<boolean>`not ${isUnder('fingerprint', keyId)}`),
          ),
          where('card_number_encrypted', 'is not', null),
        ]),
        where.and([
          sql<boolean>`not ${isUnder('payout_fingerprint', keyId)}`,
          where('payout_details_encrypted', 'is not', null),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function listPayoutsNotUnder(db: Db, keyId: string, { after, limit }: Page) {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '>', after)
    .where(sql<boolean>`not ${isUnder('payout_fingerprint', keyId)}`)
    .where('details_encrypted', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

function isUnder(column: string, keyId: string) {
  return sql<boolean>`(substr(${sql.ref(column)}, 1, ${keyId.length + 1}) = ${`${keyId}.`})`
}
