import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reviewStatuses, submissionStatuses } from '#shared/submission.ts'
import { inTransaction, type ServerDb } from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/dialect/dialect.ts'
import { emptySearchIndex } from '../platform/db/dialect/search-index.ts'
import { seedQueue } from '../testing/bench/seed-queue.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { listSubmissionPage } from './submission-page-queries.ts'

const pick = <Each>(from: readonly Each[]) => from[randomInt(from.length)] as Each

/** Compares the counts, numbers and search index with the submissions themselves. */
async function expectExact({ ctx: { db } }: TestApp): Promise<void> {
  const counted = await sql`select status, substr(created_at, 1, 7) as month, count(*) as count from submissions
    group by 1, 2 order by 1, 2`.execute(db)
  const kept = await sql`select status, month, sum(count) as count from submission_counts
    group by 1, 2 having sum(count) != 0 order by 1, 2`.execute(db)
  expect(kept.rows).toEqual(counted.rows)
  const rows = await sql`select id, status, created_at from submissions order by id`.execute(db)
  const numbered = await sql`select submission_id as id, status, created_at from submission_numbers order by 1`.execute(
    db,
  )
  expect(numbered.rows).toEqual(rows.rows)
  await expectIndexed(db)
  for (const status of [undefined, ...reviewStatuses]) {
    const all = rows.rows.filter((row) => !status || (row as { status: string }).status === status)
    const { totalItems } = await listSubmissionPage(db, { page: 1, limit: 1, status })
    expect(totalItems).toBe(all.length)
  }
}

async function expectIndexed(db: ServerDb): Promise<void> {
  // Throws when the index does not match the indexed texts.
  if (!isPostgres(db))
    return void (await sql`insert into submission_search (submission_search, rank) values ('integrity-check', 1)`.execute(
      db,
    ))
  const stale = await sql`select submission_id from submission_numbers
    join submissions on submissions.id = submission_id and text <> searched_text(submissions)`.execute(db)
  expect(stale.rows).toEqual([])
}

test('keeps counts, numbers and index exact over 400 random changes', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  await seedQueue(app.ctx, 80, 60_000)
  for (let change = 0; change < 400; change++) {
    const ids = (await db.selectFrom('submissions').select('id').execute()).map(({ id }) => id)
    const some = [pick(ids), pick(ids), pick(ids)].slice(0, 1 + randomInt(3))
    const update = db.updateTable('submissions').where('id', 'in', some)
    await pick([
      () => update.set({ status: pick(submissionStatuses) }).execute(),
      () => update.set({ status: pick(submissionStatuses), email: `p${randomInt(99)}@post.example` }).execute(),
      () => update.set({ created_at: new Date(randomInt(1e11) + 1.7e12).toISOString() }).execute(),
      () => update.set({ status_reason: 'Checked.', card_type: pick(['Steam', 'Nike', '']) }).execute(),
      () => db.deleteFrom('submissions').where('id', 'in', some).execute(),
      () => seedQueue(app.ctx, 3, 60_000),
    ])()
    if (change % 100 === 99) await expectExact(app)
  }
})

test('keeps them exact over sign-ups, submissions, decisions, a rollback and an account deletion', async () => {
  await using app = await createTestApp()
  const staff = await app.staff()
  const people = [await app.customer(), await app.customer()]
  const ids: string[] = []
  for (const customer of [...people, ...people]) ids.push(await aSubmission(app, customer))
  await expectExact(app)
  for (const submissionId of ids)
    await staff.api.admin.submissions.setStatus({ submissionId, status: pick(reviewStatuses) })
  await expectExact(app)
  const change = app.ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('submissions').set({ status: 'failed', email: '' }).execute()
    throw new Error('half-way')
  })
  await expect(change).rejects.toThrow('half-way')
  await expectExact(app)
  for (const submissionId of ids) await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await people[0]?.api.account.deleteAccount({ password: customerPassword })
  await expectExact(app)
  await app.ctx.db.deleteFrom('inventory_items').execute()
  await app.ctx.db.deleteFrom('payout_lines').execute()
  await app.ctx.db.deleteFrom('submissions').execute()
  await expectExact(app)
})

test('empties counts, numbers and index when all submissions are deleted at once', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  await seedQueue(app.ctx, 200, 60_000)
  await inTransaction(app.call, async (tx) => {
    await emptySearchIndex(tx)
    await tx.deleteFrom('submissions').execute()
  })
  await expectExact(app)
  expect(await db.selectFrom('submission_numbers').selectAll().execute()).toEqual([])
  await seedQueue(app.ctx, 50, 60_000)
  await expectExact(app)
  expect(await listSubmissionPage(db, { page: 1, limit: 1, search: 'GCE-' })).toMatchObject({ totalItems: 50 })
})
