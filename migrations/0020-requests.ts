import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * What staff request of a seller: something that is missing, or an answer to another price. While an order waits for
 * its seller it is 'requested' in the queue, and 'answered' or 'accepted' afterwards, until the next decision.
 * `quoted_*` is the first price of an order that has another one since.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
  await executeOfEngine(db, { sqlite: dropSqlite, postgres: dropPostgres })
  await executeOfEngine(db, { sqlite: [queueStatus('virtual')], postgres: [queueStatus('stored')] })
  await execute(db, queueIndexes)
  await executeOfEngine(db, { sqlite: triggersSqlite, postgres: triggersPostgres })
}

const tables = [
  `create table information_requests (
    id text primary key,
    submission_id text not null references submissions (id),
    kind text not null,
    state text not null,
    made_by text not null references users (id),
    made_at text not null,
    due_at text not null,
    remind_at text,
    reminded_at text,
    closed_at text,
    closed_by text references users (id),
    closed_version integer,
    wants text,
    note_encrypted text,
    check_id text references balance_checks (id),
    card_brand text,
    value_cents integer,
    rate_bps integer,
    payout_cents integer,
    catalogue_version integer,
    former_brand text,
    former_value_cents integer,
    former_rate_bps integer,
    former_payout_cents integer)`,
  `create unique index information_requests_open on information_requests (submission_id) where state = 'open'`,
  `create index information_requests_submission on information_requests (submission_id, made_at)`,
  `create index information_requests_due on information_requests (due_at) where state = 'open'`,
  `create index information_requests_remind on information_requests (remind_at)
    where state = 'open' and remind_at is not null`,
  'alter table submissions add column request_state text',
  'alter table submissions add column quoted_value_cents integer',
  'alter table submissions add column quoted_rate_bps integer',
  'alter table submissions add column quoted_payout_cents integer',
  'alter table status_changes add column request_state text',
]

const dropIndexes = ['drop index submissions_queue_newest', 'drop index submissions_queue_value']
const dropColumn = 'alter table submissions drop column queue_status'

const dropSqlite = [
  'drop trigger submissions_inserted',
  'drop trigger submissions_deleted',
  'drop trigger submissions_counted',
  ...dropIndexes,
  dropColumn,
]
const dropPostgres = ['drop trigger submissions_changed on submissions', ...dropIndexes, dropColumn]

const queueStatus = (kind: 'virtual' | 'stored') =>
  `alter table submissions add column queue_status text not null generated always as (
    case when status = 'processing' and awaits_payout = 1 then 'approved'
      when status = 'processing' and request_state is not null then request_state
      else status end) ${kind}`

const queueIndexes = [
  `create index submissions_queue_newest on submissions (queue_status, created_at, id)`,
  `create index submissions_queue_value on submissions (queue_status, card_value_cents desc, created_at, id)
    where card_value_cents >= 0`,
]

const countOne = (row: 'new' | 'old', change: 1 | -1) =>
  `insert into submission_counts (status, month, count)
      values (${row}.queue_status, substr(${row}.created_at, 1, 7), ${change})
    on conflict (status, month) do update set count = count + ${change};`

// As in 0004-review-queue, with the new column among those that can change the status in the queue.
const triggersSqlite = [
  `create trigger submissions_inserted after insert on submissions begin
    ${countOne('new', 1)}
    insert into submission_numbers (submission_id, status, created_at)
      values (new.id, new.queue_status, new.created_at);
    insert into submission_search (rowid, email, card_type, id)
      select number, new.email, new.card_type, new.id from submission_numbers where submission_id = new.id;
  end`,
  `create trigger submissions_deleted after delete on submissions begin
    ${countOne('old', -1)}
    delete from submission_counts
      where status = old.queue_status and month = substr(old.created_at, 1, 7) and count = 0;
    insert into submission_search (submission_search, rowid, email, card_type, id)
      select 'delete', number, old.email, old.card_type, old.id from submission_numbers where submission_id = old.id;
    delete from submission_numbers where submission_id = old.id;
  end`,
  `create trigger submissions_counted after update of status, awaits_payout, request_state, created_at on submissions
  when new.queue_status is not old.queue_status or new.created_at is not old.created_at begin
    ${countOne('old', -1)}
    ${countOne('new', 1)}
    update submission_numbers set status = new.queue_status, created_at = new.created_at where submission_id = new.id;
  end`,
]

const triggersPostgres = [
  `create trigger submissions_changed
    after update of status, awaits_payout, request_state, created_at, email, card_type, id on submissions
    for each row when (new.queue_status <> old.queue_status or new.created_at <> old.created_at
      or new.email <> old.email or new.card_type <> old.card_type or new.id <> old.id)
    execute function submission_changed()`,
]
