import type { Db, Tx } from '../platform/db/database.ts'

/** Adds fingerprints to a submission's card; existing ones are kept. */
export async function insertCardFingerprints(tx: Tx, id: string, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length === 0) return
  await tx
    .insertInto('card_fingerprints')
    .values(fingerprints.map((fingerprint) => ({ submission_id: id, fingerprint })))
    .onConflict((same) => same.doNothing())
    .execute()
}

export async function listCardFingerprints(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('card_fingerprints').select('fingerprint').where('submission_id', '=', id).execute()
  return rows.map(({ fingerprint }) => fingerprint)
}

export async function deleteCardFingerprints(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('card_fingerprints').where('submission_id', '=', id).execute()
}
