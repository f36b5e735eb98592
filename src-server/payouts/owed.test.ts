import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paidMoney } from '#shared/payout.ts'
import { worksAlone } from '../testing/test-support/controls.ts'
import { anApproval, balancesOf, toBank } from '../testing/test-support/payouts.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { verifyLedger } from './ledger/verify-ledger.ts'

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
