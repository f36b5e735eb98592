import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { QueueFilter } from '#shared/queue.ts'
import { reviewStatuses, submissionStatuses } from '#shared/submission.ts'
import { inTransaction, type ServerDb } from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/dialect/dialect.ts'
import { emptySearchIndex } from '../platform/db/dialect/search-index.ts'
import { seedQueue } from '../testing/bench/seed-queue.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { listSubmissionPage } from './submission-page-queries.ts'
import { countWaiting } from './waiting-time.ts'

const filters = ['open', 'approved', 'pending', 'processing', 'completed', 'rejected', 'failed'] as const

async function idsOf(staff: Person, status: QueueFilter): Promise<string[]> {
  return (await staff.api.admin.submissions.list({ status })).data.map(({ id }) => id)
}

/** The filters that list this submission. */
async function filtersOf(staff: Person, submissionId: string): Promise<string[]> {
  const listed = []
  for (const filter of filters) if ((await idsOf(staff, filter)).includes(submissionId)) listed.push(filter)
  return listed
}

const waiting = async (staff: Person) => (await staff.api.admin.submissions.waiting()).waiting

test('an approved order needs no decision and waits for its payout until that is paid', async ({ app }) => {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const submissionId = await aSubmission(app, dana)
  expect(await filtersOf(boss, submissionId)).toEqual(['open', 'pending'])
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect(await filtersOf(boss, submissionId)).toEqual(['open', 'processing'])
  expect(await waiting(boss)).toBe(1)
  await boss.api.admin.review.approve({ submissionId })
  expect(await filtersOf(boss, submissionId)).toEqual(['approved', 'processing'])
  app.clock.advance(2 * 60 * 60_000)
  expect(await countWaiting(app.ctx)).toEqual({ waiting: 0, approved: 1, overdue: 0, oldest: null, oldestDue: null })
  const { id } = await livePayoutOf(app, submissionId)
  const { payout } = await fay.api.payouts.begin({ id, version: (await fay.api.payouts.get({ id })).version })
  expect(await filtersOf(boss, submissionId)).toEqual(['approved', 'processing'])
  await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  expect(await filtersOf(boss, submissionId)).toEqual(['completed'])
})

test('an order needs a decision again when its approval is undone or its payout is canceled', async ({ app }) => {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const submissionId = await aSubmission(app, dana)
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  expect(await waiting(boss)).toBe(0)
  await boss.api.admin.review.undoStatus({ submissionId, version })
  expect(await filtersOf(boss, submissionId)).toEqual(['open', 'pending'])
  const { submissionId: other, payoutId } = await anApproval(app, dana, boss)
  await fay.api.payouts.cancel({ id: payoutId, version: 1, note: 'Another card was sent.' })
  expect(await filtersOf(boss, other)).toEqual(['open', 'pending'])
  expect(await waiting(boss)).toBe(2)
})

test('an order that staff make processing again after it was paid needs a decision', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing', payout: 'sent' })
  expect(await filtersOf(boss, submissionId)).toEqual(['open', 'processing'])
})

test('a search and the export of a filter list what the filter lists', async ({ app, customer: dana, staff: boss }) => {
  const undecided = await aSubmission(app, dana)
  const { submissionId: approved } = await anApproval(app, dana, boss)
  const found = async (status: QueueFilter, search: string) =>
    (await boss.api.admin.submissions.list({ status, search })).data.map(({ id }) => id)
  for (const search of ['GCE-', 'G']) {
    expect(await found('open', search)).toEqual([undecided])
    expect(await found('approved', search)).toEqual([approved])
    expect((await found('processing', search)).sort()).toEqual([approved])
  }
  const csv = async (status: string) =>
    (await app.request('GET', `/api/admin/submissions.csv?status=${status}`, { as: boss })).body
  expect(await csv('open')).toContain(undecided)
  expect(await csv('open')).not.toContain(approved)
  expect(await csv('approved')).toContain(approved)
})

/** The ids of the submissions that need a decision, by the rule itself instead of the columns kept for it. */
async function undecidedByRule({ ctx: { db } }: TestApp): Promise<string[]> {
  const payouts = await db
    .selectFrom('payout_lines')
    .innerJoin('payouts', 'payouts.id', 'payout_lines.payout_id')
    .select(['submission_id', 'is_live', 'state'])
    .execute()
  const awaiting = new Set(
    payouts.flatMap((each) => (each.is_live === 1 && each.state !== 'paid' ? [each.submission_id] : [])),
  )
  const orders = await db.selectFrom('submissions').select(['id', 'status']).execute()
  return orders
    .filter(({ id, status }) => status === 'pending' || (status === 'processing' && !awaiting.has(id)))
    .map(({ id }) => id)
    .sort()
}

/** The ids of the submissions that are due at a time. */
async function idsWithDueTime({ ctx: { db } }: TestApp): Promise<string[]> {
  const orders = await db.selectFrom('submissions').select('id').where('due_at', 'is not', null).execute()
  return orders.map(({ id }) => id).sort()
}

test('lists and counts exactly what the rule says after 150 random decisions and payments', async ({ app }) => {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const ids: string[] = []
  for (let order = 0; order < 8; order++) ids.push(await aSubmission(app, dana))
  const pay = async (submissionId: string) => {
    const { id, version } = await livePayoutOf(app, submissionId)
    const { payout } = await fay.api.payouts.begin({ id, version })
    const ended = [
      () => fay.api.payouts.releaseLock({ id, version: payout.version }),
      () => fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' }),
    ]
    await ended[randomInt(3)]?.()
  }
  const comeBack = async (submissionId: string) => {
    const { id, version } = await livePayoutOf(app, submissionId)
    await fay.api.payouts.recordReturn({ id, version, code: 'provider' })
  }
  const set = (submissionId: string, status: 'pending' | 'processing' | 'completed' | 'rejected' | 'failed') =>
    boss.api.admin.submissions.setStatus({ submissionId, status, reason: 'Checked.', payout: 'sent' })
  const steps = [
    ...(['pending', 'processing', 'completed', 'rejected', 'failed'] as const).map(
      (status) => (id: string) => set(id, status),
    ),
    ...Array.from({ length: 3 }, () => (submissionId: string) => boss.api.admin.review.approve({ submissionId })),
    ...[pay, pay, comeBack],
  ]
  let refused = 0
  for (let step = 0; step < 150; step++) {
    app.clock.advance(1000)
    // What a state does not allow is refused and changes nothing.
    await steps[randomInt(steps.length)]?.(ids[randomInt(ids.length)] as string).catch(() => refused++)
    const wanted = await undecidedByRule(app)
    expect((await idsOf(boss, 'open')).sort()).toEqual(wanted)
    expect(await idsWithDueTime(app)).toEqual(wanted)
    expect(await waiting(boss)).toBe(wanted.length)
  }
  expect(refused).toBeLessThan(120)
})

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

test('keeps counts, numbers and index exact over 400 random changes', async ({ app }) => {
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

test('keeps them exact over sign-ups, submissions, decisions, a rollback and an account deletion', async ({ app }) => {
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

test('empties counts, numbers and index when all submissions are deleted at once', async ({ app }) => {
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
