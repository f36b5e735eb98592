import type { PayoutDetails } from '#shared/payment-method.ts'
import { findSavedPayout } from '../accounts/payment-methods.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { decryptPayout } from '../submissions/payout-view.ts'

export function encryptDestination(keyring: Keyring, id: string, details: PayoutDetails) {
  return encryptText(keyring, 'payouts', id, 'details_encrypted', JSON.stringify(details))
}

export function decryptDestination(keyring: Keyring, payout: Pick<PayoutTable, 'id' | 'details_encrypted'>) {
  const text = textIn(keyring, 'payouts', payout, 'details_encrypted')
  return text === undefined ? undefined : (JSON.parse(text) as PayoutDetails)
}

/** Where a payout goes, by itself or by its order; undefined when that is erased. */
export function destinationOf({ keyring }: { keyring: Keyring }, payout: PayoutTable, order: SubmissionTable) {
  return decryptDestination(keyring, payout) ?? decryptPayout(keyring, order)
}

/** Where other money for the seller of a payout goes: where it went, or to the saved method of its type. */
export async function destinationOnFile(app: AppContext, tx: Tx, payout: PayoutTable, order: SubmissionTable) {
  const { user_id, method_type: type } = payout
  return destinationOf(app, payout, order) ?? (await findSavedPayout(app, tx, user_id, { type }))
}
