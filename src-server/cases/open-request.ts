import { requestMessages } from '#shared/information-request.ts'
import type { Decided } from '#shared/review-schema.ts'
import { openStatuses } from '#shared/submission.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { findLivePayout } from '../payouts/decision-money.ts'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { InformationRequestTable } from '../platform/db/request-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptAnyText } from '../platform/encryption/encrypted-text.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { makeDecision } from '../reviews/make-decision.ts'
import { endLock } from '../reviews/review-lock.ts'
import { changeStatus, systemReason } from '../submissions/change-status.ts'
import type { OrderMailFacts } from '../submissions/submission-email.ts'
import { reasonForMail } from '../submissions/submission-email.ts'

const steps = {
  fix: { action: 'request.made', code: 'fix-asked' },
  offer: { action: 'offer.made', code: 'offer-made' },
} as const

type NewRequest = Pick<InformationRequestTable, 'kind'> & Partial<InformationRequestTable>
/** What staff ask of the seller: its row and its mail. `detail` belongs into the audit entry. */
type Question = {
  request: NewRequest
  mail: (sent: { words: string | null; until: string }) => OrderMailFacts
  detail: string
}
type Input = { submissionId: string; version: number; words?: string | undefined; undoable?: boolean | undefined }

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
    const { action, code } = steps[request.kind]
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
