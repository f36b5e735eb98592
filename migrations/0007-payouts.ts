import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * Payouts, what holds them, and the attempts to pay them. Triggers maintain number and cents of each state,
 * `submissions.awaits_payout`, and the number of each state of an attempt, by which the payout log resumes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
  await executeOfEngine(db, { sqlite, postgres })
}

const tables = [
  `create table payouts (
    id text primary key,
    idempotency_key text not null unique,
    user_id text not null references users (id),
    amount_cents integer not null check (amount_cents > 0),
    currency text not null,
    method_type text not null,
    details_encrypted text,
    payout_fingerprint text,
    payee_name text,
    state text not null,
    provider text,
    reference text,
    approved_by text not null references users (id),
    approved_at text not null,
    released_by text references users (id),
    released_at text,
    sent_by text references users (id),
    sent_at text,
    settled_at text,
    ended_at text,
    returned_by text references users (id),
    ready_at text,
    claimed_by text references users (id),
    claimed_until text,
    unpaid_reported_by text references users (id),
    debt_ended_at text,
    failure_code text,
    failure_message text,
    version integer not null)`,
  `create index payouts_state on payouts (state, approved_at, id)`,
  `create index payouts_newest on payouts (approved_at, id)`,
  `create index payouts_user on payouts (user_id, approved_at)`,
  `create index payouts_account on payouts (payout_fingerprint, approved_at) where payout_fingerprint is not null`,
  `create index payouts_to_erase on payouts (ended_at) where details_encrypted is not null`,
  `create index payouts_reference on payouts (lower(reference), id)`,
  `create index payouts_amount on payouts (amount_cents, approved_at, id)`,
  `create index payouts_sent on payouts (sent_at, id) where sent_at is not null`,
  `create table payout_lines (
    payout_id text not null references payouts (id),
    submission_id text not null references submissions (id),
    amount_cents integer not null,
    order_version integer,
    is_live integer not null,
    is_contradicted integer not null,
    constraint payout_lines_pk primary key (payout_id, submission_id))`,
  `create index payout_lines_submission on payout_lines (submission_id)`,
  `create unique index payout_lines_live on payout_lines (submission_id) where is_live = 1`,
  `create index payout_lines_contradicted on payout_lines (payout_id) where is_contradicted = 1`,
  `create table payout_holds (
    id text primary key,
    payout_id text not null references payouts (id),
    kind text not null,
    made_by text references users (id),
    made_at text not null,
    note text not null,
    ends_at text,
    lifted_by text references users (id),
    lifted_at text)`,
  `create index payout_holds_payout on payout_holds (payout_id)`,
  `create index payout_holds_review on payout_holds (payout_id) where kind = 'review' and lifted_at is null`,
  `create table payout_attempts (
    key text primary key,
    payout_id text not null references payouts (id),
    number integer not null,
    provider text not null,
    state text not null,
    called_at text not null,
    answered_at text,
    provider_batch text,
    provider_item text,
    fee_cents integer,
    next_poll_at text,
    poll_count integer not null default 0,
    first_called_at text,
    lease_until text,
    error_code text,
    sequence integer,
    state_id text)`,
  `create index payout_attempts_payout on payout_attempts (payout_id)`,
  `create unique index payout_attempts_open on payout_attempts (payout_id)
    where state in ('calling', 'accepted', 'unknown')`,
  `create index payout_attempts_next on payout_attempts (next_poll_at) where next_poll_at is not null`,
  `create index payout_attempts_batch on payout_attempts (provider_batch) where provider_batch is not null`,
  `create index payout_attempts_unknown on payout_attempts (payout_id)
    where state = 'unknown' and next_poll_at is null`,
  `create unique index payout_attempts_sequence on payout_attempts (sequence)`,
  `create index payout_attempts_state_id on payout_attempts (state_id)`,
  `create table payout_names (
    payout_id text not null references payouts (id),
    word text not null,
    constraint payout_names_pk primary key (payout_id, word))`,
  `create index payout_names_word on payout_names (word, payout_id)`,
  // Without a foreign key: PayPal also repeats webhooks of deleted payouts.
  `create table provider_events (
    provider text not null,
    event_id text not null,
    type text not null,
    resource_id text,
    received_at text not null,
    constraint provider_events_pk primary key (provider, event_id))`,
  `create index provider_events_received on provider_events (received_at)`,
  `create table sender_pauses (
    provider text primary key,
    reason text not null,
    paused_at text not null)`,
]

/** 1 if the submission has a payout that is neither paid nor ended, else 0: at most one of a submission is live. */
const awaitsPayout = (submissionId: string) =>
  `select count(*) from payout_lines join payouts on payouts.id = payout_lines.payout_id
    where payout_lines.submission_id = ${submissionId} and is_live = 1 and state <> 'paid'`

const refresh = (submissionId: string) =>
  `update submissions set awaits_payout = (${awaitsPayout(submissionId)})
    where id = ${submissionId} and awaits_payout <> (${awaitsPayout(submissionId)});`

const countOne = (row: 'new' | 'old', by: 1 | -1) =>
  `insert into payout_counts (state, count, cents) values (${row}.state, ${by}, ${by} * ${row}.amount_cents)
    on conflict (state) do update set count = count + excluded.count, cents = cents + excluded.cents;`

// A transaction is the only writer, so that its numbers follow those of all earlier ones.
const numberAttempt = `update payout_attempts set state_id = lower(hex(randomblob(12))),
    sequence = (select coalesce(max(sequence), 0) + 1 from payout_attempts)`

const sqlite = [
  `create table payout_counts (
    state text primary key,
    count integer not null,
    cents integer not null)`,
  `create trigger payouts_inserted after insert on payouts begin ${countOne('new', 1)} end`,
  `create trigger payouts_deleted after delete on payouts begin ${countOne('old', -1)} end`,
  `create trigger payouts_counted after update of state on payouts when new.state is not old.state begin
    ${countOne('old', -1)} ${countOne('new', 1)}
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
  `create trigger payout_attempts_numbered after insert on payout_attempts when new.sequence is null
    begin ${numberAttempt} where key = new.key; end`,
  `create trigger payout_attempts_renumbered after update of state on payout_attempts when new.state <> old.state
    begin ${numberAttempt} where key = new.key; end`,
  // A corrected reference is a new state of its attempt, so that the payout log gets it.
  `create trigger payouts_reference_corrected after update of reference on payouts
    when old.state = 'paid' and new.state = 'paid' and new.reference is not null
      and new.reference is not old.reference
    begin ${numberAttempt} where payout_id = new.id and state = 'settled'; end`,
]

/**
 * Numbers are given at the commit, under a lock that ends with it: a reader that sees a number sees all lower ones. As
 * the last lock of its transaction, it cannot cause a deadlock.
 */
const lockSequence = `perform name from named_locks where name = 'log-sequence' for update`
const numberAttemptAtCommit = `update payout_attempts set state_id = gen_random_uuid()::text,
      sequence = (select coalesce(max(sequence), 0) + 1 from payout_attempts)`

const postgres = [
  // Sharded, because concurrent changes would otherwise wait for one row.
  `create table payout_counts (
    state text not null,
    shard smallint not null,
    count integer not null,
    cents bigint not null,
    constraint payout_counts_pk primary key (state, shard))`,
  `create function count_payout(of_state text, by integer, of_cents bigint) returns void language sql as $$
    insert into payout_counts (state, shard, count, cents)
    values (of_state, (random() * 15)::integer, by, by * of_cents)
    on conflict (state, shard) do update set count = payout_counts.count + excluded.count,
      cents = payout_counts.cents + excluded.cents $$`,
  `create function payout_counted() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform count_payout(old.state, -1, old.amount_cents); end if;
    if tg_op <> 'DELETE' then perform count_payout(new.state, 1, new.amount_cents); end if;
    return null; end $$`,
  `create trigger payouts_inserted_or_deleted after insert or delete on payouts for each row
    execute function payout_counted()`,
  `create trigger payouts_counted after update of state on payouts for each row
    when (new.state <> old.state) execute function payout_counted()`,
  `create function refresh_awaits_payout(order_id text) returns void language sql as $$
    ${refresh('order_id').slice(0, -1)} $$`,
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
  `create function payout_attempt_numbered() returns trigger language plpgsql as $$ begin
    ${lockSequence};
    ${numberAttemptAtCommit} where key = new.key;
    return null; end $$`,
  `create constraint trigger payout_attempts_numbered after insert on payout_attempts deferrable initially deferred
    for each row when (new.sequence is null) execute function payout_attempt_numbered()`,
  `create constraint trigger payout_attempts_renumbered after update of state on payout_attempts
    deferrable initially deferred
    for each row when (new.state <> old.state) execute function payout_attempt_numbered()`,
  `create function payout_reference_corrected() returns trigger language plpgsql as $$ begin
    ${lockSequence};
    ${numberAttemptAtCommit}
      where payout_id = new.id and state = 'settled';
    return null; end $$`,
  `create constraint trigger payouts_reference_corrected after update of reference on payouts
    deferrable initially deferred for each row
    when (old.state = 'paid' and new.state = 'paid' and new.reference is not null
      and new.reference is distinct from old.reference)
    execute function payout_reference_corrected()`,
]
