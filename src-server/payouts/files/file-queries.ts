import { sql } from 'kysely'
import { type FileOutcome, fileOutcomes } from '#shared/payout-file.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { sumItems } from '../batch.ts'

/** A payout of a file. */
export type FileRow = Awaited<ReturnType<typeof listFileRows>>[number]

/** What the file did: a payment that came back later had been sent. */
const outcome = sql<FileOutcome>`case when payout_attempts.state = 'refused' then 'put-back'
  when payout_attempts.state in ('settled', 'returned', 'failed') then 'sent' else 'sending' end`

function rowsOf(db: Db, fileIds: readonly string[]) {
  return db
    .selectFrom('payout_file_rows')
    .innerJoin('payout_attempts', 'payout_attempts.key', 'payout_file_rows.attempt_key')
    .innerJoin('payouts', 'payouts.id', 'payout_file_rows.payout_id')
    .select(outcome.as('state'))
    .where('file_id', 'in', fileIds)
}

/** The payouts of a file, those approved first before the others. */
export async function listFileRows(db: Db, fileId: string) {
  const rows = rowsOf(db, [fileId]).select(['payouts.id', 'attempt_key'])
  return rows.orderBy('approved_at').orderBy('payouts.id').execute()
}

export async function sumFiles(db: Db, ids: readonly string[]) {
  const rows = rowsOf(db, ids).select(['file_id as batch_id', 'amount_cents as cents', sql<number>`0`.as('left_cents')])
  return sumItems(db, fileOutcomes, rows.as('item'))
}

export type NamedFile = Awaited<ReturnType<typeof getNamedFile>>

export const getNamedFile = async (db: Db, id: string) =>
  named(db)
    .where('payout_files.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound())

export async function listFilePage(db: Db, input: { page: number; limit: number }) {
  const rows = named(db).orderBy('made_at', 'desc').orderBy('payout_files.id', 'desc')
  return readPage(db.selectFrom('payout_files'), rows, input)
}

function named(db: Db) {
  return db
    .selectFrom('payout_files')
    .innerJoin('users', 'users.id', 'payout_files.made_by')
    .selectAll('payout_files')
    .select('users.name as made_by_name')
}
