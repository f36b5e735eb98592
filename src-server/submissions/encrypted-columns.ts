import type { PayoutDetails } from '#shared/payment-method.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'

type EncryptedColumn = {
  [Column in keyof SubmissionTable]: Column extends `${string}_encrypted` ? Column : never
}[keyof SubmissionTable]

/** An empty text is stored as NULL. */
export function encryptColumn(keyring: Keyring, id: string, column: EncryptedColumn, text: string): string | null {
  return encryptText(keyring, text, { table: 'submissions', column, row: id })
}

/** Undefined when it is empty or erased. */
export function decryptColumn(keyring: Keyring, row: SubmissionTable, column: EncryptedColumn): string | undefined {
  return textIn(keyring, 'submissions', row, column)
}

/** Undefined for a registration record or when they are erased. */
export function decryptPayout(keyring: Keyring, row: SubmissionTable): PayoutDetails | undefined {
  const details = decryptColumn(keyring, row, 'payout_details_encrypted')
  return details === undefined ? undefined : (JSON.parse(details) as PayoutDetails)
}
