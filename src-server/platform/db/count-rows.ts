import type { SelectQueryBuilder, Simplify, UpdateResult } from 'kysely'

/** The number of rows of a query that selects no columns. */
export async function countRows<Tables, Name extends keyof Tables>(rows: SelectQueryBuilder<Tables, Name, object>) {
  const counted = rows.select(({ fn }) => fn.countAll<number>().as('count')).$castTo<{ count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}

export type RowPage<Row> = { rows: Row[]; totalItems: number }

/** A page of rows in their order, and the number of rows on all pages. */
export async function readPage<Tables, Name extends keyof Tables, Others, Other extends keyof Others, Row>(
  all: SelectQueryBuilder<Tables, Name, object>,
  rows: SelectQueryBuilder<Others, Other, Row>,
  { page, limit }: { page: number; limit: number },
): Promise<RowPage<Simplify<Row>>> {
  const totalItems = await countRows(all)
  const ofPage = rows.limit(limit).offset((page - 1) * limit)
  return { rows: await ofPage.execute(), totalItems }
}

/** Makes a change and returns whether there was a row to change. */
export async function isChanged(change: { executeTakeFirst(): Promise<UpdateResult> }) {
  return (await change.executeTakeFirst()).numUpdatedRows > 0n
}
