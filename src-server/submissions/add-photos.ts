import { appealMessages } from '#shared/appeal.ts'
import { cardHints } from '#shared/card-hints.ts'
import { maskCardNumber } from '#shared/card-number.ts'
import { requestMessages } from '#shared/information-request.ts'
import { canTakePhotos, isMendedByPhotos } from '#shared/next-step.ts'
import type { AddPhotosInput } from '#shared/order-change-schema.ts'
import { morePhotos, submitProblemMessages } from '#shared/submission.ts'
import { MAX_FILES_PER_SUBMISSION, uploadMessages } from '#shared/upload.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { attachFiles, choosableFiles } from '../files/attach-files.ts'
import { distinctFiles } from '../files/distinct-files.ts'
import { listFilesOf } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { type EncryptedColumn, encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import { cardFingerprints } from '../platform/encryption/fingerprint.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { insertCardFingerprints } from './card-fingerprint-queries.ts'
import { findOpenAppeal } from './case-queries.ts'
import { changeStatus, reasonCodeOf } from './change-status.ts'
import { changeOnce } from './idempotency.ts'
import { eraseAtEnd } from './purge-submission.ts'
import { decidedAt, resumedPriceColumns } from './resubmission.ts'
import { listStatusChanges } from './submission-queries.ts'
import { goneFile, lockOwnOrder } from './submission-rules.ts'

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
) {
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
function securityCodeOf({ catalogue }: AppContext, order: SubmissionTable, number: string, typed: string) {
  const brand = catalogue.current.find(order.card_brand)
  const hints = brand && cardHints(brand, order.card_condition ?? 'brand-new')
  const hasOneCode = hints !== undefined && hints.code === undefined
  if (hasOneCode || (hints?.mayLackCode && typed === '')) return number
  if (typed === '') throw invalid('securityCode', submitProblemMessages.securityCode)
  return typed
}

/** Empty texts leave a field as it is. */
type Sent = { fileIds: readonly string[]; cardNumber?: string; securityCode?: string; expiringDate?: string }

/** Returns changed columns of the locked order. Fingerprints of a former number stay, so that its card is found. */
export async function receiveFromSeller(
  { keyring }: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { fileIds, cardNumber = '', securityCode = '', expiringDate = '' }: Sent,
) {
  if (fileIds.length > 0) await attachNewPhotos(tx, order, fileIds)
  const { id, card_brand: brand } = order
  const columns: Partial<SubmissionTable> = {}
  const encrypted = (column: EncryptedColumn<'submissions'>, text: string) =>
    encryptText(keyring, 'submissions', id, column, text)
  if (cardNumber) {
    columns.card_number_encrypted = encrypted('card_number_encrypted', cardNumber)
    await insertCardFingerprints(tx, id, cardFingerprints(keyring, brand, cardNumber))
  }
  if (securityCode) columns.security_code_encrypted = encrypted('security_code_encrypted', securityCode)
  if (expiringDate) columns.expiring_date_encrypted = encrypted('expiring_date_encrypted', expiringDate)
  const number = cardNumber || textIn(keyring, 'submissions', order, 'card_number_encrypted')
  if ((cardNumber || securityCode) && number !== undefined) {
    const code = securityCode || textIn(keyring, 'submissions', order, 'security_code_encrypted')
    columns.card_number_masked = maskCardNumber(number, brand, code)
  }
  return columns
}

/** Returns the number of photos that the order has then. */
async function attachNewPhotos(tx: Tx, order: SubmissionTable, fileIds: readonly string[]) {
  const present = await listFilesOf(tx, order.id)
  const chosen = await choosableFiles(tx, order.user_id, { fileIds, received: [] }, goneFile)
  const added = distinctFiles([...present, ...chosen]).filter(({ id }) => chosen.some((file) => file.id === id))
  if (added.length === 0) throw invalid('files', requestMessages.repeatedPhotos)
  const count = present.length + added.length
  if (count > MAX_FILES_PER_SUBMISSION) throw invalid('files', uploadMessages.tooMany)
  await attachFiles(tx, order.user_id, { submissionId: order.id }, added, [], (present.at(-1)?.position ?? -1) + 1)
  return count
}
