import { afterAll, expect, test } from 'vitest'
import type { SubmissionExportInput } from '#shared/submission-schema.ts'
import { noRequest } from '../audit/audit-queries.ts'
import { asServer } from '../platform/db/database.ts'
import { seedQueue } from '../testing/bench/seed-queue.ts'
import { type PlanStep, planSteps } from '../testing/test-support/query-plans.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { exportSubmissions } from './export-submissions.ts'
import { listSubmissions, listTransactions } from './list-submissions.ts'
import { countWaiting } from './waiting-time.ts'

/** Matches steps whose time grows with the table: full scans and sorts. A partial scan of an index is fine. */
function isSlow({ step, query }: PlanStep): boolean {
  if (/^SCAN (submissions|submission_numbers|files)\b/.test(step))
    return !(step.includes('USING') && /\blimit\b/.test(query))
  // These sort only the rows of one page or one customer.
  return step.includes('USE TEMP B-TREE FOR ORDER BY') && !/"id" in \(|submission_counts/.test(query)
}

const owner = { role: 'owner', apiToken: undefined } as const

async function exported({ ctx }: TestApp, filter: SubmissionExportInput): Promise<void> {
  for await (const piece of await exportSubmissions(asServer(ctx), { id: 'x', ...noRequest }, filter))
    expect(piece).not.toBe('')
}

const lists: Record<string, (app: TestApp) => Promise<unknown>> = {
  'the first page': ({ ctx }) => listSubmissions(ctx, owner, { page: 1, limit: 15 }),
  'a page far back': ({ ctx }) => listSubmissions(ctx, owner, { page: 20, limit: 15 }),
  'a filtered page': ({ ctx }) => listSubmissions(ctx, owner, { page: 2, limit: 15, status: 'completed' }),
  'what needs a decision, oldest first': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, status: 'open', sort: 'oldest' }),
  'what needs a decision, the first due first': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, status: 'open', sort: 'due' }),
  'what needs a decision, newest first': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, status: 'open' }),
  'what needs a decision, without later ones': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, status: 'open', until: '2026-01-01T00:00:00.000Z' }),
  'the oldest of all': ({ ctx }) => listSubmissions(ctx, owner, { page: 20, limit: 15, sort: 'oldest' }),
  'the highest value': ({ ctx }) => listSubmissions(ctx, owner, { page: 3, limit: 15, sort: 'value' }),
  'the highest value of a status': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 3, limit: 15, sort: 'value', status: 'completed' }),
  'what needs a decision, by risk': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, sort: 'risk', status: 'open' }),
  'the counts of what waits': ({ ctx }) => countWaiting(ctx),
  'a short search of what needs a decision': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, search: 'ap', status: 'open' }),
  'a short search': ({ ctx }) => listSubmissions(ctx, owner, { page: 1, limit: 15, search: 'ap' }),
  'a short search of a status': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, search: 'a', status: 'failed' }),
  'a search': ({ ctx }) => listSubmissions(ctx, owner, { page: 1, limit: 15, search: 'apple' }),
  'a long search': ({ ctx }) => listSubmissions(ctx, owner, { page: 1, limit: 15, search: 'dana.reyes@mail' }),
  'a search of a status': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, search: 'GCE', status: 'failed' }),
  'a search for nothing there is': ({ ctx }) =>
    listSubmissions(ctx, owner, { page: 1, limit: 15, search: 'nobody-here@x' }),
  'a customer’s submissions': ({ ctx }) => listTransactions(ctx, 'somebody'),
  'an export': (app) => exported(app, {}),
  'an export of a status': (app) => exported(app, { status: 'completed' }),
  'an export of a search': (app) => exported(app, { status: 'rejected', search: 'a' }),
}

const app = await createTestApp()
await seedQueue(app.ctx, 1200, 60_000)
afterAll(() => app[Symbol.asyncDispose]())

test.each(Object.keys(lists))('reads no whole table of submissions for %s', async (name) => {
  const found = await planSteps(app, async () => lists[name]?.(app))
  expect(found.filter(isSlow)).toEqual([])
})

test('detects a query without an index', async () => {
  const { db } = app.ctx
  const [all] = await planSteps(app, () => db.selectFrom('submissions').selectAll().where('phone', '=', 'x').execute())
  const sorted = await planSteps(app, () =>
    db.selectFrom('submissions').select('id').orderBy('phone').limit(5).execute(),
  )
  const counted = await planSteps(app, () =>
    db
      .selectFrom('submissions')
      .select((select) => select.fn.countAll().as('count'))
      .execute(),
  )
  expect([all && isSlow(all), sorted.some(isSlow), counted.some(isSlow)]).toEqual([true, true, true])
})
