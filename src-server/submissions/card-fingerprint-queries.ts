import { sql } from 'kysely'
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

/** Without other tries to sell the same card, and without a former order whose offer was declined. */
export async function listFlagKinds(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const cards = await db
    .selectFrom('card_fingerprints as own')
    .select('own.submission_id as id')
    .distinct()
    .where('own.submission_id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('card_fingerprints as same')
          .select('same.submission_id')
          .whereRef('same.fingerprint', '=', 'own.fingerprint')
          .whereRef('same.submission_id', '!=', 'own.submission_id')
          .where(firstOrder('same.submission_id'), '!=', firstOrder('own.submission_id'))
          .where(isNoOwnDeclined),
      ),
    )
    .execute()
  const payouts = await db
    .selectFrom('submissions as own')
    .select('own.id')
    .where('own.id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('submissions as same')
          .select('same.id')
          .whereRef('same.payout_fingerprint', '=', 'own.payout_fingerprint')
          .whereRef('same.user_id', '!=', 'own.user_id'),
      ),
    )
    .execute()
  const photos = [...(await withSameFile(db, ids, 'sha256')), ...(await withSameFile(db, ids, 'rendition_sha256'))]
  return [
    ...cards.map(({ id }) => ({ submissionId: id, kind: 'same-card' as const })),
    ...[...new Set(photos.map(({ id }) => id))].map((id) => ({ submissionId: id, kind: 'same-photo' as const })),
    ...payouts.map(({ id }) => ({ submissionId: id, kind: 'same-payout' as const })),
  ]
}

/** The other order did not end with an offer that the same customer did not accept. */
const isNoOwnDeclined = sql<boolean>`not exists (
  select 1 from information_requests inner join submissions on submissions.id = information_requests.submission_id
  where information_requests.submission_id = same.submission_id
    and kind = 'offer' and state in ('declined', 'expired') and submissions.status = 'rejected'
    and user_id = (select user_id from submissions where id = own.submission_id))`

/** Only orders that match another are looked up. */
function firstOrder(submissionId: 'same.submission_id' | 'own.submission_id') {
  return sql`(select coalesce(first_order_id, id) from submissions where id = ${sql.ref(submissionId)})`
}

/** `exists` stops at the first match: one photo may be in thousands of orders. */
function withSameFile(db: Db, ids: readonly string[], hash: 'sha256' | 'rendition_sha256') {
  return db
    .selectFrom('files as own')
    .select((select) => select.ref('own.submission_id').$notNull().as('id'))
    .distinct()
    .where('own.submission_id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('files as same')
          .select('same.id')
          .whereRef(`same.${hash}`, '=', `own.${hash}`)
          .where('same.submission_id', 'is not', null)
          .whereRef('same.submission_id', '!=', 'own.submission_id')
          .where(firstOrder('same.submission_id'), '!=', firstOrder('own.submission_id')),
      ),
    )
    .execute()
}
