import type { Db } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { cardFingerprints, formerCardFingerprints, payoutFingerprint } from '../encryption/fingerprint.ts'
import type { Keyring } from '../encryption/keys.ts'
import { listCardFingerprints } from './card-fingerprint-queries.ts'
import { decryptColumn, decryptPayout } from './encrypted-columns.ts'

/**
 * By which other orders of the same card and the same account are found, whichever data key they were made with: its own
 * fingerprints and, while number and account are known, those of every key and of the rules before.
 */
export async function fingerprintsOf(
  { db, keyring }: { db: Db; keyring: Keyring },
  order: SubmissionTable,
): Promise<{ card: string[]; payout: string[] }> {
  const number = decryptColumn(keyring, order, 'card_number_sealed')
  const payout = decryptPayout(keyring, order)
  const { payout_fingerprint: ownPayout, card_brand: brand } = order
  const ids = keyring.idsFor('fingerprint')
  const cards =
    number === undefined
      ? []
      : ids.flatMap((id) => [
          ...cardFingerprints(keyring, brand, number, id),
          ...formerCardFingerprints(keyring, brand, number, id),
        ])
  // One without a fingerprint, as of a deleted account, is looked for by none.
  const payouts =
    payout === undefined || ownPayout === null ? [] : ids.map((id) => payoutFingerprint(keyring, payout, id))
  return {
    card: [...new Set([...(await listCardFingerprints(db, order.id)), ...cards])],
    payout: [...new Set([...(ownPayout === null ? [] : [ownPayout]), ...payouts])],
  }
}
