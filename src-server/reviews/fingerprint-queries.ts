import type { Db, Tx } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'

/** Orders from before fingerprints, at most `limit`; a partial index holds just these. */
export async function listWithoutPayoutFingerprint(db: Db, limit: number): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('payout_fingerprint', 'is', null)
    .where('payout_details_sealed', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Does nothing to an order whose details have gone meanwhile. */
export async function updatePayoutFingerprint(tx: Tx, id: string, fingerprint: string): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ payout_fingerprint: fingerprint })
    .where('id', '=', id)
    .where('payout_details_sealed', 'is not', null)
    .execute()
}
