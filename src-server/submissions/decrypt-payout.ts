import type { PayoutDetails } from '#shared/payment-method.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'

/** Undefined for a registration record or when they are erased. */
export function decryptPayout(keyring: Keyring, row: SubmissionTable): PayoutDetails | undefined {
  const details = textIn(keyring, 'submissions', row, 'payout_details_encrypted')
  return details === undefined ? undefined : (JSON.parse(details) as PayoutDetails)
}
