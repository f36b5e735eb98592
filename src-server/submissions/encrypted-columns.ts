import type { PayoutDetails } from '#shared/payment-method.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { decrypt, encrypt } from '../encryption/encrypt.ts'
import type { Keyring } from '../encryption/keys.ts'

type EncryptedColumn = {
  [Column in keyof SubmissionTable]: Column extends `${string}_sealed` ? Column : never
}[keyof SubmissionTable]

/** The value of an encrypted column of a submission; an empty text is stored as nothing. */
export function encryptColumn(keyring: Keyring, id: string, column: EncryptedColumn, text: string): string | null {
  return text === '' ? null : encrypt(keyring, text, { table: 'submissions', column, row: id })
}

/** The text of an encrypted column; undefined when there is none, or when it has been erased. */
export function decryptColumn(keyring: Keyring, row: SubmissionTable, column: EncryptedColumn): string | undefined {
  const encrypted = row[column]
  return encrypted === null ? undefined : decrypt(keyring, encrypted, { table: 'submissions', column, row: row.id })
}

/** Where the money of an order goes; undefined for a registration record. */
export function decryptPayout(keyring: Keyring, row: SubmissionTable): PayoutDetails | undefined {
  const details = decryptColumn(keyring, row, 'payout_details_sealed')
  return details === undefined ? undefined : (JSON.parse(details) as PayoutDetails)
}
