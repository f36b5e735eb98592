import { dollarsFromCents } from '#shared/money.ts'
import type { FlagKind } from '#shared/review.ts'
import type { OtherSubmission, Review, ReviewedChange, ReviewFlag } from '#shared/review-schema.ts'
import { hasPermission } from '#shared/staff-role.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { ownOrderOf } from '../accounts/own-orders.ts'
import type { CallContext } from '../context.ts'
import { listFilesOf } from '../files/file-queries.ts'
import { generateRenditionForComparison } from '../files/generate-renditions.ts'
import { timestamp } from '../platform/clock.ts'
import type { FileTable, SubmissionTable } from '../platform/db/submission-tables.ts'
import { notFound } from '../platform/errors.ts'
import { listNotes } from '../submissions/note-queries.ts'
import { noteView } from '../submissions/note-views.ts'
import { listNewestPayouts } from '../submissions/payout-facts-queries.ts'
import { fingerprintsOf } from '../submissions/submission-fingerprints.ts'
import { findSubmission, listStatusChanges } from '../submissions/submission-queries.ts'
import { type StaffReader, statusChangeView, submissionView } from '../submissions/submission-views.ts'
import { type FlaggedSubmission, listSameCard, listSamePayout, listSamePhoto } from './flag-queries.ts'
import { countOtherSubmissions, listOtherSubmissions } from './review-queries.ts'

const MAX_OTHERS = 20

/**
 * Returns what a reviewer needs for a decision: submission, history, notes and the customer's other submissions. Staff
 * with the review permission also get flags: submissions with the same card, photo or payout account.
 * @throws AppError 'not_found'
 */
export async function getReview(
  ctx: CallContext,
  staff: StaffReader & { id: string },
  { submissionId }: { submissionId: string },
): Promise<Review> {
  const { app } = ctx
  const { db, keyring } = app
  const row = await findSubmission(db, submissionId)
  if (!row) throw notFound()
  const history = await listStatusChanges(db, submissionId)
  const notes = await listNotes(db, submissionId)
  const otherSubmissions = await listOtherSubmissions(db, row, MAX_OTHERS)
  const files = await listFilesOf(db, submissionId)
  const payouts = await listNewestPayouts(db, [submissionId], timestamp(app.clock))
  const ownOrder = await ownOrderOf(app, db, staff.id, { permission: 'review', customerId: row.user_id })
  return {
    submission: submissionView(app, row, staff, { files, payout: payouts.get(row.id) }),
    history: history.map((change): ReviewedChange => ({ ...statusChangeView(change), undo: change.undo_mark })),
    notes: notes.map((note) => noteView(keyring, note)),
    flags: hasPermission(staff.role, 'review') ? await flagsOf(ctx, row, files) : [],
    otherSubmissions: otherSubmissions.map(otherSubmissionView),
    otherSubmissionsTotal: await countOtherSubmissions(db, row),
    ...(ownOrder && { ownOrder }),
  }
}

async function flagsOf(
  ctx: CallContext,
  submission: SubmissionTable,
  files: readonly FileTable[],
): Promise<ReviewFlag[]> {
  const { db } = ctx.app
  await generateRenditionForComparison(ctx, files)
  const flags = (kind: FlagKind, rows: readonly FlaggedSubmission[]) =>
    rows.map((row) => flagView(kind, row, submission))
  const { card, payout } = await fingerprintsOf(ctx.app, submission)
  return [
    ...flags('same-card', await listSameCard(db, submission, card, MAX_OTHERS)),
    ...flags('same-photo', await listSamePhoto(db, submission, MAX_OTHERS)),
    ...flags('same-payout', await listSamePayout(db, submission, payout, MAX_OTHERS)),
  ]
}

function flagView(kind: FlagKind, row: FlaggedSubmission, submission: SubmissionTable): ReviewFlag {
  return {
    kind,
    submissionId: row.id,
    email: row.email,
    // Registration records have no card, photo or payout account, so they are never flagged.
    status: row.status as ReviewStatus,
    createdAt: row.created_at,
    isSameCustomer: row.user_id === submission.user_id,
  }
}

function otherSubmissionView(row: SubmissionTable): OtherSubmission {
  return {
    id: row.id,
    cardType: row.card_type,
    cardValue: dollarsFromCents(row.card_value_cents),
    payoutAmount: dollarsFromCents(row.payout_cents),
    status: row.status as ReviewStatus,
    createdAt: row.created_at,
  }
}
