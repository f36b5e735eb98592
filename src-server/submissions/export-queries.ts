import type { ExpressionBuilder } from 'kysely'
import { containsText } from '../platform/db/contains-text.ts'
import type { Db } from '../platform/db/database.ts'
import { searchedColumns } from '../platform/db/dialect/search-index.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import type { Statuses } from './merge-statuses-queries.ts'

/** No secrets. */
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

export type BatchEnd = Pick<SubmissionTable, 'created_at' | 'id'>

/** Of the next `size` submissions, newest first, those that match. `end` is undefined after the last batch. */
export async function listExportBatch(
  db: Db,
  { statuses, search }: { statuses: Statuses; search: string },
  after: BatchEnd | undefined,
  size: number,
) {
  let list = db.selectFrom('submissions')
  if (statuses) list = list.where('queue_status', 'in', statuses)
  if (after) list = list.where((where) => where(place(where), '<', where.tuple(after.created_at, after.id)))
  // Before the rows, so that a concurrent change cannot put a row into two batches.
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

export async function listExported(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('submissions')
    .select(exportedColumns)
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
