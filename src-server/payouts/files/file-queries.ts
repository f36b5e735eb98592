import type { AttemptState } from '#shared/payout.ts'
import type { FileOutcome } from '#shared/payout-file.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'

/** A payout of a file. */
export type FileRow = Awaited<ReturnType<typeof listFileRows>>[number]

/** The payouts of these files, those approved first before the others. */
export async function listFileRows(db: Db, ...fileIds: string[]) {
  const rows = await db
    .selectFrom('payout_file_rows')
    .innerJoin('payout_attempts', 'payout_attempts.key', 'payout_file_rows.attempt_key')
    .innerJoin('payouts', 'payouts.id', 'payout_file_rows.payout_id')
    .select(['file_id', 'payouts.id', 'attempt_key', 'payout_attempts.state', 'amount_cents as cents'])
    .where('file_id', 'in', fileIds)
    .orderBy('approved_at')
    .orderBy('payouts.id')
    .execute()
  return rows.map((row) => ({ ...row, state: outcomeOf(row.state) }))
}

/** What the file did: a payment that came back later had been sent. */
function outcomeOf(state: AttemptState): FileOutcome {
  if (state === 'refused') return 'put-back'
  return state === 'settled' || state === 'returned' || state === 'failed' ? 'sent' : 'sending'
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
