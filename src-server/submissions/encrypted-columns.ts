import type { PayoutDetails } from '#shared/payment-method.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import type { Keyring } from '../encryption/keys.ts'
import { seal, unseal } from '../encryption/encrypt.ts'

type SealedColumn = {
  [Column in keyof SubmissionTable]: Column extends `${string}_sealed` ? Column : never
}[keyof SubmissionTable]

/** The value of a sealed column of a submission; an empty text is stored as nothing. */
export function sealColumn(keyring: Keyring, id: string, column: SealedColumn, text: string): string | null {
  return text === '' ? null : seal(keyring, text, { table: 'submissions', column, row: id })
}

/** The text of a sealed column; undefined when there is none, or when it has been erased. */
export function openColumn(keyring: Keyring, row: SubmissionTable, column: SealedColumn): string | undefined {
  const sealed = row[column]
  return sealed === null ? undefined : unseal(keyring, sealed, { table: 'submissions', column, row: row.id })
}

/** Where the money of an order goes; undefined for a registration record. */
export function openPayout(keyring: Keyring, row: SubmissionTable): PayoutDetails | undefined {
  const details = openColumn(keyring, row, 'payout_details_sealed')
  return details === undefined ? undefined : (JSON.parse(details) as PayoutDetails)
}
