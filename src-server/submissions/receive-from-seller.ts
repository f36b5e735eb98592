import { maskCardNumber } from '#shared/card-number.ts'
import { requestMessages } from '#shared/information-request.ts'
import { MAX_FILES_PER_SUBMISSION, uploadMessages } from '#shared/upload.ts'
import type { AppContext } from '../context.ts'
import { attachFiles, choosableFiles } from '../files/attach-files.ts'
import { distinctFiles } from '../files/distinct-files.ts'
import { listFilesOf } from '../files/file-queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { type EncryptedColumn, encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import { cardFingerprints } from '../platform/encryption/fingerprint.ts'
import { invalid } from '../platform/errors.ts'
import { insertCardFingerprints } from './card-fingerprint-queries.ts'
import { goneFile } from './submission-rules.ts'

/** Empty texts leave a field as it is. */
type Sent = { fileIds: readonly string[]; cardNumber?: string; securityCode?: string; expiringDate?: string }

/** Returns changed columns of the locked order. Fingerprints of a former number stay, so that its card is found. */
export async function receiveFromSeller(
  { keyring }: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { fileIds, cardNumber = '', securityCode = '', expiringDate = '' }: Sent,
): Promise<Partial<SubmissionTable>> {
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
export async function attachNewPhotos(tx: Tx, order: SubmissionTable, fileIds: readonly string[]): Promise<number> {
  const present = await listFilesOf(tx, order.id)
  const chosen = await choosableFiles(tx, order.user_id, { fileIds, received: [] }, goneFile)
  const added = distinctFiles([...present, ...chosen]).filter(({ id }) => chosen.some((file) => file.id === id))
  if (added.length === 0) throw invalid('files', requestMessages.repeatedPhotos)
  const count = present.length + added.length
  if (count > MAX_FILES_PER_SUBMISSION) throw invalid('files', uploadMessages.tooMany)
  await attachFiles(tx, order.user_id, { submissionId: order.id }, added, [], (present.at(-1)?.position ?? -1) + 1)
  return count
}
