import type { Kysely } from 'kysely'
import { executeOfEngine } from './statements.ts'

/**
 * On PostgreSQL, the lock of the audit chain and its newest entry in one call, so that the lock, which every
 * transaction with an entry waits for, is released a round trip earlier. A query of its own inside the function sees
 * what was committed before the lock was acquired.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await executeOfEngine(db, { sqlite: [], postgres: [head] })
}

const head = `create function lock_audit_head() returns table (sequence bigint, hash text) language plpgsql as $$ begin
    perform lock_named('audit-chain');
    return query select entry.sequence, entry.hash from audit_log entry
      where entry.sequence is not null order by entry.sequence desc limit 1;
  end $$`
