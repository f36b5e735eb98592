import type { PayoutDetails } from '#shared/payment-method.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { decrypt, encrypt } from '../platform/encryption/encrypt.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { decryptPayout } from '../submissions/encrypted-columns.ts'

const place = (id: string) => ({ table: 'payouts', column: 'details_encrypted', row: id })

export function encryptDestination(keyring: Keyring, id: string, details: PayoutDetails): string {
  return encrypt(keyring, JSON.stringify(details), place(id))
}

export function decryptDestination(
  keyring: Keyring,
  { id, details_encrypted }: Pick<PayoutTable, 'id' | 'details_encrypted'>,
): PayoutDetails | undefined {
  return details_encrypted === null
    ? undefined
    : (JSON.parse(decrypt(keyring, details_encrypted, place(id))) as PayoutDetails)
}

/** Where a payout goes, by itself or by its order; undefined when that is erased. */
export function destinationOf({ keyring }: { keyring: Keyring }, payout: PayoutTable, order: SubmissionTable) {
  return decryptDestination(keyring, payout) ?? decryptPayout(keyring, order)
}
