import { expect } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'
import { aSign } from '../testing/test-support/visits.ts'

const nothing = { quotes: 0, signUps: 0, submitted: 0, completed: 0, decided: 0, medianDecisionMs: null }

test('returns zeros and no median without data', async ({ app }) => {
  const { funnels, viewsPerHour } = await (await app.staff()).api.analytics.trends()
  expect(funnels).toEqual([
    { period: '24h', ...nothing },
    { period: '7d', ...nothing },
    { period: '30d', ...nothing },
  ])
  expect(viewsPerHour).toHaveLength(24)
})

test('counts quotes, sign-ups, and who of them submitted and was paid, per period', async ({ app }) => {
  const quote = { cardBrand: 'apple', cardValue: 100 }
  const dana = await app.customer()
  const old = await aSubmission(app, dana)
  await app.request('POST', '/api/quote', { body: quote })
  app.clock.advance(6 * DAY_MS)
  const [marcus, staff] = [await app.customer(), await app.staff()]
  await app.visitor.exchange.quote(quote)
  await app.request('POST', '/api/quote', { body: quote })
  await app.request('POST', '/api/quote', { body: { ...quote, cardBrand: 'no-such-brand' } })
  await aSubmission(app, marcus)
  await staff.api.admin.submissions.setStatus({ submissionId: old, status: 'completed' })
  const { funnels } = await staff.api.analytics.trends()
  expect(funnels).toMatchObject([
    { period: '24h', quotes: 2, signUps: 1, submitted: 1, completed: 0, decided: 1, medianDecisionMs: 6 * DAY_MS },
    { period: '7d', quotes: 3, signUps: 2, submitted: 2, completed: 1, decided: 1, medianDecisionMs: 6 * DAY_MS },
    { period: '30d', quotes: 3, signUps: 2, submitted: 2, completed: 1, decided: 1 },
  ])
})

test('each step of the funnel counts a subset of the people of the step before', async ({ app, customer: regular }) => {
  app.clock.advance(2 * DAY_MS)
  const [newcomer, , staff] = [await app.customer(), await app.customer(), await app.staff()]
  for (const seller of [regular, regular, regular, newcomer, newcomer]) {
    const submissionId = await aSubmission(app, seller)
    await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  }
  const { funnels } = await staff.api.analytics.trends()
  expect(funnels).toMatchObject([
    { period: '24h', quotes: 0, signUps: 2, submitted: 1, completed: 1, decided: 5 },
    { period: '7d', quotes: 0, signUps: 3, submitted: 2, completed: 2, decided: 5 },
    { period: '30d', quotes: 0, signUps: 3, submitted: 2, completed: 2, decided: 5 },
  ])
})

test('computes the median of first final decisions only', async ({ app, customer, staff }) => {
  const ids = [await aSubmission(app, customer), await aSubmission(app, customer), await aSubmission(app, customer)]
  const [first = '', second = '', third = ''] = ids
  const decide = async (
    submissionId: string,
    status: 'processing' | 'completed' | 'rejected',
    afterMinutes: number,
  ) => {
    app.clock.advance(afterMinutes * MINUTE_MS)
    await staff.api.admin.submissions.setStatus({ submissionId, status, payout: 'sent' })
  }
  const middle = async () => (await staff.api.analytics.trends()).funnels[0]
  await decide(third, 'processing', 1)
  expect(await middle()).toMatchObject({ decided: 0, medianDecisionMs: null })
  await decide(first, 'completed', 9)
  await decide(second, 'rejected', 10)
  expect(await middle()).toMatchObject({ decided: 2, medianDecisionMs: 15 * MINUTE_MS })
  await decide(third, 'rejected', 40)
  await decide(first, 'rejected', 60)
  await decide(second, 'completed', 60)
  expect(await middle()).toMatchObject({ decided: 3, medianDecisionMs: 20 * MINUTE_MS })
})

test('returns views per hour, including counts not written yet', async ({ app }) => {
  await aSign(app, 'a')
  app.clock.advance(2 * HOUR_MS)
  await aSign(app, 'a')
  await aSign(app, 'a', { page: '/contact' })
  const { viewsPerHour } = await (await app.staff()).api.analytics.trends()
  expect(viewsPerHour.slice(-3)).toEqual([
    { at: '2026-11-20T12:00:00.000Z', count: 1 },
    { at: '2026-11-20T13:00:00.000Z', count: 0 },
    { at: '2026-11-20T14:00:00.000Z', count: 2 },
  ])
})

test.skipIf(isOnPostgres())('reads the funnel from indexes', async ({ app }) => {
  const plans: string[] = []
  const { db } = app.ctx
  const explain = async (query: string) => {
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...db.selectFrom('users').select('id').compile(),
      sql: `explain query plan ${query}`,
      parameters: [],
    })
    plans.push(...rows.map(({ detail }) => detail))
  }
  await explain("select created_at from submissions where queue_status = 'registered' and created_at >= '2026'")
  await explain("select id from submissions where user_id = 'u' and status = 'completed'")
  await explain(
    "select changed_at from status_changes where to_status = 'completed' and changed_at >= '2026' order by changed_at desc limit 10",
  )
  expect(plans).toEqual([
    expect.stringContaining('USING INDEX submissions_queue_newest'),
    expect.stringContaining('USING INDEX submissions_user_newest'),
    expect.stringContaining('USING COVERING INDEX status_changes_newest'),
  ])
})
