import {
  isWantedField,
  requestMessages,
  type WantedItem,
  wantedFields,
  wantedPhotos,
} from '#shared/information-request.ts'
import type { AnswerRequestInput } from '#shared/information-request-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { InformationRequestTable } from '../platform/db/request-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict, invalid, notFound } from '../platform/errors.ts'
import { deleteUnsentMail } from '../platform/mail/outbox-queries.ts'
import { receiveFromSeller } from '../submissions/add-photos.ts'
import { closeOpenRequest } from '../submissions/case-queries.ts'
import { changeStatus, type NewStatus, systemReason } from '../submissions/change-status.ts'
import { changeOnce } from '../submissions/idempotency.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'

/** Returns the id of the order. A repeat with the same idempotency key changes nothing. */
export async function answerRequest(ctx: CallContext, customer: Actor, input: AnswerRequestInput) {
  return changeOnce(ctx, 'answer-request', customer.id, input, async (tx, app) => {
    const orderId = await receive(app, tx, customer.id, input)
    await audit(app, tx, customer, 'request.answered', orderId)
    return orderId
  })
}

async function receive(app: AppContext, tx: Tx, customerId: string, input: AnswerRequestInput) {
  const { request, order } = await lockOpenRequest(app, tx, customerId, input.id, 'fix')
  const wants = JSON.parse(request.wants ?? '[]') as WantedItem[]
  assertAnswered(wants, input)
  const columns = await receiveFromSeller(app, tx, order, input)
  await changeByAnswer(app, tx, order, {
    state: 'answered',
    status: 'processing',
    ...systemReason('fix-sent'),
    resumed: { columns: { ...columns, request_state: 'answered' } },
  })
  return order.id
}

function assertAnswered(wants: readonly WantedItem[], input: AnswerRequestInput) {
  for (const [item, field] of Object.entries(wantedFields) as [keyof typeof wantedFields, keyof AnswerRequestInput][]) {
    const isWanted = wants.includes(item)
    if (isWanted && !input[field]) throw invalid(field, requestMessages.missingField[item])
    if (!isWanted && input[field]) throw invalid(field, requestMessages.notWanted)
  }
  const photos = wants.filter((item) => !isWantedField(item) && wantedPhotos.includes(item)).length
  const count = new Set(input.fileIds).size
  if (count < photos) throw invalid('files', requestMessages.missingPhotos(photos))
  if (photos === 0 && count > 0) throw invalid('files', requestMessages.notWanted)
}

export async function lockOpenRequest(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  customerId: string,
  id: string,
  kind: InformationRequestTable['kind'],
) {
  const found = await table('information_requests').find(tx, { id })
  const order = found && (await lockSubmission(tx, found.submission_id))
  if (!found || order?.user_id !== customerId || found.kind !== kind) throw notFound()
  // Read again behind the lock: it may have been closed since.
  const request = await table('information_requests').find(tx, { id })
  // The job that closes it may be late.
  const isOpen = request?.state === 'open' && request.due_at > timestamp(clock)
  if (!isOpen) throw conflict(requestMessages.closed)
  return { request, order }
}

/** Also drops the mail about the request, if it still waits for the end of the undo: its seller does not know of it. */
export async function closeRequest(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  state: InformationRequestTable['state'],
  by: string,
) {
  const request = await closeOpenRequest(app, tx, order, { state, closed_by: by })
  const change = await table('status_changes').find(tx, { submission_id: order.id, version: order.version })
  return { request, isUnknown: change?.mail_id ? await deleteUnsentMail(tx, change.mail_id) : false }
}

type Answer = Omit<NewStatus, 'changedBy'> & { state: InformationRequestTable['state'] }

/** Closes the open request of this order, and changes its status, as its customer answered. */
export async function changeByAnswer(app: AppContext, tx: Tx, order: SubmissionTable, { state, ...change }: Answer) {
  const changedBy = order.user_id
  await closeRequest(app, tx, order, state, changedBy)
  await changeStatus(app, tx, order, { ...change, changedBy })
}
