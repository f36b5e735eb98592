import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { policies } from '#shared/policy.ts'
import { later, MAX_UNDO_MS } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

type Orders = SelectQueryBuilder<Schema, 'submissions', SubmissionTable>

/** Small, so that other writers do not wait long. */
const BATCH = 100
const MAX_KEPT_MS = policies.inventory.rules.holdDays.bounds[1] * 24 * 60 * 60_000

/** The next batch of these orders. A transaction skips locked rows, which the next run finds. */
async function nextOf(db: Db, these: (orders: Orders) => Orders) {
  const orders = these(db.selectFrom('submissions').selectAll()).limit(BATCH)
  return (db.isTransaction ? orders.forNoKeyUpdate().skipLocked() : orders).execute()
}

/** By `now`, the earliest first; also a time that was written while the clock was ahead. */
const dueBy = (column: 'erase_code_at' | 'kept_until', now: string, plannedMs: number) => (orders: Orders) =>
  orders
    .where((where) => where.or([where(column, '<=', now), where(column, '>', later(now, plannedMs))]))
    .orderBy(column)

export const listDueErasures = (db: Db, now: string) => nextOf(db, dueBy('erase_code_at', now, MAX_UNDO_MS))

export const listKeptUntil = (db: Db, now: string) => nextOf(db, dueBy('kept_until', now, MAX_KEPT_MS))

/** Final at `before` or earlier, without an open appeal, until whose answer their files are kept. */
const endedBefore = (orders: Orders, before: string) =>
  orders.where('final_at', '<=', before).where('id', 'not in', openAppeals)

const openAppeals = (orders: Pick<ExpressionBuilder<Schema, 'submissions'>, 'selectFrom'>) =>
  orders.selectFrom('appeals').select('appeals.submission_id').where('appeals.state', '=', sql.lit('open'))

export async function listKeptWithPhotos(db: Db, before: string) {
  return nextOf(db, (orders) =>
    endedBefore(orders, before)
      .where('kept_until', 'is not', null)
      .where('id', 'in', (photos) =>
        photos.selectFrom('files').select('submission_id').whereRef('submission_id', '=', 'submissions.id'),
      ),
  )
}

export async function listPurgedWithFiles(db: Db, before: string) {
  return nextOf(db, (orders) =>
    endedBefore(orders, before)
      .where('purged_at', 'is not', null)
      .where('id', 'in', (added) =>
        added
          .selectFrom('files')
          .select((select) => select.ref('submission_id').$notNull().as('submission_id'))
          .where('kind', '=', 'evidence'),
      ),
  )
}

/** Ended ones that are not purged yet, without a kept code. */
export async function listEndedBefore(db: Db, before: string) {
  return nextOf(db, (orders) =>
    endedBefore(orders, before).where('purged_at', 'is', null).where('kept_until', 'is', null).orderBy('final_at'),
  )
}

/** Final, not purged, and past their undo window. */
export async function listEndedOfBrands(db: Db, brands: readonly string[]) {
  return nextOf(db, (orders) =>
    orders
      .where('final_at', 'is not', null)
      .where('purged_at', 'is', null)
      .where('erase_code_at', 'is', null)
      .where('card_brand', 'in', brands),
  )
}
