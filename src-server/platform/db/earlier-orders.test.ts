import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listUnmarked } from '../../submissions/waiting-time-queries.ts'
import { insertRow, migrate } from '../../testing/test-support/migrate-to.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'
import { HOUR_MS } from '../clock.ts'
import type { ServerDb } from './database.ts'

const before = '2026-01-31T23:30:00.250Z'
const now = new Date().toISOString()

/** An order of every status, by id. `queued` is the status by which the queue lists it. */
const orders = [
  { id: 'GCE-1', status: 'pending', queued: 'pending', awaitsPayout: 0, at: before },
  { id: 'GCE-2', status: 'pending', queued: 'pending', awaitsPayout: 0, at: now },
  { id: 'GCE-3', status: 'processing', queued: 'processing', awaitsPayout: 0, at: before },
  { id: 'GCE-4', status: 'processing', queued: 'approved', awaitsPayout: 1, at: before },
  { id: 'GCE-5', status: 'completed', queued: 'completed', awaitsPayout: 0, at: before },
  { id: 'GCE-6', status: 'rejected', queued: 'rejected', awaitsPayout: 0, at: before },
  { id: 'GCE-7', status: 'failed', queued: 'failed', awaitsPayout: 0, at: before },
  { id: 'GCE-8', status: 'registered', queued: 'registered', awaitsPayout: 0, at: before },
]

/** A database as it was before this migration, with the orders and a decision on each. */
async function databaseBefore(migration: string): Promise<ServerDb> {
  const db = await openEmptyDatabase()
  await migrate(db, (name) => name < migration)
  await insertRow(db, 'users', { id: 'dana', role: 'customer', email: 'dana@mail.example' })
  for (const { id, status, awaitsPayout: awaits_payout, at } of orders) {
    const [made, of] = [
      { created_at: at, updated_at: at },
      { submission_id: id, changed_by: 'dana', changed_at: at },
    ]
    await insertRow(db, 'submissions', { id, user_id: 'dana', status, awaits_payout, version: 1, ...made })
    await insertRow(db, 'status_changes', { id, ...of, version: 1, to_status: status })
  }
  return db
}

/** How many orders the queue counts by status. */
async function countsOf(db: ServerDb): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; total: number }>`
    select status, sum(count) as total from submission_counts group by status having sum(count) > 0`.execute(db)
  return Object.fromEntries(rows.map(({ status, total }) => [status, Number(total)]))
}

const queued = { pending: 2, processing: 1, approved: 1, completed: 1, rejected: 1, failed: 1, registered: 1 }

test('orders of every status keep their place in the queue and its counts when requests are added', async () => {
  await using db = await databaseBefore('0020')
  expect(await countsOf(db)).toEqual(queued)
  await migrate(db, (name) => name < '0021')
  const rows = await sql<Record<string, unknown>>`select id, queue_status, request_state, quoted_value_cents,
    quoted_rate_bps, quoted_payout_cents from submissions order by id`.execute(db)
  const unquoted = { quoted_value_cents: null, quoted_rate_bps: null, quoted_payout_cents: null }
  expect(rows.rows).toEqual(
    orders.map(({ id, queued }) => ({ id, queue_status: queued, request_state: null, ...unquoted })),
  )
  expect(await countsOf(db)).toEqual(queued)

  // The triggers were made again: what changes from now on is counted.
  await sql`update submissions set request_state = 'requested' where id = 'GCE-3'`.execute(db)
  await sql`update submissions set request_state = 'requested' where id = 'GCE-4'`.execute(db)
  await sql`update submissions set status = 'completed' where id = 'GCE-1'`.execute(db)
  const { processing: _, ...others } = queued
  expect(await countsOf(db)).toEqual({ ...others, pending: 1, completed: 2, requested: 1 })
  const numbers = await sql<{ status: string }>`
    select status from submission_numbers where submission_id in ('GCE-1', 'GCE-3') order by submission_id`.execute(db)
  expect(numbers.rows).toEqual([{ status: 'completed' }, { status: 'requested' }])
})

test('a decision from before appeals can be appealed once, and its order has one open appeal at most', async () => {
  await using db = await databaseBefore('0021')
  await migrate(db, (name) => name < '0022')
  expect(await countsOf(db)).toEqual(queued)
  const appeal = (id: string, decision: string, order: string, state = 'open') =>
    sql`insert into appeals (id, submission_id, decision_id, opened_at, due_at, state)
      values (${id}, ${order}, ${decision}, ${now}, ${now}, ${state})`.execute(db)
  await appeal('a', 'GCE-6', 'GCE-6')
  await expect(appeal('b', 'GCE-6', 'GCE-6', 'withdrawn')).rejects.toThrow(/unique/i)
  await expect(appeal('c', 'GCE-7', 'GCE-6')).rejects.toThrow(/unique/i)
  await appeal('d', 'GCE-7', 'GCE-7')
})

test('orders that wait get an hour from their submission, and late ones are marked without an e-mail', async () => {
  await using db = await databaseBefore('0022')
  await migrate(db, () => true)
  const after = (at: string) => new Date(Date.parse(at) + HOUR_MS).toISOString()
  const { rows } = await sql<Record<string, unknown>>`
    select id, due_at, overdue_at, wait_left_ms from submissions order by id`.execute(db)
  const late = { due_at: '2026-02-01T00:30:00.250Z', overdue_at: '2026-02-01T00:30:00.250Z' }
  const notWaiting = { due_at: null, overdue_at: null }
  expect(rows).toEqual(
    [late, { due_at: after(now), overdue_at: null }, late, ...Array(5).fill(notWaiting)].map((times, index) => ({
      id: orders[index]?.id,
      ...times,
      wait_left_ms: null,
    })),
  )
  expect(await countsOf(db)).toEqual(queued)
  // Only an order that is not marked yet is mailed.
  expect(await listUnmarked(db, now, 10)).toEqual([])
  expect(await listUnmarked(db, after(now), 10)).toMatchObject([{ id: 'GCE-2' }])
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
})
