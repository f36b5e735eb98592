import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * What the site bought: one item for each order whose payout was sent, and what became of it. Payouts that were sent
 * before get their items here. A transfer takes from the account `cards` what it has of payouts that were cleared.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
  await executeOfEngine(db, { sqlite, postgres })
  await execute(db, [boughtBefore, clearedBefore])
}

const tables = [
  `create table inventory_items (
    submission_id text primary key references submissions (id),
    payout_id text not null references payouts (id),
    user_id text not null references users (id),
    brand text not null,
    face_cents integer not null,
    cost_cents integer not null,
    left_face_cents integer not null check (left_face_cents between 0 and face_cents),
    left_cost_cents integer not null check (left_cost_cents between 0 and cost_cents),
    state text not null,
    number_end text not null,
    approved_at text not null,
    approved_by text not null references users (id),
    bought_at text not null,
    version integer not null)`,
  `create index inventory_items_stock on inventory_items (bought_at, submission_id)
    where state in ('in-stock', 'listed')`,
  `create index inventory_items_newest on inventory_items (bought_at, submission_id)`,
  // Sums of a state and an age are read from this index alone.
  `create index inventory_items_state on inventory_items (state, bought_at, submission_id, brand, face_cents,
    cost_cents, left_face_cents, left_cost_cents)`,
  `create index inventory_items_brand on inventory_items (brand, bought_at, submission_id)`,
  `create index inventory_items_brand_state on inventory_items (brand, state, bought_at, submission_id)`,
  `create index inventory_items_brand_stock on inventory_items (brand, bought_at, submission_id)
    where state in ('in-stock', 'listed')`,
  `create index inventory_items_number on inventory_items (number_end, bought_at, submission_id)`,
  `create index inventory_items_payout on inventory_items (payout_id)`,
  `create index inventory_items_approved on inventory_items (approved_at)`,
  `create table card_places (
    submission_id text primary key references submissions (id) on delete cascade,
    card_brand text not null,
    place text not null,
    name text not null,
    chosen_by text not null references users (id),
    chosen_at text not null)`,
  `create index card_places_brand_newest on card_places (card_brand, chosen_at)`,
  `create index card_places_buyer on card_places (lower(name)) where place = 'buyer'`,
  `create table buyers (
    id text primary key,
    name text not null,
    made_by text not null references users (id),
    made_at text not null)`,
  `create unique index buyers_name on buyers (lower(name)) where name <> ''`,
  `create table lots (
    id text primary key,
    buyer_id text not null references buyers (id),
    state text not null,
    reference text,
    request_key text not null,
    made_by text not null references users (id),
    made_at text not null,
    released_by text references users (id),
    released_at text,
    downloaded_by text references users (id),
    downloaded_at text,
    version integer not null)`,
  `create unique index lots_request on lots (made_by, request_key)`,
  `create index lots_newest on lots (made_at, id)`,
  `create index lots_buyer on lots (buyer_id, made_at)`,
  `create index lots_reference on lots (lower(reference)) where reference is not null`,
  `create table lot_items (
    lot_id text not null references lots (id),
    submission_id text not null references inventory_items (submission_id),
    price_cents integer not null,
    state text not null,
    constraint lot_items_pk primary key (lot_id, submission_id))`,
  `create unique index lot_items_open on lot_items (submission_id) where state in ('offered', 'delivered')`,
  `create index lot_items_submission on lot_items (submission_id)`,
  `create table dispositions (
    id text primary key,
    submission_id text not null references inventory_items (submission_id),
    number integer not null,
    kind text not null,
    at text not null,
    face_cents integer not null,
    cost_cents integer not null,
    amount_cents integer not null,
    fee_cents integer not null,
    cause text,
    buyer_id text references buyers (id),
    place text,
    reference text,
    lot_id text references lots (id),
    corrects text,
    note_encrypted text,
    made_by text references users (id),
    made_at text not null,
    sequence integer,
    constraint dispositions_number unique (submission_id, number))`,
  `create unique index dispositions_corrects on dispositions (corrects) where corrects is not null`,
  `create index dispositions_reference on dispositions (lower(reference)) where reference is not null`,
  `create index dispositions_buyer on dispositions (buyer_id, made_at, submission_id) where buyer_id is not null`,
  `create index dispositions_lot on dispositions (lot_id) where lot_id is not null`,
  `create unique index dispositions_sequence on dispositions (sequence)`,
  `create index dispositions_made on dispositions (made_at)`,
]

const message = 'Dispositions are append-only.'
/** Everything but the note, which key rotation encrypts again and the deletion of an account erases. */
const fixed = [
  ...['id', 'submission_id', 'number', 'kind', 'at', 'face_cents', 'cost_cents', 'amount_cents', 'fee_cents', 'cause'],
  ...['buyer_id', 'place', 'reference', 'lot_id', 'corrects', 'made_by', 'made_at'],
]
const isChanged = fixed.map((column) => `new.${column} is distinct from old.${column}`).join(' or ')

const numberRow = `update dispositions set sequence = (select coalesce(max(sequence), 0) + 1 from dispositions)
    where id = new.id;`
/** Number and sums of the items by state and brand, so that no list reads all items. */
const counted = ['face_cents', 'cost_cents', 'left_face_cents', 'left_cost_cents'] as const
const countColumns = `state text not null, brand text not null, count integer not null,
    ${counted.map((column) => `${column} bigint not null`).join(', ')}`
const added = ['count', ...counted]
  .map((column) => `${column} = inventory_counts.${column} + excluded.${column}`)
  .join()
const isCounted = ['state', 'brand', ...counted]
  .map((column) => `new.${column} is distinct from old.${column}`)
  .join(' or ')

const countOne = (row: 'new' | 'old', by: 1 | -1) =>
  `insert into inventory_counts (state, brand, count, ${counted.join()})
    values (${row}.state, ${row}.brand, ${by}, ${counted.map((column) => `${by} * ${row}.${column}`).join()})
    on conflict (state, brand) do update set ${added};`

const sqlite = [
  `create table inventory_counts (${countColumns}, constraint inventory_counts_pk primary key (state, brand))`,
  `create trigger inventory_items_inserted after insert on inventory_items begin ${countOne('new', 1)} end`,
  `create trigger inventory_items_deleted after delete on inventory_items begin ${countOne('old', -1)} end`,
  `create trigger inventory_items_changed after update on inventory_items when ${isCounted}
    begin ${countOne('old', -1)} ${countOne('new', 1)} end`,
  `create trigger dispositions_no_update before update on dispositions when ${isChanged}
    begin select raise(abort, '${message}'); end`,
  `create trigger dispositions_numbered after insert on dispositions when new.sequence is null begin ${numberRow} end`,
]

const postgres = [
  // A connection has rows of its own, so that concurrent changes do not wait for each other.
  `create table inventory_counts (shard smallint not null, ${countColumns},
    constraint inventory_counts_pk primary key (state, brand, shard))`,
  `create function count_item(item inventory_items, by integer) returns void language sql as $$
    insert into inventory_counts (shard, state, brand, count, ${counted.join()})
    values (pg_backend_pid() % 32, item.state, item.brand, by, ${counted.map((column) => `by * item.${column}`).join()})
    on conflict (state, brand, shard) do update set ${added} $$`,
  `create function item_counted() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform count_item(old, -1); end if;
    if tg_op <> 'DELETE' then perform count_item(new, 1); end if;
    return null; end $$`,
  `create trigger inventory_items_inserted_or_deleted after insert or delete on inventory_items for each row
    execute function item_counted()`,
  `create trigger inventory_items_changed after update on inventory_items for each row when (${isCounted})
    execute function item_counted()`,
  `create function dispositions_are_append_only() returns trigger language plpgsql as
    $$ begin raise exception '${message}'; end $$`,
  `create trigger dispositions_no_update before update on dispositions for each row when (${isChanged})
    execute function dispositions_are_append_only()`,
  // At the commit and under a lock, as the states of attempts to pay in 0007.
  `create function disposition_numbered() returns trigger language plpgsql as $$ begin
    perform name from named_locks where name = 'log-sequence' for update;
    ${numberRow}
    return null; end $$`,
  `create constraint trigger dispositions_numbered after insert on dispositions deferrable initially deferred
    for each row when (new.sequence is null) execute function disposition_numbered()`,
]

const boughtBefore = `insert into inventory_items (submission_id, payout_id, user_id, brand, face_cents, cost_cents,
    left_face_cents, left_cost_cents, state, number_end, approved_at, approved_by, bought_at, version)
  select submissions.id, payouts.id, submissions.user_id, card_brand, card_value_cents, payouts.amount_cents,
    card_value_cents, payouts.amount_cents, 'in-stock', substr(card_number_masked, length(card_number_masked) - 3),
    payouts.approved_at, payouts.approved_by, coalesce(sent_at, settled_at, payouts.approved_at), 1
  from payouts
  join payout_lines on payout_lines.payout_id = payouts.id and is_live = 1
  join submissions on submissions.id = payout_lines.submission_id
  where payouts.state in ('sent', 'paid')`

/** What the account has beyond the items and what is owed; zero where nothing was ever cleared. */
const excess = `(select coalesce(sum(debits - credits), 0) from ledger_balances where account = 'cards')
  - (select coalesce(sum(left_cost_cents), 0) from inventory_items)
  - (select coalesce(sum(amount_cents), 0) from payouts where state in ('held', 'ready', 'sending')
      or (state in ('failed', 'returned') and debt_ended_at is null))`

const clearedBefore = `insert into ledger_transfers (key, sequence, at, kind, debit, credit, amount_cents, currency)
  select 'cleared:cards', (select max(sequence) + 1 from ledger_transfers),
    (select max(at) from ledger_transfers), 'cleared', 'cleared', 'cards', cents, 'USD'
  from (select ${excess} as cents) as counted where cents > 0`
