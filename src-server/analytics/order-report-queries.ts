import { type NotNull, sql } from 'kysely'
import { openQueueStatuses, undecidedStatuses } from '#shared/queue.ts'
import type { SubmissionStatus } from '#shared/submission.ts'
import { withdrawnReason } from '#shared/withdrawal.ts'
import type { Db } from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/dialect/dialect.ts'

export type ReportDay = { starts_at: string; ends_at: string }
type Period = { from: string; until: string }

type DaySubmissions = { starts_at: string; submitted: number; card_value_cents: number; due: number; in_time: number }

/**
 * By creation, without empty days. `due` counts those that are decided, or were not `minutes` after their creation at
 * `now`; `in_time` those decided by then. An approval is the decision; a withdrawn order needs none.
 */
export async function sumSubmissionsByDay(
  db: Db,
  days: readonly ReportDay[],
  { minutes, now }: { minutes: number; now: Date },
) {
  const late = new Date(now.getTime() - minutes * 60_000).toISOString()
  const { rows } = await sql<DaySubmissions>`
    with days (starts_at, ends_at) as (values ${valuesOf(days)})
    select starts_at, count(*) as submitted, sum(card_value_cents) as card_value_cents,
      sum(case when is_withdrawn = 0 and (decided_at is not null or created_at < ${late}) then 1 else 0 end) as due,
      sum(case when is_withdrawn = 0 and decided_at <= ${plusMinutes(db, 'orders.created_at', minutes)} then 1 else 0 end)
        as in_time
    from (
      select days.starts_at, submissions.created_at, submissions.card_value_cents, coalesce((
        select min(payouts.approved_at) from payout_lines join payouts on payouts.id = payout_lines.payout_id
        where payout_lines.submission_id = submissions.id and payouts.state <> 'canceled'
      ), submissions.final_at) as decided_at,
        case when submissions.status_reason = ${withdrawnReason} then 1 else 0 end as is_withdrawn
      from days
      join submissions on submissions.created_at >= days.starts_at and submissions.created_at < days.ends_at
      where submissions.status <> 'registered'
    ) as orders
    group by starts_at`.execute(db)
  return rows
}

type DayDecisions = { starts_at: string; status: SubmissionStatus; decided: number; payout_cents: number }

export async function sumDecisionsByDay(db: Db, days: readonly ReportDay[]) {
  const { rows } = await sql<DayDecisions>`
    with days (starts_at, ends_at) as (values ${valuesOf(days)})
    select days.starts_at, submissions.status, count(*) as decided, sum(submissions.payout_cents) as payout_cents
    from days
    join submissions on submissions.final_at >= days.starts_at and submissions.final_at < days.ends_at
    group by days.starts_at, submissions.status`.execute(db)
  return rows
}

function valuesOf(days: readonly ReportDay[]) {
  return sql.join(days.map(({ starts_at, ends_at }) => sql`(${starts_at}, ${ends_at})`))
}

export async function countRejectionReasons(db: Db, period: Period) {
  return decidedIn(db, 'rejected', period)
    .select((submissions) => ['status_reason as reason', submissions.fn.countAll<number>().as('count')])
    .groupBy('status_reason')
    .execute()
}

export async function sumPayoutsByMethod(db: Db, period: Period) {
  return decidedIn(db, 'completed', period)
    .where('payment_type', 'is not', null)
    .select((submissions) => [
      'payment_type as method',
      submissions.fn.countAll<number>().as('completed'),
      submissions.fn.sum<number>('payout_cents').as('payout_cents'),
    ])
    .groupBy('payment_type')
    .$narrowType<{ method: NotNull }>()
    .execute()
}

function decidedIn(db: Db, status: SubmissionStatus, { from, until }: Period) {
  return db
    .selectFrom('submissions')
    .where('status', '=', status)
    .where('final_at', '>=', from)
    .where('final_at', '<', until)
}

/** Created in the period, the most submissions first, at most `limit`. */
export async function sumSubmissionsByBrand(db: Db, { from, until }: Period, limit: number) {
  return db
    .selectFrom('submissions')
    .where('status', '!=', 'registered')
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .select((submissions) => [
      'card_brand as brand',
      submissions.fn.countAll<number>().as('submitted'),
      submissions.fn.sum<number>('card_value_cents').as('card_value_cents'),
    ])
    .groupBy('card_brand')
    .orderBy('submitted', 'desc')
    .orderBy('card_brand')
    .limit(limit)
    .execute()
}

/** `oldest` is when the oldest one that needs a decision was created. */
export async function sumOpenSubmissions(db: Db) {
  return db
    .selectFrom('submissions')
    .select(({ fn, case: when }) => [
      fn.countAll<number>().as('orders'),
      fn.coalesce(fn.sum<number>('payout_cents'), sql.lit(0)).as('payout_cents'),
      fn
        .min(when().when('queue_status', 'in', undecidedStatuses).then(sql.ref<string>('created_at')).end())
        .as('oldest'),
    ])
    .where('queue_status', 'in', openQueueStatuses)
    .executeTakeFirstOrThrow()
}

/** The stored time of `column` plus this many minutes, as a stored time (ISO 8601 UTC text). */
function plusMinutes(db: Db, column: string, minutes: number) {
  const time = sql.ref(column)
  return isPostgres(db)
    ? sql<string>`to_char((${time}::timestamptz + make_interval(mins => ${minutes})) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, ${`+${minutes} minutes`})`
}
