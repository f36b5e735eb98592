import type { AnswerRequestInput, MakeRequestInput, WithdrawRequestInput } from '#shared/case-schema.ts'
import { requestMessages, type WantedItem, wantedFields } from '#shared/information-request.ts'
import type { Decided } from '#shared/review-schema.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { MAX_FILES_PER_SUBMISSION } from '#shared/upload.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { listFilesOf } from '../files/file-queries.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { makeDecision } from '../reviews/make-decision.ts'
import { receiveFromSeller } from '../submissions/add-photos.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { changeOnce } from '../submissions/idempotency.ts'
import { askSeller, closeRequest, endRequest, lockOpenRequest } from './case-steps.ts'

export async function makeRequest(ctx: CallContext, staff: Actor, input: MakeRequestInput): Promise<Decided> {
  return askSeller(ctx, staff, input, async (tx, order) => {
    const wants = [...new Set(input.wants)]
    const photos = countPhotos(wants)
    const present = await listFilesOf(tx, order.id)
    if (photos > 0 && present.length + photos > MAX_FILES_PER_SUBMISSION)
      throw new AppError('unprocessable', requestMessages.noRoom, { field: 'wants' })
    return {
      request: { kind: 'fix', wants: JSON.stringify(wants) },
      mail: (sent) => ({ kind: 'request-made', wants, ...sent }),
      detail: wants.join(' '),
    }
  })
}

const countPhotos = (wants: readonly WantedItem[]) => wants.filter((item) => !(item in wantedFields)).length

/** Returns the id of the order. A repeat with the same idempotency key changes nothing. */
export async function answerRequest(ctx: CallContext, customer: Actor, input: AnswerRequestInput) {
  return changeOnce(ctx, 'answer-request', customer.id, input, async (tx, app) => {
    const asked = await lockOpenRequest(app, tx, customer, input.id, 'fix')
    assertAnswered(JSON.parse(asked.request.wants ?? '[]'), input)
    const received = await receiveFromSeller(app, tx, asked.order, input)
    const columns = { ...received, request_state: 'answered' } as const
    return endRequest(app, tx, asked, { state: 'answered', by: customer, columns })
  })
}

function assertAnswered(wants: readonly WantedItem[], input: AnswerRequestInput) {
  for (const [item, field] of Object.entries(wantedFields) as [keyof typeof wantedFields, keyof AnswerRequestInput][]) {
    const isWanted = wants.includes(item)
    if (isWanted && !input[field]) throw invalid(field, requestMessages.missingField[item])
    if (!isWanted && input[field]) throw invalid(field, requestMessages.notWanted)
  }
  const photos = countPhotos(wants)
  const count = new Set(input.fileIds).size
  if (count < photos) throw invalid('files', requestMessages.missingPhotos(photos))
  if (photos === 0 && count > 0) throw invalid('files', requestMessages.notWanted)
}

/** The seller gets a mail, unless they got none about the request yet. */
export async function withdrawRequest(ctx: CallContext, staff: Actor, { submissionId }: WithdrawRequestInput) {
  return makeDecision(ctx, staff, { submissionId }, async (tx, { order, audit }, app) => {
    const { request, isUnknown } = await closeRequest(app, tx, order, 'withdrawn', staff.id)
    if (!request) throw conflict(requestMessages.notOpen)
    await changeStatus(app, tx, order, {
      status: 'processing',
      reason: statusReasons.processing[0] ?? null,
      changedBy: staff.id,
      ...(isUnknown
        ? { isUnmailed: true }
        : { mail: { kind: request.kind === 'fix' ? 'request-closed' : 'offer-closed', outcome: 'withdrawn' } }),
    })
    await audit('request.withdrawn', request.kind)
  })
}
