import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { statusReasons } from '#shared/status-reasons.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { noControls, setControls } from '../testing/test-support/controls.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { livePayoutOf } from '../testing/test-support/payouts.ts'
import { openRequestOf } from '../testing/test-support/requests.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { differingFigures, recountFigures } from './recount-figures.ts'

const zeroBalance = statusReasons.rejected.find((text) => text.includes('zero balance')) ?? ''

async function aSite() {
  const app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await setControls(app, noControls)
  return { app, dana, boss }
}

/** The figures as anyone reads them, without what was kept for a minute. */
async function figuresOf(app: TestApp) {
  app.clock.advance(MINUTE_MS)
  const response = await app.request('GET', '/api/figures')
  expect(response.statusCode).toBe(200)
  return response.json()
}

async function pay(app: TestApp, boss: Person, submissionId: string, minutes: number) {
  const { id, version } = await livePayoutOf(app, submissionId)
  app.clock.advance(minutes * MINUTE_MS)
  const { payout } = await boss.api.payouts.begin({ id, version })
  await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
}

test('equal a recount of the checker, number for number, after 100 orders', async () => {
  const { app, dana } = await aSite()
  await using _ = app
  /** What the checker knows, because it did it. */
  const took: number[] = []
  const paid: number[] = []
  const known = { accepted: 0, rejected: 0, rejectedWithReason: 0, needed: 0, failed: 0, overdue: 0 }
  for (let order = 0; order < 100; order++) {
    const id = await aSubmission(app, dana)
    const minutes = randomInt(1, 90)
    app.clock.advance(minutes * MINUTE_MS)
    // Sessions of staff end sooner than the test.
    const boss = await app.staff()
    const kind = order % 5
    if (kind < 3) took.push(minutes)
    if (kind === 0) {
      await boss.api.admin.review.approve({ submissionId: id })
      known.accepted++
      const until = randomInt(1, 30)
      await pay(app, boss, id, until)
      paid.push(until)
    } else if (kind === 1) {
      const hasReason = order % 2 === 0
      const reason = hasReason ? zeroBalance : ''
      await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected', reason })
      known.rejected++
      known.rejectedWithReason += Number(hasReason)
      known.needed += Number(hasReason)
    } else if (kind === 2) {
      await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'failed', reason: 'Bank refused.' })
      known.failed++
    } else if (kind === 3) await dana.api.transactions.withdraw({ id })
    else await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  }
  const figures = await figuresOf(app)
  const now = app.clock.now().toISOString()
  const waiting = await app.ctx.db.selectFrom('submissions').select(['due_at', 'status']).execute()
  known.overdue = waiting.filter(({ due_at }) => due_at !== null && due_at < now).length
  const nth = (values: number[], share: number) =>
    values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1]
  expect(figures).toMatchObject({
    leastSamples: 20,
    decisions: {
      cases: 60,
      usualMinutes: nth(took, 0.5),
      mostMinutes: nth(took, 0.9),
      within15Minutes: took.filter((each) => each <= 15).length,
      within60Minutes: took.filter((each) => each <= 60).length,
    },
    outcomes: {
      cases: 60,
      accepted: known.accepted,
      rejected: known.rejected,
      rejectedWithReason: known.rejectedWithReason,
      evidenceNeeded: known.needed,
      evidenceShown: 0,
      failed: known.failed,
    },
    payouts: [{ method: 'cashapp', cases: 20, usualMinutes: nth(paid, 0.5), mostMinutes: nth(paid, 0.9), returned: 0 }],
    overdueNow: known.overdue,
  })
  expect(differingFigures(figures, await recountFigures(app.ctx.db, figures))).toEqual([])
})

test('an order is decided with the first answer to its customer, whose own time does not count', async () => {
  const { app, dana, boss } = await aSite()
  await using _ = app
  await changeReviews(app, boss, { leastSamples: 1 })
  const submissionId = await aSubmission(app, dana)
  app.clock.advance(4 * MINUTE_MS)
  await boss.api.admin.requests.make({ submissionId, version: 1, wants: ['code'], words: 'We cannot read it.' })
  app.clock.advance(300 * MINUTE_MS)
  const id = await openRequestOf(dana, submissionId)
  await dana.api.requests.answer({ id, securityCode: '7788', fileIds: [] })
  app.clock.advance(2 * MINUTE_MS)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  const figures = await figuresOf(app)
  expect(figures.decisions).toMatchObject({ cases: 1, usualMinutes: 4, within15Minutes: 1 })
  expect(differingFigures(figures, await recountFigures(app.ctx.db, figures))).toEqual([])
})

test('with 7 cases there is no figure, only their number', async () => {
  const { app, dana, boss } = await aSite()
  await using _ = app
  for (let order = 0; order < 7; order++) {
    const submissionId = await aSubmission(app, dana)
    await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  }
  expect(await figuresOf(app)).toMatchObject({
    decisions: { cases: 7, usualMinutes: null, mostMinutes: null, within15Minutes: null, within60Minutes: null },
    outcomes: {
      cases: 7,
      accepted: null,
      rejected: null,
      rejectedWithReason: null,
      evidenceNeeded: null,
      evidenceShown: null,
      failed: null,
    },
    payouts: [],
  })
})

test('undone decisions, registrations and withdrawals change no figure', async () => {
  const { app, dana, boss } = await aSite()
  await using _ = app
  const counted = async () => {
    const { decisions, outcomes, payouts } = await figuresOf(app)
    return [decisions.cases, outcomes.cases, payouts.length]
  }
  const submissionId = await aSubmission(app, dana)
  for (const undoable of [true, true]) {
    const { version } = await boss.api.admin.review.approve({ submissionId, undoable })
    await boss.api.admin.review.undoStatus({ submissionId, version })
  }
  await app.customer()
  await dana.api.transactions.withdraw({ id: await aSubmission(app, dana) })
  expect(await counted()).toEqual([0, 0, 0])
})

test('a decision counts once it can no longer be undone, and once per order', async () => {
  const { app, dana, boss } = await aSite()
  await using _ = app
  const cases = async () => (await app.ctx.serviceFigures.read()).decisions.cases
  const submissionId = await aSubmission(app, dana)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'failed', undoable: true })
  expect(await cases()).toBe(0)
  app.clock.advance(MINUTE_MS)
  expect(await cases()).toBe(1)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason: 'Not a card.' })
  app.clock.advance(MINUTE_MS)
  expect(await cases()).toBe(1)
})

test('are read from the rows once a minute', async () => {
  const { app, dana, boss } = await aSite()
  await using _ = app
  const before = await app.ctx.serviceFigures.read()
  const submissionId = await aSubmission(app, dana)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  app.clock.advance(59_000)
  expect(await app.ctx.serviceFigures.read()).toBe(before)
  app.clock.advance(1_000)
  expect((await app.ctx.serviceFigures.read()).decisions.cases).toBe(1)
})

test('a figure that the page counted wrong is named', async () => {
  const { app } = await aSite()
  await using _ = app
  const figures = await app.ctx.serviceFigures.read()
  const wrong = { ...figures, decisions: { ...figures.decisions, cases: 3 } }
  expect(differingFigures(wrong, await recountFigures(app.ctx.db, figures))).toEqual([
    'decisions.cases: 3, but the rows say 0',
  ])
})
