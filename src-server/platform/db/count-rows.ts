import { type SelectQueryBuilder, type Simplify, type StringReference, sql, type UpdateResult } from 'kysely'
import { paginate } from '#shared/paging.ts'
import type { Pagination } from '#shared/paging-schema.ts'

export async function countRows<Tables, Name extends keyof Tables>(rows: SelectQueryBuilder<Tables, Name, object>) {
  const counted = rows.select(({ fn }) => fn.countAll<number>().as('count')).$castTo<{ count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Whether there is a row. */
export async function isAny<Tables, Name extends keyof Tables>(rows: SelectQueryBuilder<Tables, Name, object>) {
  return (await rows.select(sql`1`.as('one')).limit(1).executeTakeFirst()) !== undefined
}

/** The earliest time in these columns of the rows; undefined when all are null. */
export async function findEarliest<Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, object>,
  ...columns: StringReference<Tables, Name>[]
) {
  const times = columns.map(async (column) => {
    const first = rows.select(sql.ref<string>(column).as('at')).where(column, 'is not', null).orderBy(column)
    return (await first.$castTo<{ at: string }>().limit(1).executeTakeFirst())?.at
  })
  return (await Promise.all(times)).flatMap((at) => at ?? []).toSorted()[0]
}

/** A page of rows in their order, and which of all pages it is. */
export async function readPage<Tables, Name extends keyof Tables, Others, Other extends keyof Others, Row>(
  all: SelectQueryBuilder<Tables, Name, object>,
  rows: SelectQueryBuilder<Others, Other, Row>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Simplify<Row>[]; pagination: Pagination }> {
  const pagination = paginate(await countRows(all), page, limit)
  const ofPage = rows.limit(limit).offset((page - 1) * limit)
  return { rows: await ofPage.execute(), pagination }
}

/** Makes a change and returns whether there was a row to change. */
export async function isChanged(change: { executeTakeFirst(): Promise<UpdateResult> }) {
  return (await change.executeTakeFirst()).numUpdatedRows > 0n
}
