import type { PayoutDetails } from '#shared/payment-method.ts'
import { isPaymentType } from '#shared/payment-type.ts'
import { submitProblemMessages } from '#shared/submission.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { submissionWarnings } from '#shared/submission-warnings.ts'
import { countTrade } from '../accounts/account-queries.ts'
import { findSavedPayout, markPaymentMethodUsed, refuseToken, savePaymentMethod } from '../accounts/payment-methods.ts'
import type { AppContext, CallContext } from '../context.ts'
import { attachFiles, choosableFiles } from '../files/attach-files.ts'
import type { StoredFile } from '../files/store-file.ts'
import { inShortTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { cardFingerprints } from '../platform/encryption/fingerprint.ts'
import { AppError } from '../platform/errors.ts'
import { isId, newId } from '../platform/ids.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { insertCardFingerprints } from './card-fingerprint-queries.ts'
import { findRepeat, rememberRequest, submitRequest } from './idempotency.ts'
import { newSubmission, type Submitter } from './new-submission.ts'
import { type Price, submittedPrice } from './quotes.ts'
import { findFormerOrder } from './resubmission.ts'
import { mailSubmission } from './submission-email.ts'
import { insertSubmission, lockSubmission } from './submission-queries.ts'
import { assertSamePrice, assertSubmittable, goneFile, newPayout, withCode } from './submission-rules.ts'

/** Committed when it resolves. A repeat returns the first submission (`isRepeat`) and creates no `received` file. */
export async function submitExchange(
  ctx: CallContext,
  customer: Submitter,
  sent: SubmitInput,
  received: readonly StoredFile[] = [],
) {
  const { app } = ctx
  const request = submitRequest(customer.id, sent, received)
  const earlier = await findRepeat(app, app.db, request)
  if (earlier) return { submissionId: earlier, isRepeat: true }
  if (app.disk.isLow()) throw app.disk.rejection()

  if (sent.savePaymentMethod) refuseToken(customer)
  const { resubmitOf } = sent
  const former = resubmitOf === undefined ? undefined : await findFormerOrder(app, app.db, customer.id, sent)
  const price = await submittedPrice(app, sent, former?.rate)
  const input = withCode(sent, price.brand)
  assertSubmittable(input, price.brand, input.fileIds.length + received.length)
  assertSamePrice(app, input, price)
  const payout = await payoutOf(app, customer.id, input)
  const row = newSubmission(app, customer, input, { price, payout, former: former?.order })

  const made = await inShortTransaction(ctx, async (tx) => {
    const submissionId = await findRepeat(app, tx, request)
    if (submissionId) return { submissionId, isRepeat: true }
    if (resubmitOf !== undefined) {
      // Locks the customer first, as every change of an order does.
      await lockSubmission(tx, resubmitOf)
      await findFormerOrder(app, tx, customer.id, input)
    }
    const files = await choosableFiles(tx, customer.id, { fileIds: input.fileIds, received }, goneFile)
    assertSubmittable(input, price.brand, files.length)
    await insertSubmission(tx, row)
    await insertCardFingerprints(tx, row.id, cardFingerprints(app.keyring, row.card_brand, input.cardNumber))
    await countTrade(tx, customer.id)
    await attachFiles(tx, customer.id, { submissionId: row.id }, files, received)
    await table('status_changes').insert(tx, {
      id: newId(),
      submission_id: row.id,
      version: row.version,
      to_status: row.status,
      changed_by: customer.id,
      changed_at: row.created_at,
    })
    const methodId = await usedMethodId(app, tx, customer, input, payout)
    if (methodId !== undefined) await markPaymentMethodUsed(app, tx, methodId)
    await rememberRequest(app, tx, request, row.id)
    await enqueueMail(tx, app, customer, { kind: 'order-received', name: customer.name, order: mailSubmission(row) })
    await app.events.emit(tx, { name: 'submission.created', submissionId: row.id, customerId: customer.id })
    return { submissionId: row.id, isRepeat: false }
  })
  if (made.isRepeat) return made
  app.warningCounts.add(warnedFields(app, input, { price, payout }))
  return made
}

/** Saved by this order if it says so; undefined for a method that is not saved. */
async function usedMethodId(
  app: AppContext,
  tx: Tx,
  customer: Submitter,
  { paymentMethod, savePaymentMethod: saves }: SubmitInput,
  payout: PayoutDetails,
) {
  if (!isPaymentType(paymentMethod)) return paymentMethod
  return saves ? (await savePaymentMethod(app, tx, customer, payout)).id : undefined
}

function warnedFields(
  { clock }: AppContext,
  input: SubmitInput,
  { price, payout }: { price: Price; payout: PayoutDetails },
) {
  const facts = {
    ...input,
    brand: price.brand,
    condition: input.cardCondition,
    payout: isPaymentType(input.paymentMethod) ? payout : undefined,
  }
  return submissionWarnings(facts, clock.now()).map(({ field }) => field)
}

async function payoutOf(app: AppContext, customerId: string, input: SubmitInput) {
  const { paymentMethod } = input
  if (isPaymentType(paymentMethod)) return newPayout({ ...input, paymentMethod })
  const saved = await findSavedPayout(app, app.db, customerId, { id: paymentMethod })
  if (saved) return saved
  // An id that is well-formed is missing or not theirs; anything else is malformed input.
  const code = isId(paymentMethod) ? 'not_found' : 'bad_request'
  throw new AppError(code, submitProblemMessages.paymentMethod, { field: 'paymentMethod' })
}
