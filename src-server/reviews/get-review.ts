import { unusualLength } from '#shared/card-number.ts'
import { dollarsFromCents, fractionFromBps } from '#shared/money.ts'
import { predefinedReasons } from '#shared/return-reasons.ts'
import { type FlagKind, flagKinds } from '#shared/review.ts'
import type {
  FlaggedRow,
  FlagsInput,
  OtherSubmission,
  Review,
  ReviewedChange,
  ReviewFlag,
  ReviewRules,
  SavedReason,
  SavedReasonsInput,
} from '#shared/review-schema.ts'
import { hasPermission } from '#shared/staff-role.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { ownOrderOf } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { listFilesOf } from '../files/file-queries.ts'
import { generateRenditionForComparison } from '../files/generate-renditions.ts'
import { getOrderItem } from '../inventory/list-items.ts'
import { getBalance } from '../inventory/record-balance.ts'
import { mayComplete } from '../payouts/decision-money.ts'
import { timestamp } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { FileTable } from '../platform/db/file-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { notFound } from '../platform/errors.ts'
import { fieldsOf, moneyOf } from '../platform/without-nulls.ts'
import { listChecks } from '../submissions/balance-check-queries.ts'
import { listFlagKinds } from '../submissions/card-fingerprint-queries.ts'
import { checkView, staffRequestView } from '../submissions/case-views.ts'
import { reasonCodeOf } from '../submissions/change-status.ts'
import { listNotes } from '../submissions/note-queries.ts'
import { listNewestPayouts } from '../submissions/payout-facts-queries.ts'
import { rateForValue } from '../submissions/quotes.ts'
import { firstOrderOf, isMendable } from '../submissions/resubmission.ts'
import { fingerprintsOf } from '../submissions/submission-fingerprints.ts'
import { findSubmission, listStatusChanges } from '../submissions/submission-queries.ts'
import { type StaffReader, statusChangeView, submissionView } from '../submissions/submission-views.ts'
import { noteView } from '../submissions/write-note.ts'
import { offeredValue } from './record-check.ts'
import {
  countOtherSubmissions,
  type FlaggedSubmission,
  listGivenReasons,
  listOtherSubmissions,
  listSameCard,
  listSamePayout,
  listSamePhoto,
} from './review-queries.ts'

const MAX_OTHERS = 20

/** All that a decision needs. Only staff with the review permission get flags. */
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
  const mayReview = hasPermission(staff.role, 'review')
  const item = await getOrderItem(app, staff, submissionId)
  return {
    submission: submissionView(app, row, staff, { files, payout: payouts.get(row.id) }),
    history: history.map((change): ReviewedChange => ({ ...statusChangeView(change), undo: change.undo_mark })),
    notes: notes.map((note) => noteView(keyring, note)),
    flags: mayReview ? await flagsOf(ctx, row, files) : [],
    otherSubmissions: otherSubmissions.map(otherSubmissionView),
    otherSubmissionsTotal: await countOtherSubmissions(db, row),
    balance: await getBalance(app, db, row),
    checks: mayReview ? (await listChecks(db, submissionId)).map((check) => checkView(keyring, check)) : [],
    ...(await offerCheckOf(app, row)),
    requests: (await table('information_requests').list(db, { submission_id: submissionId }, 'made_at', 'id')).map(
      (request) => staffRequestView(app, request),
    ),
    ...(ownOrder && { ownOrder }),
    ...(item && { item }),
    ...(mayReview && numberLengthOf(app, row)),
    ...(row.resubmit_of !== null && { sentAgainAfter: await sentAgainAfter(db, row.resubmit_of) }),
  }
}

function numberLengthOf({ keyring }: AppContext, row: SubmissionTable): Pick<Review, 'numberLength'> {
  const number = textIn(keyring, 'submissions', row, 'card_number_encrypted')
  const numberLength = number && unusualLength(number, row.card_brand)
  return numberLength ? { numberLength } : {}
}

async function sentAgainAfter(db: Db, submissionId: string): Promise<Review['sentAgainAfter']> {
  const former = await findSubmission(db, submissionId)
  return { submissionId, reasonCode: former && isMendable(former) ? reasonCodeOf(former) : null }
}

async function offerCheckOf(app: AppContext, order: SubmissionTable): Promise<Pick<Review, 'offerCheck'>> {
  const check = (await listChecks(app.db, order.id)).at(-1)
  const value = check && offeredValue(order, check)
  if (!check || value === undefined) return {}
  const exchangeRate = fractionFromBps(await rateForValue(app, app.db, order, value))
  return { offerCheck: { id: check.id, balance: dollarsFromCents(value), exchangeRate, at: check.checked_at } }
}

async function flagsOf(ctx: CallContext, submission: SubmissionTable, files: readonly FileTable[]) {
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
    ...fieldsOf(row, 'id as submissionId', 'email', 'created_at'),
    // Registration records have no card, photo or payout account, so they are never flagged.
    status: row.status as ReviewStatus,
    isSameCustomer: row.user_id === submission.user_id,
    ...(firstOrderOf(row) === firstOrderOf(submission) && { ownTry: ownTryOf(row, submission) }),
    ...(kind === 'same-card' && row.declined_at !== null && { declinedAt: row.declined_at }),
  }
}

function ownTryOf(row: FlaggedSubmission, submission: SubmissionTable): ReviewFlag['ownTry'] {
  if (row.first_order_id === null) return 'first'
  return row.created_at < submission.created_at ? 'earlier' : 'later'
}

function otherSubmissionView(row: SubmissionTable): OtherSubmission {
  return {
    ...fieldsOf(row, 'id', 'card_type', 'created_at'),
    ...moneyOf(row, 'card_value_cents', 'payout_cents as payoutAmount'),
    status: row.status as ReviewStatus,
  }
}

export async function reviewRules(app: AppContext, staff: Actor): Promise<ReviewRules> {
  const { rejectionReason, evidence } = app.policies.get('reviews')
  return {
    rejectionReason,
    evidence,
    secondPersonFromCents: app.policies.get('controls').secondPersonFrom,
    mayComplete: await mayComplete(app, app.db, staff),
  }
}

/** Unlike `getReview` it decrypts nothing, because it runs for each page of the list. */
export async function listFlags({ db }: AppContext, { submissionIds }: FlagsInput): Promise<FlaggedRow[]> {
  const found = await listFlagKinds(db, submissionIds)
  return submissionIds.flatMap((submissionId) => {
    const kinds = flagKinds.filter((kind) =>
      found.some((each) => each.submissionId === submissionId && each.kind === kind),
    )
    return kinds.length > 0 ? [{ submissionId, kinds }] : []
  })
}

const LOOK_BACK = 500
const MAX_CUSTOM = 20
/** A reason with fewer uses applies to one submission only. */
const LEAST_USES = 2

/** The listed reasons and the staff's own for this brand, most used first. */
export async function listSavedReasons(app: AppContext, input: SavedReasonsInput): Promise<SavedReason[]> {
  const uses = new Map<string, number>()
  for (const text of await listGivenReasons(app.db, input, LOOK_BACK)) uses.set(text, (uses.get(text) ?? 0) + 1)
  const ready = statusReasons[input.status].map((text) => ({ text, uses: uses.get(text) ?? 0, isCustom: false }))
  const custom = [...uses]
    .filter(([text, times]) => times >= LEAST_USES && !predefinedReasons.has(text))
    .map(([text, times]) => ({ text, uses: times, isCustom: true }))
    .sort(byUses)
    .slice(0, MAX_CUSTOM)
  return [...ready, ...custom].sort(byUses)
}

function byUses(one: SavedReason, other: SavedReason) {
  return other.uses - one.uses
}
