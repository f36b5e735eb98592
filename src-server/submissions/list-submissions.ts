import { maskPayout } from '#shared/mask-payout.ts'
import { paginate } from '#shared/paging.ts'
import type { ListCount } from '#shared/queue-schema.ts'
import { USERS_PER_PAGE } from '#shared/registered-user.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { submissionListNames } from '#shared/submission-lists.ts'
import type { Submission, SubmissionListInput, Transaction } from '#shared/submission-schema.ts'
import type { SentBefore, StatusChange, Tracking, TransactionDetail } from '#shared/transaction-schema.ts'
import type { CallSource } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { listShownFiles } from '../files/file-queries.ts'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import { businessDay } from '../platform/days.ts'
import type { QueuedSubmission, SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { notFound } from '../platform/errors.ts'
import { idsOf } from '../platform/ids.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../platform/without-nulls.ts'
import { listShownChecks } from './balance-check-queries.ts'
import { findFirstWithCard } from './card-fingerprint-queries.ts'
import { appealParts, evidenceView, requestView } from './case-views.ts'
import { reasonCodeOf } from './change-status.ts'
import { countList } from './list-queries.ts'
import { listNewestPayouts } from './payout-facts-queries.ts'
import { decryptPayout } from './payout-view.ts'
import { decidedAt, oldRateUntil, resumedPriceView } from './resubmission.ts'
import { fingerprintsOf } from './submission-fingerprints.ts'
import { countAhead } from './submission-order-queries.ts'
import { listSubmissionPage } from './submission-page-queries.ts'
import { findSubmission, listStatusChanges, listSubmissionPageOf, listSubmissionsOf } from './submission-queries.ts'
import { orderOfCustomer } from './submission-rules.ts'
import { type StaffReader, statusChangeView, submissionView, transactionView } from './submission-views.ts'
import { allowedMs } from './waiting-time.ts'
import { isBeingChecked } from './waiting-time-queries.ts'

/** Newest first. */
export async function listTransactions(app: AppContext, customerId: string): Promise<Transaction[]> {
  const rows = await listSubmissionsOf(app.db, customerId)
  const files = await filesByAttachment(app, rows)
  const payouts = await payoutsOf(app, rows)
  const waiting = idsOf(rows.filter(({ request_state }) => request_state === 'requested'))
  const requests = await table('information_requests').list(app.db, { submission_id: waiting, state: 'open' })
  const kinds = new Map(requests.map(({ submission_id, kind }) => [submission_id, kind]))
  return rows.map((row) => {
    const parts = { files: files.get(row.id) ?? [], payout: payouts.get(row.id), requestKind: kinds.get(row.id) }
    return transactionView(app, row, parts)
  })
}

/** With its history, without names of staff. */
export async function getTransaction(app: AppContext, customerId: string, id: string): Promise<TransactionDetail> {
  const row = orderOfCustomer(await findSubmission(app.db, id), customerId)
  const files = await listShownFiles(app.db, [id])
  const history = await listStatusChanges(app.db, id)
  const request =
    row.request_state === 'requested'
      ? await table('information_requests').find(app.db, { submission_id: id, state: 'open' })
      : undefined
  const payout = decryptPayout(app.keyring, row)
  const checks = await listShownChecks(app.db, id, timestamp(app.clock))
  return {
    ...transactionView(app, row, { files, payout: (await payoutsOf(app, [row])).get(id), requestKind: request?.kind }),
    cardBrand: row.card_brand,
    ...withoutNulls({
      payoutDestination: payout && maskPayout(payout),
      resumedPrice: resumedPriceView(app, row, decidedAt(row, history)),
      oldRateUntil: await oldRateUntil(app.db, row, history),
      sentBefore: await sentBeforeOf(app, row),
      tracking: await trackingOf(app, row),
      payoutTimes: payoutTimesOf(app, row),
      evidence: checks.length > 0 ? checks.map(evidenceView) : null,
      evidenceDueAt: row.evidence_due_at,
      request: request && requestView(app, request),
    }),
    ...(await appealParts(app, row, history)),
    // Without undone decisions and their undos, about which the customer gets no e-mail.
    history: history
      .filter(({ undo_mark }) => undo_mark === null)
      .map((change) => ({ ...statusChangeView(change), by: change.changed_by === customerId ? 'You' : 'Support' })),
  }
}

export async function listSubmissions(app: AppContext, staff: StaffReader, input: SubmissionListInput) {
  const before = app.clock.now().toISOString()
  const { rows, totalItems, newer, ...counted } = await listSubmissionPage(app.db, input)
  const files = await filesByAttachment(app, rows)
  const payouts = await payoutsOf(app, rows)
  const viewOf = (row: SubmissionTable) => {
    const more = { files: files.get(row.id) ?? [], payout: payouts.get(row.id) }
    return submissionView(app, row, staff, more)
  }
  return {
    data: rows.map(viewOf),
    pagination: { ...paginate(totalItems, input.page, input.limit), ...counted },
    // Another node, whose clock may be ahead, can have created a listed one later.
    readAt: rows.reduce((latest, { created_at }) => (created_at > latest ? created_at : latest), before),
    ...(newer !== undefined && { newer }),
  }
}

export async function getSubmission(app: AppContext, { apiToken }: CallSource, id: string): Promise<Submission> {
  const row = await findSubmission(app.db, id)
  if (!row) throw notFound()
  const payout = (await payoutsOf(app, [row])).get(id)
  const files = await listShownFiles(app.db, [id])
  return submissionView(app, row, { role: 'reviewer', apiToken }, { files, payout })
}

/** Oldest first. */
export async function listHistory(app: AppContext, submissionId: string): Promise<StatusChange[]> {
  const changes = await listStatusChanges(app.db, submissionId)
  if (changes.length === 0) throw notFound()
  return changes.map(statusChangeView)
}

function payoutsOf(app: AppContext, rows: readonly SubmissionTable[]) {
  return listNewestPayouts(app.db, idsOf(rows), timestamp(app.clock))
}

async function filesByAttachment(app: AppContext, rows: readonly SubmissionTable[]) {
  return Map.groupBy(await listShownFiles(app.db, idsOf(rows)), ({ submission_id }) => submission_id ?? '')
}

/** Undefined once the fingerprints are erased. Another person's order is not named, only its day, as noon in UTC. */
async function sentBeforeOf(app: AppContext, row: SubmissionTable): Promise<SentBefore | undefined> {
  if (row.status !== 'rejected' || reasonCodeOf(row) !== 'sent-before') return undefined
  const { card } = await fingerprintsOf(app, row)
  const first = await findFirstWithCard(app.db, row, card)
  if (!first) return undefined
  if (first.user_id === row.user_id) return { at: first.created_at, orderId: first.id }
  return { at: `${businessDay(app, first.created_at)}T12:00:00.000Z` }
}

/** What the site says where too little was measured. */
const USUAL_MS = 15 * MINUTE_MS

/** Place in line and expected times; undefined for an order that waits for no decision. */
async function trackingOf(
  app: AppContext,
  { id, card_brand, created_at, due_at, overdue_at, queue_status }: QueuedSubmission,
): Promise<Tracking | undefined> {
  if (due_at === null) return undefined
  const measured = app.serviceTimes.decision(card_brand)
  const promisedMs = app.policies.get('reviews').promiseMinutes * MINUTE_MS
  const usualMs = measured?.p50Ms ?? Math.min(USUAL_MS, promisedMs)
  const mostMs = measured?.p90Ms ?? promisedMs
  // Later than its creation by the time in which its customer had to act.
  const start = Math.max(Date.parse(created_at), Date.parse(due_at) - allowedMs(app, card_brand))
  const ahead = await countAhead(app.db, { id, due_at, queue_status })
  const checked = await isBeingChecked(app.db, id, timestamp(app.clock))
  return {
    place: ahead + 1,
    ahead,
    expectedAt: new Date(start + usualMs).toISOString(),
    latestAt: new Date(start + mostMs).toISOString(),
    basis: measured?.basis ?? 'promise',
    samples: measured?.samples ?? 0,
    usualMinutes: minutesOf(usualMs),
    mostMinutes: minutesOf(mostMs),
    ...(checked && { isBeingChecked: true as const }),
    ...(overdue_at !== null && { overdueSince: overdue_at }),
  }
}

/** How long payouts of its method take; undefined while too few were measured. */
function payoutTimesOf(
  { serviceTimes }: AppContext,
  { queue_status, payment_type }: QueuedSubmission,
): TransactionDetail['payoutTimes'] {
  if (queue_status !== 'approved' || payment_type === null) return undefined
  const measured = serviceTimes.payout(payment_type)
  return measured && { usualMinutes: minutesOf(measured.p50Ms), samples: measured.samples }
}

/** Rounded up, so that no time is shorter than what was measured. */
const minutesOf = (ms: number) => Math.max(1, Math.ceil(ms / MINUTE_MS))

/** Newest first, without decrypting anything. */
export async function listUserSubmissions(app: AppContext, userId: string, page: number) {
  const { rows, pagination } = await listSubmissionPageOf(app.db, userId, { page, limit: USERS_PER_PAGE })
  return {
    data: rows.map((row) => ({
      ...fieldsOf(row, 'id', 'card_type', 'created_at', 'card_number_masked as cardNumber'),
      ...moneyOf(row, 'card_value_cents', 'payout_cents as payoutAmount'),
      paymentMethod: row.payment_type ?? ('N/A' as const),
      // The query excludes registration records, the only other status.
      status: row.status as ReviewStatus,
    })),
    pagination,
  }
}

export async function countLists({ db, clock }: AppContext): Promise<ListCount[]> {
  const now = timestamp(clock)
  const counts: ListCount[] = []
  for (const name of submissionListNames) counts.push({ name, ...(await countList(db, name, now)) })
  return counts
}
