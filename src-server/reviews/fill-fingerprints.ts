import { maskCardNumber } from '#shared/card-number.ts'
import type { AppContext, ServerContext } from '../context.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { cardFingerprints, FINGERPRINT_RULES, payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import { insertCardFingerprints } from '../submissions/card-fingerprint-queries.ts'
import { decryptPayout } from '../submissions/payout-view.ts'
import { listOfOlderRules, updateFingerprints } from './review-queries.ts'

/** Per transaction: small, so that other writers do not wait long. */
const BATCH = 100
const MOST = 5_000

/** Recomputes what older rules made; returns how many. Without its number a card keeps fingerprints and mask. */
export async function fillFingerprints(app: ServerContext) {
  let filled = 0
  for (let after = ''; filled < MOST; ) {
    const rows = await listOfOlderRules(app.db, { after, limit: BATCH })
    const found = rows.flatMap((row) => newFingerprints(app, row) ?? [])
    await inServerTransaction(app.db, async (tx) => {
      for (const { id, cards, ...changes } of found)
        if (await updateFingerprints(tx, id, { ...changes, fingerprint_rules: FINGERPRINT_RULES }))
          await insertCardFingerprints(tx, id, cards)
    })
    filled += found.length
    after = rows.at(-1)?.id ?? after
    if (rows.length < BATCH) break
  }
  return filled
}

function newFingerprints({ keyring, log }: AppContext, row: SubmissionTable) {
  const { id, card_brand: brand } = row
  try {
    const [payout, number] = [decryptPayout(keyring, row), textIn(keyring, 'submissions', row, 'card_number_encrypted')]
    if (!payout) return undefined
    const code = textIn(keyring, 'submissions', row, 'security_code_encrypted')
    return {
      id,
      cards: number === undefined ? [] : cardFingerprints(keyring, brand, number),
      payout_fingerprint: payoutFingerprint(keyring, payout),
      ...(number !== undefined && { card_number_masked: maskCardNumber(number, brand, code) }),
    }
  } catch {
    log.error({ submissionId: id }, 'could not compute the fingerprints of a submission')
    return undefined
  }
}
