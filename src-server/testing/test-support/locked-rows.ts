import { sql } from 'kysely'
import { expect } from 'vitest'
import { inServerTransaction } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { createBarrier } from './barrier.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs `call` and returns the rows that its transaction has written or locked when it waits for the audit chain, its
 * last lock: as 'table key'. Shared locks are not among them, because two of them do not wait for each other: those of
 * foreign keys, and that of each posting on `ledger_lock`. Needs PostgreSQL, its extension pgrowlocks and no other
 * transaction.
 */
export async function lockedRows({ ctx }: TestApp, call: () => Promise<unknown>): Promise<string[]> {
  await sql`create extension if not exists pgrowlocks`.execute(ctx.db)
  const [locked, released] = [createBarrier(2), createBarrier(2)]
  const chain = inServerTransaction(ctx.db, async (tx) => {
    await acquireLock(tx, 'audit-chain')
    await locked()
    await released()
  })
  await locked()
  const called = call()
  const waiting = async () => (await waitingPids(ctx)).length
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  const rows = await rowsOf(ctx, (await waitingPids(ctx))[0] ?? 0)
  void released()
  await Promise.all([chain, called])
  return rows.sort()
}

async function waitingPids({ db }: TestApp['ctx']): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.map(({ pid }) => pid)
}

async function rowsOf({ db }: TestApp['ctx'], pid: number): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; keys: string[] | null }>`
    select relname as name, (select array_agg(attname::text order by attnum) from pg_attribute
      where attrelid = indrelid and attnum = any (indkey::smallint[])) as keys
    from pg_class left join pg_index on indrelid = pg_class.oid and indisprimary
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db)
  const all: string[] = []
  for (const { name, keys } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from pgrowlocks(${name}) locks join ${sql.table(name)} t on t.ctid = locked_row
      where ${pid} = any (pids) and not modes <@ '{"For Key Share", "For Share"}'`.execute(db)
    all.push(...rows.map(({ row }) => `${name} ${(keys ?? Object.keys(row)).map((key) => row[key]).join(' ')}`))
  }
  return all
}
