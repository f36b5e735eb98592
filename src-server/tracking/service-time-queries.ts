import type { Db, Tx } from '../platform/db/database.ts'
import type { ServiceTimeTable } from '../platform/db/figure-tables.ts'

export async function replaceServiceTimes(tx: Tx, rows: readonly ServiceTimeTable[]): Promise<void> {
  await tx.deleteFrom('service_times').execute()
  if (rows.length > 0) await tx.insertInto('service_times').values(rows).execute()
}

/** When they were measured; undefined before that, and without samples. */
export async function findMeasuredAt(db: Db): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('service_times')
    .select((select) => select.fn.max('computed_at').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? undefined
}
