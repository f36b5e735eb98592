import type { SelectQueryBuilder } from 'kysely'
import type { QueueStatus } from '#shared/queue.ts'
import type { Schema } from '../platform/db/schema.ts'

/** Undefined for all. */
export type Statuses = readonly QueueStatus[] | undefined

/** One query per status, which SQLite merges in the order of their indexes; `status in (...)` would sort all rows. */
export function mergeStatuses<Row>(
  statuses: Statuses,
  listOf: (status?: QueueStatus) => SelectQueryBuilder<Schema, 'submissions', Row>,
): SelectQueryBuilder<Schema, 'submissions', Row> {
  const [first = listOf(), ...others] = (statuses ?? []).map((status) => listOf(status))
  return others.reduce((merged, each) => merged.unionAll(each), first)
}
