import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { paidMoney, payoutStates } from '#shared/payout.ts'
import { test } from '../testing/test-support/app-test.ts'
import { worksAlone } from '../testing/test-support/controls.ts'
import { anApproval, balancesOf, toBank } from '../testing/test-support/payouts.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'
import { searchDay } from './payout-search-queries.ts'

const HISTORIES = 4
const STEPS = 50

const steps = [
  ...[
    'approve',
    'approve',
    'approve',
    'hold',
    'lift',
    'begin',
    'begin',
    'sent',
    'sent',
    'put back',
    'file',
    'file sent',
  ],
  ...['file back', 'return', 'return', 'close debt', 'pay another way', 'cancel', 'reject', 'complete'],
] as const
type Step = (typeof steps)[number]
/** A step, and which of the payouts or orders it is about. */
const step = fc.record({ what: fc.constantFrom(...steps), at: fc.nat({ max: 99 }) })

type Desk = { app: TestApp; dana: Person; boss: Person; orders: string[]; files: string[] }

/** Takes a step with one of the payouts; a step that its state forbids changes nothing. */
async function take({ app, dana, boss, orders, files }: Desk, what: Step, at: number): Promise<void> {
  const { payouts } = boss.api
  const all = (await payouts.list({ limit: 100 })).data
  const payout = all.length > 0 ? all[at % all.length] : undefined
  const submissionId = payout?.submissionId ?? 'none'
  const about = { id: payout?.id ?? 'none', version: payout?.version ?? 0 }
  const note = 'Because.'
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    approve: async () =>
      orders.push((await anApproval(app, dana, boss, { ...toBank, cardValue: 50 + at })).submissionId),
    hold: () => payouts.hold({ ...about, note }),
    lift: () => payouts.lift({ ...about, holdId: payout?.holds[0]?.id ?? 'none' }),
    begin: () => payouts.begin(about),
    sent: () => payouts.markSent({ ...about, reference: 'W-1' }),
    'put back': () => payouts.releaseLock(about),
    file: async () => {
      const ready = all.filter(({ state }) => state === 'ready').slice(0, 1 + (at % 3))
      if (ready.length === 0) return
      const { file } = await payouts.makeFile({
        format: 'bank',
        payouts: ready.map(({ id, version }) => ({ id, version })),
      })
      files.push(file.id)
    },
    'file sent': () => payouts.markFileSent({ id: files[at % files.length] ?? 'none', reference: 'W-2' }),
    'file back': () => payouts.putFileBack({ id: files[at % files.length] ?? 'none' }),
    return: () => payouts.recordReturn({ ...about, code: 'provider' }),
    'close debt': () => payouts.closeDebt({ ...about, note }),
    'pay another way': () => {
      const method = { type: 'bank', accountNumber: '123456789', routingNumber: '021000021' } as const
      return dana.api.transactions.changePayout({ id: submissionId, method, currentPassword: customerPassword })
    },
    cancel: () => payouts.cancel({ ...about, note }),
    reject: () =>
      boss.api.admin.submissions.setStatus({
        submissionId,
        status: 'rejected',
        payout: paidMoney[at % paidMoney.length],
      }),
    complete: () => boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' }),
  }
  await changes[what]?.().catch((error: { cause?: { code?: string } }) => {
    if (!refusals.has(error.cause?.code)) throw error
  })
}

const refusals: ReadonlySet<string | undefined> = new Set(['conflict', 'not_found', 'bad_request', 'unprocessable'])

test('what is owed is the sum of ready, held, being sent and came back, and of the ledger, after any history', async () => {
  let cameBack = 0
  const histories = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS }), {
    seed: 20_261_126,
    numRuns: HISTORIES,
  })
  for (const history of histories) {
    await using app = await createTestApp()
    await worksAlone(app)
    const desk = { app, dana: await app.customer(), boss: await app.staff(), orders: [], files: [] }
    for (const { what, at } of history) {
      await take(desk, what, at)
      const { ready, held, sending, sent, ...totals } = await desk.boss.api.payouts.totals()
      const sums = [ready, held, sending, sent, totals.cameBack]
      const cents = (each: { amount: number }) => Math.round(each.amount * 100)
      expect(sums.reduce((sum, each) => sum + cents(each), 0)).toBe(cents(totals.owed))
      const inLedger = Object.entries(await balancesOf(app)).filter(([account]) => /^(payable|clearing):/.test(account))
      expect(inLedger.reduce((sum, [, balance]) => sum - balance, 0)).toBe(cents(totals.owed))
      const attention = (await desk.boss.api.payouts.list({ state: 'attention', limit: 100 })).data
      expect(attention.filter(({ isOwed }) => isOwed)).toHaveLength(totals.cameBack.count)
      const done = (await desk.boss.api.payouts.list({ state: 'done', limit: 100 })).data
      expect(done.filter(({ isOwed }) => isOwed)).toEqual([])
      cameBack = Math.max(cameBack, totals.cameBack.count)
    }
    expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  }
  expect(cameBack).toBeGreaterThan(0)
})

const pick = <Each>(from: readonly Each[]) => from[randomInt(from.length)] as Each

async function expectExact({ ctx: { db } }: TestApp): Promise<void> {
  const counted = await sql`select state, count(*) as count, sum(amount_cents) as cents from payouts
    group by 1 order by 1`.execute(db)
  const kept = await sql`select state, sum(count) as count, sum(cents) as cents from payout_counts
    group by 1 having sum(count) != 0 order by 1`.execute(db)
  const numbers = (rows: unknown[]) => rows.map((row) => Object.values(row as object).map(String))
  expect(numbers(kept.rows)).toEqual(numbers(counted.rows))
}

test('the counts of payouts stay exact over changes of state, a rollback and deletions', async ({ app }) => {
  const { db } = app.ctx
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const ids: string[] = []
  for (let at = 0; at < 5; at++)
    ids.push((await anApproval(app, dana, boss, { cardNumber: `CARD ${at} 1234`, cardValue: 100 + at })).payoutId)
  await expectExact(app)
  for (let change = 0; change < 60; change++) {
    await db
      .updateTable('payouts')
      .set({ state: pick(payoutStates) })
      .where('id', '=', pick(ids))
      .execute()
    if (change % 20 === 0) await expectExact(app)
  }
  const rolledBack = db.transaction().execute(async (tx) => {
    await tx.updateTable('payouts').set({ state: 'sent' }).execute()
    throw new Error('half-way')
  })
  await expect(rolledBack).rejects.toThrow('half-way')
  await expectExact(app)
  const { paid } = await fay.api.payouts.totals()
  const [row] = (await sql<{ count: number }>`select count(*) as count from payouts where state = 'paid'`.execute(db))
    .rows
  expect(paid.count).toBe(Number(row?.count))
  for (const table of ['payout_holds', 'payout_attempts', 'payout_lines', 'payout_names', 'payouts'] as const)
    await db.deleteFrom(table).execute()
  await expectExact(app)
})

test('each list counts the payouts it pages through', async ({ app, customer: dana, staff: boss, finance: fay }) => {
  const states = ['ready', 'paid', 'paid', 'canceled', 'returned'] as const
  for (const [at, state] of states.entries()) {
    const { payoutId } = await anApproval(app, dana, boss, { cardNumber: `CARD ${at} 1234` })
    await app.ctx.db.updateTable('payouts').set({ state }).where('id', '=', payoutId).execute()
  }
  const totalOf = async (filter: Parameters<typeof fay.api.payouts.list>[0]) => {
    const { data, pagination } = await fay.api.payouts.list(filter)
    expect(data).toHaveLength(pagination.totalItems)
    return pagination.totalItems
  }
  expect(await totalOf({})).toBe(5)
  expect(await totalOf({ state: 'paid' })).toBe(2)
  // What came back is owed, so it is not done.
  expect(await totalOf({ state: 'done' })).toBe(3)
  expect(await totalOf({ state: 'attention' })).toBe(1)
  expect(await totalOf({ state: 'being-sent' })).toBe(0)
  expect(await totalOf({ state: 'held' })).toBe(0)
  expect(await totalOf({ state: 'done', method: 'paypal' })).toBe(0)
  expect(await totalOf({ search: dana.email })).toBe(5)
})

const now = new Date('2026-11-21T03:00:00.000Z')

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['11/20/2026', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['Nov 20, 2026', 'America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
  ['november 5', 'Asia/Kolkata', '2026-11-04T18:30:00.000Z', '2026-11-05T18:30:00.000Z'],
  // The newest such day: tomorrow in UTC is a year ago.
  ['Nov 22', 'UTC', '2025-11-22T00:00:00.000Z', '2025-11-23T00:00:00.000Z'],
  ['nov 21', 'America/New_York', '2025-11-21T05:00:00.000Z', '2025-11-22T05:00:00.000Z'],
  // A day of 25 hours, one of 23, and one that begins at one o'clock.
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['3/8/2026', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
])('%s in %s is the day from %s to %s', (text, timeZone, from, to) => {
  expect(searchDay(text, { timeZone, now })).toEqual({ from, to })
})

test.each(['2026-02-29', '13/01/2026', '20/11/2026', 'Nov 31, 2026', 'Foo 3', 'No 3', '2026', '11/20', 'Nov', ''])(
  '%j is no day',
  (text) => {
    expect(searchDay(text, { timeZone: 'UTC', now })).toBeUndefined()
  },
)
