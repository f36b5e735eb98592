import type { SubmissionTable } from '../db/submission-tables.ts'
import { cardFingerprint, payoutFingerprint } from '../vault/fingerprint.ts'
import type { Keyring } from '../vault/keys.ts'
import { openColumn, openPayout } from './sealed-columns.ts'

/**
 * By which other orders of the same card and the same account are found, whichever data key they were made with: its own
 * fingerprint and, while number and account are known, those of every key there has been.
 */
export function fingerprintsOf(keyring: Keyring, order: SubmissionTable): { card: string[]; payout: string[] } {
  const number = openColumn(keyring, order, 'card_number_sealed')
  const payout = openPayout(keyring, order)
  const ids = keyring.idsFor('fingerprint')
  const others = {
    card: number === undefined ? [] : ids.map((id) => cardFingerprint(keyring, order.card_brand, number, id)),
    payout: payout === undefined ? [] : ids.map((id) => payoutFingerprint(keyring, payout, id)),
  }
  return {
    card: withOwn(order.card_fingerprint, others.card),
    payout: withOwn(order.payout_fingerprint, others.payout),
  }
}

/** One without a fingerprint, as of a deleted account, is looked for by none. */
function withOwn(own: string | null, others: readonly string[]): string[] {
  return own === null ? [] : [...new Set([own, ...others])]
}
