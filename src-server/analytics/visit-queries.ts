import type { Db, Tx } from '../platform/db/database.ts'
import type { VisitCountTable } from '../platform/db/operations-tables.ts'

export async function addVisitCounts(tx: Tx, rows: readonly VisitCountTable[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('visit_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['what', 'starts_at', 'page'])
        .doUpdateSet((set) => ({ count: set('visit_counts.count', '+', set.ref('excluded.count')) })),
    )
    .execute()
}

export async function deleteMinutesBefore(tx: Tx, startsAt: string) {
  await tx.deleteFrom('visit_counts').where('what', '=', 'views-by-minute').where('starts_at', '<', startsAt).execute()
}

export async function sumViews(db: Db) {
  const { views } = await db
    .selectFrom('visit_counts')
    .select((select) => select.fn.sum<number | null>('count').as('views'))
    .where('what', '=', 'views')
    .executeTakeFirstOrThrow()
  return views ?? 0
}

export async function listVisitCounts(db: Db, what: VisitCountTable['what'], since: string) {
  return db
    .selectFrom('visit_counts')
    .select(['starts_at', 'page', 'count'])
    .where('what', '=', what)
    .where('starts_at', '>=', since)
    .execute()
}
