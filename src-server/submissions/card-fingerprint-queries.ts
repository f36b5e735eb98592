import type { Db, Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

/** Existing ones are kept. */
export async function insertCardFingerprints(tx: Tx, id: string, fingerprints: readonly string[]) {
  if (fingerprints.length === 0) return
  await tx
    .insertInto('card_fingerprints')
    .values(fingerprints.map((fingerprint) => ({ submission_id: id, fingerprint })))
    .onConflict((same) => same.doNothing())
    .execute()
}

export async function listCardFingerprints(db: Db, id: string) {
  const rows = await db.selectFrom('card_fingerprints').select('fingerprint').where('submission_id', '=', id).execute()
  return rows.map(({ fingerprint }) => fingerprint)
}

/** The oldest submission before this one with one of these fingerprints. */
export async function findFirstWithCard(
  db: Db,
  submission: Pick<SubmissionTable, 'id' | 'created_at'>,
  prints: readonly string[],
) {
  if (prints.length === 0) return undefined
  return db
    .selectFrom('submissions')
    .select(['id', 'user_id', 'created_at'])
    .where('id', '!=', submission.id)
    .where('created_at', '<', submission.created_at)
    .where('id', 'in', (same) =>
      same.selectFrom('card_fingerprints').select('submission_id').where('fingerprint', 'in', prints),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
