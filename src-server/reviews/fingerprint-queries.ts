import type { Db, Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

/** Submissions with outdated fingerprints, by id after `after`. A partial index covers them. */
export async function listOfOlderRules(db: Db, { after, limit }: { after: string; limit: number }) {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('fingerprint_rules', 'is', null)
    .where('payout_details_encrypted', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns false when the payout details have been erased in between. */
export async function updateFingerprints(
  tx: Tx,
  id: string,
  changes: Partial<Pick<SubmissionTable, 'payout_fingerprint' | 'card_number_masked' | 'fingerprint_rules'>>,
) {
  const { numUpdatedRows } = await tx
    .updateTable('submissions')
    .set(changes)
    .where('id', '=', id)
    .where('payout_details_encrypted', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
