import type { PayoutDetails } from '#shared/payment-method.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { encrypt } from '../platform/encryption/encrypt.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { decryptPayout } from '../submissions/encrypted-columns.ts'

export function encryptDestination(keyring: Keyring, id: string, details: PayoutDetails): string {
  return encrypt(keyring, JSON.stringify(details), { table: 'payouts', column: 'details_encrypted', row: id })
}

export function decryptDestination(keyring: Keyring, payout: Pick<PayoutTable, 'id' | 'details_encrypted'>) {
  const text = textIn(keyring, 'payouts', payout, 'details_encrypted')
  return text === undefined ? undefined : (JSON.parse(text) as PayoutDetails)
}

/** Where a payout goes, by itself or by its order; undefined when that is erased. */
export function destinationOf({ keyring }: { keyring: Keyring }, payout: PayoutTable, order: SubmissionTable) {
  return decryptDestination(keyring, payout) ?? decryptPayout(keyring, order)
}
