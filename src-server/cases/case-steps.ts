import { requestMessages } from '#shared/information-request.ts'
import type { Decided } from '#shared/review-schema.ts'
import { openStatuses } from '#shared/submission.ts'
import type { SystemReasonCode } from '#shared/system-reasons.ts'
import { type Actor, type AuditAction, audit, operator } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { findLivePayout } from '../payouts/decision-money.ts'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import type { InformationRequestTable } from '../platform/db/case-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptAnyText } from '../platform/encryption/encrypted-text.ts'
import { AppError, conflict, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { deleteUnsentMail } from '../platform/mail/outbox-queries.ts'
import { makeDecision } from '../reviews/make-decision.ts'
import { endLock } from '../reviews/review-lock.ts'
import { closeOpenRequest } from '../submissions/case-queries.ts'
import { changeStatus, type NewStatus, systemReason } from '../submissions/change-status.ts'
import { type OrderMailFacts, reasonForMail } from '../submissions/submission-email.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'

type Request = InformationRequestTable
type Step = { action: AuditAction; code: SystemReasonCode } & Pick<NewStatus, 'erasesAll' | 'mail'>

const closedOffer = (outcome: 'declined' | 'expired') =>
  ({ erasesAll: true, mail: { kind: 'offer-closed', outcome } }) as const

const opened = {
  fix: { action: 'request.made', code: 'fix-asked' },
  offer: { action: 'offer.made', code: 'offer-made' },
} satisfies Record<Request['kind'], Step>

const answered = {
  answered: { action: 'request.answered', code: 'fix-sent' },
  accepted: { action: 'offer.accepted', code: 'offer-accepted' },
  declined: { action: 'offer.declined', code: 'offer-declined', ...closedOffer('declined') },
} satisfies Partial<Record<Request['state'], Step>>

const expired = {
  fix: {
    action: 'request.expired',
    code: 'not-answered',
    mail: { kind: 'request-closed', outcome: 'expired' },
  },
  offer: { action: 'offer.expired', code: 'offer-expired', ...closedOffer('expired') },
} satisfies Record<Request['kind'], Step>

type Rows<Row> = Record<'find' | 'findLocked', (db: Db, match: { id: string }) => Promise<Row | undefined>>

/** Locks the order of a case, then the case; undefined when there is none. */
export async function lockCase<Row extends { submission_id: string }>(tx: Tx, rows: Rows<Row>, id: string) {
  const found = await rows.find(tx, { id })
  const order = found && (await lockSubmission(tx, found.submission_id))
  const row = await rows.findLocked(tx, { id })
  return order && row && { order, row }
}

type NewRequest = Pick<Request, 'kind'> & Partial<Request>
/** What staff ask of the seller: its row and its mail. `detail` belongs into the audit entry. */
type Question = {
  request: NewRequest
  mail: (sent: { words: string | null; until: string }) => OrderMailFacts
  detail: string
}
type Input = { submissionId: string; version: number; words?: string | undefined; undoable?: boolean | undefined }

/** The order leaves the queue until its seller answers. Version, lock and undo are as in `makeDecision`. */
export async function askSeller(
  ctx: CallContext,
  staff: Actor,
  input: Input,
  prepare: (tx: Tx, order: SubmissionTable) => Promise<Question>,
): Promise<Decided> {
  return makeDecision(ctx, staff, input, async (tx, { order, audit, undoUntil }, app) => {
    await assertMayAsk(tx, order)
    const { request, mail, detail } = await prepare(tx, order)
    const until = await openRequest(app, tx, order, staff.id, request, input.words)
    const words = input.words ? reasonForMail(app.keyring, order, input.words) : null
    const { action, code } = opened[request.kind]
    await changeStatus(app, tx, order, {
      status: 'processing',
      ...systemReason(code),
      changedBy: staff.id,
      undoUntil,
      checkId: request.check_id ?? null,
      columns: { request_state: 'requested' },
      mail: mail({ words, until }),
    })
    await audit(action, detail)
    await endLock(app, tx, order.id)
  })
}

async function assertMayAsk(tx: Tx, order: SubmissionTable) {
  if (!openStatuses.some((status) => status === order.status)) throw conflict(requestMessages.ended)
  if (await findLivePayout(tx, order.id)) throw conflict(requestMessages.ended)
  if (await table('information_requests').find(tx, { submission_id: order.id, state: 'open' }))
    throw conflict(requestMessages.alreadyOpen)
  if (order.purged_at !== null) throw new AppError('unprocessable', requestMessages.erased)
}

/** Of a locked order without an open request, which then is 'requested'. Returns when the time of its seller ends. */
export async function openRequest(
  { policies, clock, keyring }: AppContext,
  tx: Tx,
  order: SubmissionTable,
  madeBy: string,
  request: NewRequest,
  words?: string,
) {
  const { fixMinutes, offerMinutes, remindMinutes } = policies.get('reviews')
  const termMs = (request.kind === 'fix' ? fixMinutes : offerMinutes) * MINUTE_MS
  const remindMs = remindMinutes * MINUTE_MS
  const id = newId()
  const until = timestamp(clock, termMs)
  await table('information_requests').insert(tx, {
    ...request,
    id,
    submission_id: order.id,
    state: 'open',
    made_by: madeBy,
    made_at: timestamp(clock),
    due_at: until,
    // A reminder at the beginning would repeat the first mail.
    remind_at: remindMs > 0 && remindMs < termMs ? timestamp(clock, termMs - remindMs) : null,
    note_encrypted: encryptAnyText(keyring, 'information_requests', id, 'note_encrypted', words),
  })
  return until
}

export type Asked = { order: SubmissionTable; request: Request }

export async function lockOpenRequest(
  { clock }: AppContext,
  tx: Tx,
  { id: customerId }: Actor,
  id: string,
  kind: Request['kind'],
): Promise<Asked> {
  const locked = await lockCase(tx, table('information_requests'), id)
  if (locked?.order.user_id !== customerId || locked.row.kind !== kind) throw notFound()
  const { order, row: request } = locked
  // The job that closes it may be late.
  if (request.state !== 'open' || request.due_at <= timestamp(clock)) throw conflict(requestMessages.closed)
  return { order, request }
}

/** Also drops the mail about the request, if it still waits for the end of the undo: its seller does not know of it. */
export async function closeRequest(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  state: Request['state'],
  by: string | null,
) {
  const request = await closeOpenRequest(app, tx, order, { state, closed_by: by })
  const change = await table('status_changes').find(tx, { submission_id: order.id, version: order.version })
  return { request, isUnknown: change?.mail_id ? await deleteUnsentMail(tx, change.mail_id) : false }
}

type End = {
  state: keyof typeof answered | 'expired'
  /** Its customer; undefined when its time has ended. */
  by?: Actor
  /** What the answer changes of the order, which is checked again; without it the order is rejected. */
  columns?: Partial<SubmissionTable>
}

/** Closes the open request of an order, and changes the status as its customer answered. Returns the order's id. */
export async function endRequest(app: AppContext, tx: Tx, { order, request }: Asked, { state, by, columns }: End) {
  const step: Step = state === 'expired' ? expired[request.kind] : answered[state]
  const { action, code, ...end } = step
  await closeRequest(app, tx, order, state, by?.id ?? null)
  await changeStatus(app, tx, order, {
    ...systemReason(code),
    changedBy: by?.id ?? request.made_by,
    ...(columns ? { status: 'processing', resumed: { columns } } : { status: 'rejected', ...end }),
  })
  await audit(app, tx, by ?? operator, action, order.id)
  return order.id
}
