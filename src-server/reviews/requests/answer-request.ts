import {
  isWantedField,
  requestMessages,
  type WantedItem,
  wantedFields,
  wantedPhotos,
} from '#shared/information-request.ts'
import type { AnswerRequestInput } from '#shared/information-request-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { changeOnce } from '../../submissions/idempotency.ts'
import { receiveFromSeller } from '../../submissions/receive-from-seller.ts'
import { systemReason } from '../../submissions/system-reason.ts'
import { changeByAnswer, lockOpenRequest } from './lock-request.ts'

/** Returns the id of the order. A repeat with the same idempotency key changes nothing. */
export async function answerRequest(ctx: CallContext, customer: Actor, input: AnswerRequestInput) {
  return changeOnce(ctx, 'answer-request', customer.id, input, async (tx, app) => {
    const orderId = await receive(app, tx, customer.id, input)
    await audit(app, tx, customer, 'request.answered', orderId)
    return orderId
  })
}

async function receive(app: AppContext, tx: Tx, customerId: string, input: AnswerRequestInput): Promise<string> {
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

function assertAnswered(wants: readonly WantedItem[], input: AnswerRequestInput): void {
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
