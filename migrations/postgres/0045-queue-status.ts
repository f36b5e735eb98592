import { type Kysely, sql } from 'kysely'
import { awaitsPayout, createQueueIndexes, fillAwaitsPayout, queueStatus } from '../0045-queue-status.ts'

/** The status by which the review queue lists submissions, as in the common migration. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop trigger submissions_changed on submissions`.execute(db)
  await sql`alter table submissions add column awaits_payout integer not null default 0`.execute(db)
  await fillAwaitsPayout(db)
  await sql`alter table submissions add column queue_status text not null generated always as (${sql.raw(queueStatus)}) stored`.execute(
    db,
  )
  await createQueueIndexes(db)
  await sql`update submission_numbers set status = 'approved'
    where submission_id in (select id from submissions where queue_status = 'approved')`.execute(db)
  await sql`delete from submission_counts`.execute(db)
  await sql`insert into submission_counts (status, month, shard, count)
    select queue_status, substr(created_at, 1, 7), 0, count(*) from submissions group by 1, 2`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create or replace function submission_inserted() returns trigger language plpgsql as $$ begin
    perform count_submission(new.queue_status, new.created_at, 1);
    insert into submission_numbers (submission_id, status, created_at, text)
      values (new.id, new.queue_status, new.created_at, searched_text(new));
    return null; end $$`,
  `create or replace function submission_deleted() returns trigger language plpgsql as $$ begin
    perform count_submission(old.queue_status, old.created_at, -1);
    delete from submission_numbers where submission_id = old.id;
    return null; end $$`,
  `create or replace function submission_changed() returns trigger language plpgsql as $$ begin
    if new.queue_status <> old.queue_status or new.created_at <> old.created_at then
      perform count_submission(old.queue_status, old.created_at, -1);
      perform count_submission(new.queue_status, new.created_at, 1);
    end if;
    update submission_numbers set submission_id = new.id, status = new.queue_status, created_at = new.created_at,
      text = searched_text(new) where submission_id = old.id;
    return null; end $$`,
  `create trigger submissions_changed
    after update of status, awaits_payout, created_at, email, card_type, id on submissions
    for each row when (new.queue_status <> old.queue_status or new.created_at <> old.created_at
      or new.email <> old.email or new.card_type <> old.card_type or new.id <> old.id)
    execute function submission_changed()`,
  `create function refresh_awaits_payout(order_id text) returns void language sql as $$
    update submissions set awaits_payout = (${awaitsPayout('order_id')})
      where id = order_id and awaits_payout <> (${awaitsPayout('order_id')}) $$`,
  `create function payout_line_changed() returns trigger language plpgsql as $$ begin
    perform refresh_awaits_payout(coalesce(new.submission_id, old.submission_id));
    return null; end $$`,
  `create trigger payout_lines_inserted after insert on payout_lines for each row
    execute function payout_line_changed()`,
  `create trigger payout_lines_ended after update of is_live on payout_lines for each row
    when (new.is_live <> old.is_live) execute function payout_line_changed()`,
  `create trigger payout_lines_deleted after delete on payout_lines for each row
    execute function payout_line_changed()`,
  `create function payout_paid() returns trigger language plpgsql as $$ begin
    update submissions set awaits_payout = (new.state <> 'paid')::integer
      where id in (select submission_id from payout_lines where payout_id = new.id and is_live = 1);
    return null; end $$`,
  `create trigger payouts_paid after update of state on payouts for each row
    when ((new.state = 'paid') <> (old.state = 'paid')) execute function payout_paid()`,
]
