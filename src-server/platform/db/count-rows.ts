import type { SelectQueryBuilder } from 'kysely'

/** The number of rows of a query that selects no columns. */
export async function countRows<Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const counted = await rows.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number((counted as { count: number | string | bigint }).count)
}
