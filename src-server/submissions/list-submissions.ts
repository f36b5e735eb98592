import { type Pagination, paginate } from '#shared/paging.ts'
import type { StatusChange, Submission, Transaction } from '#shared/submission.ts'
import type { SubmissionListInput } from '#shared/submission-schema.ts'
import type { AppContext } from '../context.ts'
import type { FileTable, SubmissionTable } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { listFilesOf } from '../files/file-queries.ts'
import { findSubmission, listStatusChanges, listSubmissionPage, listSubmissionsOf } from './submission-queries.ts'
import { submissionView, transactionView } from './submission-views.ts'

/** Every order of one customer, newest first. */
export async function listTransactions(
  ctx: AppContext,
  by: { userId: string } | { email: string },
): Promise<Transaction[]> {
  const rows = await listSubmissionsOf(ctx.db, by)
  const files = await filesByAttachment(ctx, rows)
  return rows.map((row) => transactionView(row, files.get(row.id) ?? []))
}

/** A page of submissions as staff see them, newest first. */
export async function listSubmissions(
  ctx: AppContext,
  input: SubmissionListInput,
): Promise<{ data: Submission[]; pagination: Pagination }> {
  const { rows, totalItems } = await listSubmissionPage(ctx.db, input)
  const files = await filesByAttachment(ctx, rows)
  return {
    data: rows.map((row) => submissionView(ctx.keyring, row, files.get(row.id) ?? [])),
    pagination: paginate(totalItems, input.page, input.limit),
  }
}

/** One submission as staff see it. @throws AppError 'not_found' */
export async function getSubmission(ctx: AppContext, id: string): Promise<Submission> {
  const row = await findSubmission(ctx.db, id)
  if (!row) throw notFound()
  return submissionView(ctx.keyring, row, await listFilesOf(ctx.db, [id]))
}

/** Every status a submission has had, oldest first. @throws AppError 'not_found' */
export async function listHistory(ctx: AppContext, submissionId: string): Promise<StatusChange[]> {
  const changes = await listStatusChanges(ctx.db, submissionId)
  if (changes.length === 0) throw notFound()
  return changes.map((change) => ({
    id: change.id,
    from: change.from_status,
    to: change.to_status,
    reason: change.reason,
    by: change.changed_by_name,
    at: change.changed_at,
  }))
}

async function filesByAttachment(ctx: AppContext, rows: readonly SubmissionTable[]): Promise<Map<string, FileTable[]>> {
  const files = await listFilesOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const bySubmission = new Map<string, FileTable[]>()
  for (const file of files) {
    const id = file.submission_id ?? ''
    bySubmission.set(id, [...(bySubmission.get(id) ?? []), file])
  }
  return bySubmission
}
