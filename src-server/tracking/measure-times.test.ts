import { expect, test } from 'vitest'
import { MINUTE_MS } from '../platform/clock.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { measureTimes } from './measure-times.ts'

const took = [3, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13, 14, 15, 18, 22, 25, 31, 44]

/** Submits and rejects an order of this brand for each of these numbers of minutes. */
async function decideAfter(app: TestApp, people: { dana: Person; boss: Person }, minutes: readonly number[]) {
  for (const each of minutes) {
    const submissionId = await aSubmission(app, people.dana)
    app.clock.advance(each * MINUTE_MS)
    await people.boss.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason: 'Not a card.' })
  }
}

async function aSite() {
  const app = await createTestApp()
  return { app, dana: await app.customer(), boss: await app.staff() }
}

const trackingOf = async (dana: Person, id: string) => (await dana.api.transactions.get({ id })).tracking

test('20 decisions on a brand give its median and the time of 9 of 10', async () => {
  const site = await aSite()
  await using app = site.app
  await decideAfter(app, site, took)
  await measureTimes(app.ctx)
  const id = await aSubmission(app, site.dana)
  const { createdAt } = await site.dana.api.transactions.get({ id })
  const after = (minutes: number) => new Date(Date.parse(createdAt) + minutes * MINUTE_MS).toISOString()
  expect(await trackingOf(site.dana, id)).toEqual({
    place: 1,
    ahead: 0,
    basis: 'brand',
    samples: 20,
    usualMinutes: 11,
    mostMinutes: 25,
    expectedAt: after(11),
    latestAt: after(25),
  })
})

test('with 19 decisions on a brand, the time of its category applies, then that of all, then the promise', async () => {
  const site = await aSite()
  await using app = site.app
  await decideAfter(app, site, took.slice(1))
  await measureTimes(app.ctx)
  const apple = await aSubmission(app, site.dana)
  expect(await trackingOf(site.dana, apple)).toMatchObject({ basis: 'promise', samples: 0, usualMinutes: 15 })
  const walmart = await aSubmission(app, site.dana, { cardBrand: 'walmart', cardNumber: '6012 3456 7890 1234' })
  app.clock.advance(8 * MINUTE_MS)
  await site.boss.api.admin.submissions.setStatus({ submissionId: walmart, status: 'completed' })
  await measureTimes(app.ctx)
  expect(await trackingOf(site.dana, apple)).toMatchObject({ basis: 'all', samples: 20 })
  const steam = await aSubmission(app, site.dana, { cardBrand: 'google-play', cardNumber: 'ABCD EFGH IJKL MNOP' })
  expect(app.ctx.serviceTimes.decision('google-play')?.basis).toBe('all')
  app.clock.advance(8 * MINUTE_MS)
  await site.boss.api.admin.submissions.setStatus({ submissionId: steam, status: 'completed' })
  await measureTimes(app.ctx)
  expect(app.ctx.serviceTimes.decision('apple')?.samples).toBeGreaterThanOrEqual(20)
})

test('with too few decisions on a brand and enough on its category, the times of the category apply', async () => {
  const site = await aSite()
  await using app = site.app
  await changeReviews(app, site.boss, { leastSamples: 5 })
  await decideAfter(app, site, [5, 6, 7])
  const others = [
    ['google-play', 'ABCD EFGH IJKL MNOP', 8],
    ['google-play', 'QRST UVWX YZ12 3456', 9],
    // Of another category, so that the times of all cards differ.
    ['walmart', '6012 3456 7890 1234', 60],
  ] as const
  for (const [cardBrand, cardNumber, minutes] of others) {
    const submissionId = await aSubmission(app, site.dana, { cardBrand, cardNumber })
    app.clock.advance(minutes * MINUTE_MS)
    await site.boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  }
  await measureTimes(app.ctx)
  const ofCategory = { basis: 'category', samples: 5, usualMinutes: 7, mostMinutes: 9 }
  expect(await trackingOf(site.dana, await aSubmission(app, site.dana))).toMatchObject(ofCategory)
  expect(app.ctx.serviceTimes.decision('google-play')).toMatchObject({ basis: 'category', samples: 5 })
  expect(app.ctx.serviceTimes.decision('walmart')).toMatchObject({ basis: 'all', samples: 6 })
})

test('undone decisions, withdrawals, registrations and second decisions are no samples', async () => {
  const site = await aSite()
  await using app = site.app
  const { dana, boss } = site
  const samples = async () => {
    await measureTimes(app.ctx)
    const rows = await app.ctx.db.selectFrom('service_times').selectAll().where('scope', '=', 'all').execute()
    return rows[0]?.samples ?? 0
  }
  const submissionId = await aSubmission(app, dana)
  const decision = { submissionId, status: 'rejected', reason: 'Not a card.' } as const
  const { version } = await boss.api.admin.submissions.setStatus({ ...decision, undoable: true })
  expect(await samples()).toBe(0)
  await boss.api.admin.review.undoStatus({ submissionId, version })
  app.clock.advance(MINUTE_MS)
  expect(await samples()).toBe(0)
  await dana.api.transactions.withdraw({ id: await aSubmission(app, dana) })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect(await samples()).toBe(0)
  await boss.api.admin.review.approve({ submissionId })
  expect(await samples()).toBe(1)
  await boss.api.admin.submissions.setStatus(decision)
  expect(await samples()).toBe(1)
})

test('measures how long payouts by a method take from the approval on', async () => {
  const site = await aSite()
  await using app = site.app
  const { dana, boss } = site
  await changeReviews(app, boss, { leastSamples: 1 })
  const first = await aSubmission(app, dana)
  const { payout } = await boss.api.admin.review.approve({ submissionId: first })
  app.clock.advance(6 * MINUTE_MS)
  const { version } = await boss.api.payouts.get({ id: payout?.id ?? '' })
  const begun = await boss.api.payouts.begin({ id: payout?.id ?? '', version })
  await boss.api.payouts.markSent({ id: payout?.id ?? '', version: begun.payout.version, reference: 'CA-1' })
  await measureTimes(app.ctx)
  const id = await aSubmission(app, dana)
  await boss.api.admin.review.approve({ submissionId: id })
  const order = await dana.api.transactions.get({ id })
  expect(order.tracking).toBeUndefined()
  expect(order.payoutTimes).toEqual({ usualMinutes: 6, samples: 1 })
})
