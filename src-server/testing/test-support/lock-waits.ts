import { sql } from 'kysely'
import { expect } from 'vitest'
import { inServerTransaction, type Tx } from '../../platform/db/database.ts'
import { createBarrier } from './barrier.ts'
import type { TestApp } from './test-app.ts'

/** A backend of PostgreSQL that waits for a lock, and those it waits for. */
type Wait = { pid: number; blockers: number[] }
/** A transaction that waits to be committed. */
export type OpenTransaction = { pid: number; commit(): Promise<void> }

/** Runs `work` in a transaction that stays open. */
export async function openTransaction({ ctx }: TestApp, work: (tx: Tx) => Promise<unknown>): Promise<OpenTransaction> {
  const [worked, released] = [createBarrier(2), createBarrier(2)]
  let pid = 0
  const transaction = inServerTransaction(ctx.db, async (tx) => {
    await work(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    pid = rows[0]?.pid ?? 0
    void worked()
    await released()
  })
  await Promise.race([worked(), transaction])
  return {
    pid,
    async commit() {
      void released()
      await transaction
    },
  }
}

async function waits({ ctx }: TestApp): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select pid, pg_blocking_pids(pid) as blockers from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db)
  return rows
}

/** Waits until `count` backends of the site wait for locks; returns all of them. */
export async function untilWaiting(app: TestApp, count: number): Promise<Wait[]> {
  await expect.poll(async () => (await waits(app)).length, { timeout: 10_000 }).toBe(count)
  return waits(app)
}
