import type { SelectQueryBuilder } from 'kysely'

/** The number of rows of a query that selects no columns. */
export async function countRows<Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const counted = rows.select(({ fn }) => fn.countAll().as('count')).$castTo<{ count: string | number | bigint }>()
  return Number((await counted.executeTakeFirstOrThrow()).count)
}
