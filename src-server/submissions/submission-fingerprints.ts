import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { cardFingerprints, formerCardFingerprints, payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { listCardFingerprints } from './card-fingerprint-queries.ts'
import { decryptPayout } from './payout-view.ts'

/** The stored ones and, while number and account are known, those of every data key and the former rules. */
export async function fingerprintsOf({ db, keyring }: { db: Db; keyring: Keyring }, submission: SubmissionTable) {
  const number = textIn(keyring, 'submissions', submission, 'card_number_encrypted')
  const payout = decryptPayout(keyring, submission)
  const { payout_fingerprint: ownPayout, card_brand: brand } = submission
  const ids = keyring.idsFor('fingerprint')
  const cards =
    number === undefined
      ? []
      : ids.flatMap((id) => [
          ...cardFingerprints(keyring, brand, number, id),
          ...formerCardFingerprints(keyring, brand, number, id),
        ])
  // Without a stored one, as of a deleted account, it must not match by account.
  const payouts =
    payout === undefined || ownPayout === null ? [] : ids.map((id) => payoutFingerprint(keyring, payout, id))
  return {
    card: [...new Set([...(await listCardFingerprints(db, submission.id)), ...cards])],
    payout: [...new Set([...(ownPayout === null ? [] : [ownPayout]), ...payouts])],
  }
}
