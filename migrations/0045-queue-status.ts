import { type Kysely, sql } from 'kysely'

/**
 * The status by which the review queue lists submissions: 'approved' instead of 'processing' while a payout waits. The
 * indexes and counts of the queue, and the status in `submission_numbers`, go by it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const name of ['submissions_inserted', 'submissions_counted', 'submissions_deleted'])
    await sql`drop trigger ${sql.ref(name)}`.execute(db)
  await sql`alter table submissions add column awaits_payout integer not null default 0`.execute(db)
  await sql`alter table submissions add column queue_status text not null generated always as (${sql.raw(queueStatus)}) virtual`.execute(
    db,
  )
  await createQueueIndexes(db)
  await fillAwaitsPayout(db)
  await sql`update submission_numbers set status = 'approved'
    where submission_id in (select id from submissions where queue_status = 'approved')`.execute(db)
  await sql`delete from submission_counts`.execute(db)
  await sql`insert into submission_counts (status, month, count)
    select queue_status, substr(created_at, 1, 7), count(*) from submissions group by 1, 2`.execute(db)
  for (const trigger of sqliteTriggers) await sql.raw(trigger).execute(db)
}

export const queueStatus = `case when status = 'processing' and awaits_payout = 1 then 'approved' else status end`

/** 1 if the order has a payout that is neither paid nor ended, else 0: at most one of an order is live. */
export const awaitsPayout = (orderId: string) =>
  `select count(*) from payout_lines join payouts on payouts.id = payout_lines.payout_id
    where payout_lines.submission_id = ${orderId} and is_live = 1 and state <> 'paid'`

/** Replaces the indexes of the queue on both engines. */
export async function createQueueIndexes(db: Kysely<never>): Promise<void> {
  for (const index of ['submissions_status_newest', 'submissions_status_value'])
    await db.schema.dropIndex(index).execute()
  await db.schema
    .createIndex('submissions_queue_newest')
    .on('submissions')
    .columns(['queue_status', 'created_at', 'id'])
    .execute()
  // SQLite uses a partial index only for queries that name its condition; all others shall use the one by time.
  await db.schema
    .createIndex('submissions_queue_value')
    .on('submissions')
    .columns(['queue_status', 'card_value_cents desc', 'created_at', 'id'])
    .where(sql<boolean>`card_value_cents >= 0`)
    .execute()
}

/** Fills the column on both engines. */
export async function fillAwaitsPayout(db: Kysely<never>): Promise<void> {
  await sql`update submissions set awaits_payout = 1 where id in (
    select payout_lines.submission_id from payout_lines join payouts on payouts.id = payout_lines.payout_id
    where is_live = 1 and state <> 'paid')`.execute(db)
}

const countOne = (row: 'new' | 'old', change: 1 | -1) =>
  `insert into submission_counts (status, month, count)
      values (${row}.queue_status, substr(${row}.created_at, 1, 7), ${change})
    on conflict (status, month) do update set count = count + ${change};`

const refresh = (orderId: string) =>
  `update submissions set awaits_payout = (${awaitsPayout(orderId)})
    where id = ${orderId} and awaits_payout <> (${awaitsPayout(orderId)});`

const sqliteTriggers = [
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
  `create trigger submissions_counted after update of status, awaits_payout, created_at on submissions
  when new.queue_status is not old.queue_status or new.created_at is not old.created_at begin
    ${countOne('old', -1)}
    ${countOne('new', 1)}
    update submission_numbers set status = new.queue_status, created_at = new.created_at where submission_id = new.id;
  end`,
  `create trigger payout_lines_inserted after insert on payout_lines begin ${refresh('new.submission_id')} end`,
  `create trigger payout_lines_ended after update of is_live on payout_lines
  when new.is_live <> old.is_live begin ${refresh('new.submission_id')} end`,
  `create trigger payout_lines_deleted after delete on payout_lines begin ${refresh('old.submission_id')} end`,
  `create trigger payouts_paid after update of state on payouts
  when (new.state = 'paid') <> (old.state = 'paid') begin
    update submissions set awaits_payout = new.state <> 'paid'
      where id in (select submission_id from payout_lines where payout_id = new.id and is_live = 1);
  end`,
]
