import type { PayoutDetails } from '#shared/payment-method.ts'
import type { PayoutTable } from '../db/money-tables.ts'
import { decrypt, encrypt } from '../encryption/encrypt.ts'
import type { Keyring } from '../encryption/keys.ts'

const place = (id: string) => ({ table: 'payouts', column: 'details_sealed', row: id })

/** Encrypts where the payout `id` goes. */
export function encryptDestination(keyring: Keyring, id: string, details: PayoutDetails): string {
  return encrypt(keyring, JSON.stringify(details), place(id))
}

/** Where a payout goes; undefined when that is erased, or was never stored with the payout. */
export function decryptDestination(
  keyring: Keyring,
  { id, details_sealed }: Pick<PayoutTable, 'id' | 'details_sealed'>,
): PayoutDetails | undefined {
  return details_sealed === null
    ? undefined
    : (JSON.parse(decrypt(keyring, details_sealed, place(id))) as PayoutDetails)
}
