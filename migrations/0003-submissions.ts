import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Gift cards sent in for review, their history, and the keys that make a repeated submit the same submission. Partial
 * indexes contain only the rows that a job still has to find. `awaits_payout` is 1 while a payout is neither paid nor
 * ended (triggers of 0007).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
}

const tables = [
  `create table submissions (
    id text primary key,
    user_id text not null references users (id),
    card_type text not null,
    card_brand text not null,
    card_condition text,
    card_value_cents integer not null,
    rate_bps integer not null,
    payout_cents integer not null,
    email text not null,
    phone text not null,
    account_name text not null,
    payment_type text,
    card_number_masked text not null,
    card_number_encrypted text,
    security_code_encrypted text,
    expiring_date_encrypted text,
    additional_info_encrypted text,
    payout_details_encrypted text,
    status text not null,
    status_reason text,
    version integer not null,
    created_at text not null,
    updated_at text not null,
    payout_fingerprint text,
    erase_code_at text,
    final_at text,
    purged_at text,
    fingerprint_rules integer,
    catalogue_version integer,

    awaits_payout integer not null default 0)`,
  `create index submissions_newest on submissions (created_at, id)`,
  `create index submissions_user_newest on submissions (user_id, created_at, id)`,
  `create index submissions_email_newest on submissions (email, created_at, id)`,
  `create index submissions_to_purge on submissions (final_at) where final_at is not null and purged_at is null`,
  `create index submissions_without_fingerprints on submissions (id)
    where fingerprint_rules is null and payout_details_encrypted is not null`,
  `create index submissions_payout_newest on submissions (payout_fingerprint, created_at)
    where payout_fingerprint is not null`,
  `create index submissions_erase_code on submissions (erase_code_at) where erase_code_at is not null`,
  `create table status_changes (
    id text primary key,
    submission_id text not null references submissions (id) on delete cascade,
    version integer not null,
    from_status text,
    to_status text not null,
    reason text,
    changed_by text not null references users (id),
    changed_at text not null,
    undo_until text,
    undo_mark text,
    mail_id text,
    card_brand text,
    constraint status_changes_version unique (submission_id, version))`,
  `create index status_changes_brand_newest on status_changes (card_brand, to_status, changed_at)`,
  `create index status_changes_newest on status_changes (to_status, changed_at, submission_id, version)`,
  `create table card_fingerprints (
    submission_id text not null references submissions (id) on delete cascade,
    fingerprint text not null,
    constraint card_fingerprints_key primary key (submission_id, fingerprint))`,
  `create index card_fingerprints_found on card_fingerprints (fingerprint, submission_id)`,
  `create table idempotency_keys (
    user_id text not null references users (id) on delete cascade,
    key text not null,
    request_hash text not null,
    submission_id text not null references submissions (id) on delete cascade,
    created_at text not null,
    constraint idempotency_keys_pk primary key (user_id, key))`,
  `create table review_locks (
    submission_id text primary key references submissions (id) on delete cascade,
    holder_id text not null references users (id) on delete cascade,
    lease_until text not null)`,
  `create table submission_notes (
    id text primary key,
    submission_id text not null references submissions (id) on delete cascade,
    author_id text not null references users (id),
    client_note_id text,
    text_encrypted text not null,
    written_at text not null,
    constraint submission_notes_repeat unique (author_id, client_note_id))`,
  `create index submission_notes_submission on submission_notes (submission_id, written_at)`,
]
