import { maskPayout } from '#shared/mask-payout.ts'
import { paginate } from '#shared/paging.ts'
import type { Pagination } from '#shared/paging-schema.ts'
import type { Submission, SubmissionListInput, Transaction } from '#shared/submission-schema.ts'
import type { StatusChange, TransactionDetail } from '#shared/transaction-schema.ts'
import type { CallSource } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { listShownFiles, type ShownFile } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { notFound } from '../platform/errors.ts'
import { decryptPayout } from './encrypted-columns.ts'
import { listNewestPayouts, type PayoutFacts } from './payout-facts-queries.ts'
import { resumedPriceView } from './resumed-price.ts'
import { listSubmissionPage } from './submission-page-queries.ts'
import { findSubmission, listStatusChanges, listSubmissionsOf } from './submission-queries.ts'
import { type StaffReader, statusChangeView, submissionView, transactionView } from './submission-views.ts'

/** Returns all submissions of one customer, newest first. */
export async function listTransactions(ctx: AppContext, customerId: string): Promise<Transaction[]> {
  const rows = await listSubmissionsOf(ctx.db, customerId)
  const files = await filesByAttachment(ctx, rows)
  const payouts = await payoutsOf(ctx, rows)
  return rows.map((row) => transactionView(ctx, row, files.get(row.id) ?? [], payouts.get(row.id)))
}

/**
 * Returns one submission of this customer with its history, without names of staff.
 * @throws AppError 'not_found', also for another customer's submission and for a registration record.
 */
export async function getTransaction(ctx: AppContext, customerId: string, id: string): Promise<TransactionDetail> {
  const row = await findSubmission(ctx.db, id)
  if (row?.user_id !== customerId || row.status === 'registered') throw notFound()
  const files = await listShownFiles(ctx.db, [id])
  const history = await listStatusChanges(ctx.db, id)
  const payout = decryptPayout(ctx.keyring, row)
  const resumedPrice = resumedPriceView(ctx, row, history.at(-1)?.changed_at ?? row.updated_at)
  return {
    ...transactionView(ctx, row, files, (await payoutsOf(ctx, [row])).get(id)),
    cardBrand: row.card_brand,
    ...(payout && { payoutDestination: maskPayout(payout) }),
    ...(resumedPrice && { resumedPrice }),
    // Leave out undone decisions and their undos, because the customer gets no e-mail about them.
    history: history
      .filter(({ undo_mark }) => undo_mark === null)
      .map((change) => ({ ...statusChangeView(change), by: change.changed_by === customerId ? 'You' : 'Support' })),
  }
}

/** Returns a page of submissions for staff, newest first unless `sort` says otherwise. */
export async function listSubmissions(
  ctx: AppContext,
  staff: StaffReader,
  input: SubmissionListInput,
): Promise<{ data: Submission[]; pagination: Pagination; readAt: string; newer?: number }> {
  const readAt = ctx.clock.now().toISOString()
  const { rows, totalItems, newer, ...counted } = await listSubmissionPage(ctx.db, input)
  const files = await filesByAttachment(ctx, rows)
  const payouts = await payoutsOf(ctx, rows)
  const viewOf = (row: SubmissionTable) => {
    const more = { files: files.get(row.id) ?? [], payout: payouts.get(row.id) }
    return submissionView(ctx, row, staff, more)
  }
  return {
    data: rows.map(viewOf),
    pagination: { ...paginate(totalItems, input.page, input.limit), ...counted },
    readAt,
    ...(newer !== undefined && { newer }),
  }
}

/** Returns one submission as reviewers see it. @throws AppError 'not_found' */
export async function getSubmission(ctx: AppContext, { apiToken }: CallSource, id: string): Promise<Submission> {
  const row = await findSubmission(ctx.db, id)
  if (!row) throw notFound()
  const payout = (await payoutsOf(ctx, [row])).get(id)
  const files = await listShownFiles(ctx.db, [id])
  return submissionView(ctx, row, { role: 'reviewer', apiToken }, { files, payout })
}

/** Returns all status changes of a submission, oldest first. @throws AppError 'not_found' */
export async function listHistory(ctx: AppContext, submissionId: string): Promise<StatusChange[]> {
  const changes = await listStatusChanges(ctx.db, submissionId)
  if (changes.length === 0) throw notFound()
  return changes.map(statusChangeView)
}

/** The newest payouts of these submissions, by the ids of the submissions. */
function payoutsOf(ctx: AppContext, rows: readonly SubmissionTable[]): Promise<Map<string, PayoutFacts>> {
  return listNewestPayouts(
    ctx.db,
    rows.map(({ id }) => id),
    timestamp(ctx.clock),
  )
}

async function filesByAttachment(ctx: AppContext, rows: readonly SubmissionTable[]): Promise<Map<string, ShownFile[]>> {
  const files = await listShownFiles(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const bySubmission = new Map<string, ShownFile[]>()
  for (const file of files) {
    const id = file.submission_id ?? ''
    bySubmission.set(id, [...(bySubmission.get(id) ?? []), file])
  }
  return bySubmission
}
