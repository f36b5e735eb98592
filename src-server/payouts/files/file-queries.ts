import { readPage } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/database.ts'

/** A payout of a file and the state of the attempt by which the file pays it. */
export type FileRow = Awaited<ReturnType<typeof listFileRows>>[number]

function fileRows(db: Db) {
  return db
    .selectFrom('payout_file_rows')
    .innerJoin('payout_attempts', 'payout_attempts.key', 'payout_file_rows.attempt_key')
    .innerJoin('payouts', 'payouts.id', 'payout_file_rows.payout_id')
}

export async function listFileRows(db: Db, fileId: string) {
  return fileRows(db)
    .selectAll('payout_file_rows')
    .select('payout_attempts.state')
    .where('file_id', '=', fileId)
    .orderBy('approved_at')
    .orderBy('payouts.id')
    .execute()
}

export type FileSum = Awaited<ReturnType<typeof sumFiles>>[number]

export async function sumFiles(db: Db, fileIds: readonly string[]) {
  return fileRows(db)
    .select(['file_id', 'payout_attempts.state'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('amount_cents').as('cents')])
    .where('file_id', 'in', fileIds)
    .groupBy(['file_id', 'payout_attempts.state'])
    .execute()
}

export type NamedFile = NonNullable<Awaited<ReturnType<typeof findNamedFile>>>

export const findNamedFile = async (db: Db, id: string) =>
  named(db).where('payout_files.id', '=', id).executeTakeFirst()

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
