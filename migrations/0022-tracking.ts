import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * Until when an order that waits for a decision is to have one, since when it is overdue, and what was left of its time
 * when it last stopped waiting. Open orders get the hour that was promised; overdue ones are marked without a mail.
 * `service_times` has the measured times of decisions and payouts.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, columns)
  await executeOfEngine(db, {
    sqlite: [dueAfterAnHour(`strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+60 minutes')`)],
    postgres: [
      dueAfterAnHour(`to_char((created_at::timestamptz + make_interval(mins => 60)) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
    ],
  })
  await executeOfEngine(db, {
    sqlite: [markOverdue(`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`)],
    postgres: [markOverdue(`to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)],
  })
  await execute(db, indexes)
}

const columns = [
  'alter table submissions add column due_at text',
  'alter table submissions add column overdue_at text',
  'alter table submissions add column wait_left_ms integer',
  `create table service_times (
    what text not null,
    scope text not null,
    key text not null,
    p50_ms bigint not null,
    p90_ms bigint not null,
    samples integer not null,
    since text not null,
    computed_at text not null,
    constraint service_times_pk primary key (what, scope, key))`,
]

const dueAfterAnHour = (time: string) => `update submissions set due_at = ${time}
  where status = 'pending' or (status = 'processing' and awaits_payout = 0)`
const markOverdue = (now: string) => `update submissions set overdue_at = due_at where due_at <= ${now}`

const indexes = ['create index submissions_due on submissions (due_at, id) where due_at is not null']
