import { expect } from 'vitest'
import { statusReasons } from '#shared/status-reasons.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { withdrawnReason } from '#shared/withdrawal.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

const none = {
  quotes: 0,
  submitted: 0,
  cardValue: 0,
  completed: 0,
  rejected: 0,
  failed: 0,
  due: 0,
  inTime: 0,
  paidOut: 0,
}
const [blurry = '', covered = ''] = statusReasons.rejected

/** Three days in New York, of which the first begins the summer time and has 23 hours. */
const dayStarts = [
  '2027-03-14T05:00:00.000Z',
  '2027-03-15T04:00:00.000Z',
  '2027-03-16T04:00:00.000Z',
  '2027-03-17T04:00:00.000Z',
]

async function reporting(at: string) {
  const app = await createTestApp()
  app.clock.set(Date.parse('2027-03-13T12:00:00.000Z'))
  const customer = await app.customer()
  app.clock.set(Date.parse(at))
  // A staff session ends after 8 hours, so every call gets its own.
  const owner = async () => (await app.staff()).api
  return { app, customer, owner, report: async () => (await owner()).analytics.orderReport({ dayStarts }) }
}

/** Submits a card at `at` and decides on it `afterMs` later. */
async function anOrder(
  { app, owner, customer }: Awaited<ReturnType<typeof reporting>>,
  at: string,
  [status, afterMs, reason]: [ReviewStatus, number, string?] = ['pending', 0],
  changes = {},
): Promise<string> {
  app.clock.set(Date.parse(at))
  const submissionId = await aSubmission(app, customer, changes)
  if (status === 'pending') return submissionId
  app.clock.advance(afterMs)
  await (await owner()).admin.submissions.setStatus({ submissionId, status, ...(reason !== undefined && { reason }) })
  return submissionId
}

test('returns zeros for each day and empty lists without data', async () => {
  const site = await reporting('2027-03-16T12:00:00.000Z')
  await using _ = site.app
  expect(await site.report()).toEqual({
    timestamp: '2027-03-16T12:00:00.000Z',
    days: dayStarts.slice(0, -1).map((startsAt) => ({ startsAt, ...none })),
    total: none,
    rejectionReasons: [],
    brands: [],
    payoutMethods: [],
    open: { orders: 0, payout: 0 },
  })
})

test('counts an order on the day of its submit and its decision on the day of the decision', async () => {
  const site = await reporting('2027-03-14T12:00:00.000Z')
  await using _ = site.app
  await anOrder(site, '2027-03-15T03:59:59.000Z', ['completed', 1_000])
  const { days, total } = await site.report()
  expect(days).toMatchObject([
    { ...none, submitted: 1, cardValue: 100, due: 1, inTime: 1 },
    { ...none, completed: 1, paidOut: 92 },
    none,
  ])
  expect(total).toEqual({ ...none, submitted: 1, cardValue: 100, due: 1, inTime: 1, completed: 1, paidOut: 92 })
})

test('includes the first moment of a day and excludes its end', async () => {
  const site = await reporting('2027-03-14T12:00:00.000Z')
  await using _ = site.app
  for (const at of ['2027-03-14T04:59:59.999Z', '2027-03-14T05:00:00.000Z', '2027-03-15T03:59:59.999Z'])
    await anOrder(site, at)
  for (const at of ['2027-03-15T04:00:00.000Z', '2027-03-17T03:59:59.999Z', '2027-03-17T04:00:00.000Z'])
    await anOrder(site, at)
  expect((await site.report()).days.map(({ submitted }) => submitted)).toEqual([2, 1, 1])
})

test('counts quotes on the day in which their hour begins', async () => {
  const site = await reporting('2027-03-15T03:30:00.000Z')
  await using _ = site.app
  const quote = () => site.app.request('POST', '/api/quote', { body: { cardBrand: 'apple', cardValue: 100 } })
  await quote()
  site.app.clock.set(Date.parse('2027-03-15T04:10:00.000Z'))
  await quote()
  await quote()
  expect((await site.report()).days.map(({ quotes }) => quotes)).toEqual([1, 2, 0])
})

test('counts a decision as in time up to 60 minutes after the submit, by the decision that stands', async () => {
  const site = await reporting('2027-03-15T12:00:00.000Z')
  await using _ = site.app
  await anOrder(site, '2027-03-15T12:00:00.000Z', ['completed', 60 * MINUTE_MS])
  await anOrder(site, '2027-03-15T14:00:00.000Z', ['rejected', 60 * MINUTE_MS + 1])
  const reopened = await anOrder(site, '2027-03-15T16:00:00.000Z', ['failed', MINUTE_MS])
  expect((await site.report()).total).toMatchObject({ completed: 1, rejected: 1, failed: 1, due: 3, inTime: 2 })
  await (await site.owner()).admin.submissions.setStatus({ submissionId: reopened, status: 'processing' })
  expect((await site.report()).total).toMatchObject({ completed: 1, rejected: 1, failed: 0, due: 2, inTime: 1 })
  site.app.clock.set(Date.parse('2027-03-16T12:00:00.000Z'))
  await (await site.owner()).admin.submissions.setStatus({ submissionId: reopened, status: 'completed' })
  expect((await site.report()).days).toMatchObject([
    none,
    { completed: 1, rejected: 1, failed: 0, due: 3, inTime: 1, paidOut: 92 },
    { completed: 1, due: 0, inTime: 0, paidOut: 92 },
  ])
})

test('an order that its customer withdrew is named so, and is no decision of staff', async () => {
  const site = await reporting('2027-03-15T12:00:00.000Z')
  await using _ = site.app
  await anOrder(site, '2027-03-15T12:00:00.000Z', ['rejected', 61 * MINUTE_MS])
  const id = await anOrder(site, '2027-03-15T14:00:00.000Z')
  await site.customer.api.transactions.withdraw({ id })
  const { total, rejectionReasons } = await site.report()
  expect(total).toMatchObject({ submitted: 2, rejected: 2, due: 1, inTime: 0 })
  expect(rejectionReasons).toContainEqual({ reason: withdrawnReason, count: 1 })
  const { funnels } = await (await site.owner()).analytics.trends()
  expect(funnels).toContainEqual(expect.objectContaining({ period: '24h', decided: 1 }))
})

test('an order that waits for a decision for more than 60 minutes is not in time, and the oldest is named', async () => {
  const site = await reporting('2027-03-15T12:00:00.000Z')
  await using _ = site.app
  const at = '2027-03-15T12:00:00.000Z'
  await anOrder(site, at, ['completed', MINUTE_MS])
  await anOrder(site, at)
  site.app.clock.set(Date.parse(at) + 60 * MINUTE_MS)
  expect((await site.report()).total).toMatchObject({ submitted: 2, due: 1, inTime: 1 })
  site.app.clock.advance(1)
  const { total, open } = await site.report()
  expect(total).toMatchObject({ submitted: 2, due: 2, inTime: 1 })
  expect(open.oldestAt).toBe(at)
})

test('an approval is the decision: an order is in time although its payout waits, and waits for none', async () => {
  const site = await reporting('2027-03-15T12:00:00.000Z')
  await using _ = site.app
  const submissionId = await anOrder(site, '2027-03-15T12:00:00.000Z')
  site.app.clock.advance(5 * MINUTE_MS)
  await (await site.owner()).admin.review.approve({ submissionId })
  site.app.clock.advance(24 * 60 * MINUTE_MS)
  const { total, open } = await site.report()
  expect(total).toMatchObject({ completed: 0, due: 1, inTime: 1 })
  expect(open).toEqual({ orders: 1, payout: 92 })
})

test('lists the reasons of rejected orders, the most frequent first, without what staff typed', async () => {
  const site = await reporting('2027-03-15T12:00:00.000Z')
  await using _ = site.app
  const at = '2027-03-15T12:00:00.000Z'
  for (const reason of [covered, blurry, 'Dana, code 8841', covered, 'Call 555-0100', undefined, covered])
    await anOrder(site, at, ['rejected', MINUTE_MS, reason])
  await anOrder(site, at, ['failed', MINUTE_MS, statusReasons.failed[0]])
  await anOrder(site, '2027-03-17T12:00:00.000Z', ['rejected', MINUTE_MS, blurry])
  const { rejectionReasons } = await site.report()
  expect(rejectionReasons.slice(0, 2)).toEqual([
    { reason: covered, count: 3 },
    { reason: null, count: 2 },
  ])
  expect(rejectionReasons.slice(2)).toEqual(
    expect.arrayContaining([
      { reason: blurry, count: 1 },
      { reason: '', count: 1 },
    ]),
  )
})

test('sums brands by submitted orders, payouts by method, and what open orders will cost', async () => {
  const site = await reporting('2027-03-15T12:00:00.000Z')
  await using _ = site.app
  const at = '2027-03-15T12:00:00.000Z'
  await anOrder(site, at, ['completed', MINUTE_MS])
  await anOrder(site, at, ['completed', MINUTE_MS], { cardBrand: 'steam', cardValue: 250 })
  await anOrder(site, at, ['processing', MINUTE_MS], { cardBrand: 'steam', cardValue: 50 })
  await anOrder(site, '2027-03-18T12:00:00.000Z', ['pending', 0])
  const { brands, payoutMethods, open, total } = await site.report()
  expect(brands).toEqual([
    { brand: 'Steam', submitted: 2, cardValue: 300 },
    { brand: 'Apple', submitted: 1, cardValue: 100 },
  ])
  expect(payoutMethods).toEqual([{ method: 'cashapp', completed: 2, paidOut: 317 }])
  expect(open).toEqual({ orders: 2, payout: 137, oldestAt: at })
  expect(total).toMatchObject({ submitted: 3, cardValue: 400, completed: 2, paidOut: 317 })
})

test.each([
  ['no day', ['2027-03-14T05:00:00.000Z']],
  ['days out of order', ['2027-03-15T05:00:00.000Z', '2027-03-14T05:00:00.000Z']],
  ['too many days', Array.from({ length: 94 }, (_, at) => new Date(Date.UTC(2026, 0, at)).toISOString())],
])('rejects %s', async (_, starts) => {
  await using app = await createTestApp()
  const owner = await app.staff()
  await expect(owner.api.analytics.orderReport({ dayStarts: starts })).rejects.toThrow('Enter 1 to 92 days in order')
})

test('is for owners only', async ({ app }) => {
  for (const role of ['reviewer', 'support', 'finance'] as const)
    await expect((await app.colleague(role)).api.analytics.orderReport({ dayStarts })).rejects.toMatchObject({
      cause: { code: 'forbidden' },
    })
})
