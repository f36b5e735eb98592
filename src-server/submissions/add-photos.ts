import { appealMessages } from '#shared/appeal.ts'
import { cardHints } from '#shared/card-hints.ts'
import { canTakePhotos, isMendedByPhotos } from '#shared/next-step.ts'
import type { AddPhotosInput } from '#shared/order-change-schema.ts'
import { morePhotos, submitProblemMessages } from '#shared/submission.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { listFilesOf } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { findOpenAppeal } from './appeal-queries.ts'
import { changeStatus } from './change-status.ts'
import { changeOnce } from './idempotency.ts'
import { eraseAtEnd } from './purge-submission.ts'
import { reasonCodeOf } from './reason-code-of.ts'
import { attachNewPhotos, receiveFromSeller } from './receive-from-seller.ts'
import { decidedAt, resumedPriceColumns } from './resumed-price.ts'
import { listStatusChanges } from './submission-queries.ts'
import { lockOwnOrder } from './submission-rules.ts'

const messages = {
  changed: "This order has changed, so your photos weren't sent. Look at its status first.",
  stillDeciding: "We're still finishing this decision. Please try again in a few seconds.",
  notMended: "New photos can't fix this order. Look at its next step first.",
  closed: "Photos can't be added to this order any more. Please sell the card again.",
}

/** Pending again, at its price for 48 hours, then at today's; committed when it resolves. A repeat changes nothing. */
export async function addPhotos(ctx: CallContext, customer: Actor, input: AddPhotosInput) {
  return changeOnce(ctx, 'add-photos', customer.id, input, async (tx, app) => {
    await reopen(app, tx, customer.id, input)
    await audit(app, tx, customer, 'submission.photos-added', input.id)
    return input.id
  })
}

async function reopen(app: AppContext, tx: Tx, customerId: string, input: AddPhotosInput) {
  const { clock } = app
  const order = await lockOwnOrder(tx, customerId, input.id)
  if (order.status !== 'rejected') throw conflict(messages.changed)
  if (await findOpenAppeal(tx, order.id)) throw conflict(appealMessages.waitForAnswer)
  if (!isMendedByPhotos(reasonCodeOf(order))) throw new AppError('unprocessable', messages.notMended)
  const now = timestamp(clock)
  const changes = await listStatusChanges(tx, order.id)
  if ((changes.at(-1)?.undo_until ?? '') > now) throw conflict(messages.stillDeciding)

  const number = await attachLacking(app, tx, order, input.fileIds)
  const code = securityCodeOf(app, order, number, input.securityCode)
  // The job that erases the former code may not have run since the undo window ended.
  if (order.security_code_encrypted !== null) await eraseAtEnd(app, tx, order, now)
  const { payoutAmount } = input
  const price = resumedPriceColumns(app, order, { decidedAt: decidedAt(order, changes), payoutAmount })
  const columns = {
    ...price,
    final_at: null,
    erase_code_at: null,
    ...(await receiveFromSeller(app, tx, order, { fileIds: [], securityCode: code })),
  }
  await changeStatus(app, tx, order, { status: 'pending', reason: null, changedBy: customerId, resumed: { columns } })
}

/** Returns the card number, which is there as long as the files. */
async function attachLacking(
  { keyring, catalogue }: AppContext,
  tx: Tx,
  order: SubmissionTable,
  fileIds: readonly string[],
): Promise<string> {
  const present = await listFilesOf(tx, order.id)
  const number = textIn(keyring, 'submissions', order, 'card_number_encrypted')
  const facts = { cardBrand: order.card_brand, fileCount: present.length, isErased: order.purged_at !== null }
  if (number === undefined || !canTakePhotos(facts)) throw new AppError('unprocessable', messages.closed)
  const count = await attachNewPhotos(tx, order, fileIds)
  const brand = catalogue.current.find(order.card_brand)
  if (brand && count < brand.rules.photosNeeded) throw invalid('files', morePhotos(brand))
  return number
}

/** The number, for a card that has one code, or that may lack a PIN. */
function securityCodeOf({ catalogue }: AppContext, order: SubmissionTable, number: string, typed: string): string {
  const brand = catalogue.current.find(order.card_brand)
  const hints = brand && cardHints(brand, order.card_condition ?? 'brand-new')
  const hasOneCode = hints !== undefined && hints.code === undefined
  if (hasOneCode || (hints?.mayLackCode && typed === '')) return number
  if (typed === '') throw invalid('securityCode', submitProblemMessages.securityCode)
  return typed
}
