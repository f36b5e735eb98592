import type { ExpressionBuilder } from 'kysely'
import type { SubmissionStatus } from '#shared/submission.ts'
import { containsText } from '../db/contains-text.ts'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { searchedColumns } from './submission-search-queries.ts'

/** No column with a secret is among them. */
const exportedColumns = [
  'id',
  'created_at',
  'updated_at',
  'status',
  'status_reason',
  'card_type',
  'card_condition',
  'card_value_cents',
  'rate_bps',
  'payout_cents',
  'card_number_masked',
  'email',
  'phone',
  'account_name',
  'payment_type',
  'purged_at',
] as const satisfies readonly (keyof SubmissionTable)[]
export type ExportedRow = Pick<SubmissionTable, (typeof exportedColumns)[number]>

/** Where a batch ended: the next one goes on with what is older. */
export type BatchEnd = Pick<SubmissionTable, 'created_at' | 'id'>

/**
 * The next `size` submissions of this status (all, without one), newest first, and of them those that contain the
 * search. `end` is undefined when there are no more.
 */
export async function listExportBatch(
  db: Db,
  { status, search }: { status: SubmissionStatus | undefined; search: string },
  after: BatchEnd | undefined,
  size: number,
): Promise<{ rows: ExportedRow[]; end: BatchEnd | undefined }> {
  let list = db.selectFrom('submissions')
  if (status) list = list.where('status', '=', status)
  if (after) list = list.where((where) => where(place(where), '<', where.tuple(after.created_at, after.id)))
  // Its end first, so that what changes in between cannot put a row into two batches.
  const end = await list
    .select(['created_at', 'id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst()
  if (end) list = list.where((where) => where(place(where), '>=', where.tuple(end.created_at, end.id)))
  if (search) list = list.where((where) => where.or(searchedColumns.map((column) => containsText(column, search))))
  const rows = await list.select(exportedColumns).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return { rows, end }
}

function place(where: ExpressionBuilder<Schema, 'submissions'>) {
  return where.refTuple('created_at', 'id')
}

/** These submissions, newest first. */
export async function listExported(db: Db, ids: readonly string[]): Promise<ExportedRow[]> {
  return db
    .selectFrom('submissions')
    .select(exportedColumns)
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
