import { expect, test } from 'vitest'
import { paymentTypes } from '#shared/payment-type.ts'
import { payPalFormat } from '#shared/statement.ts'
import { worksAlone } from '../../testing/test-support/controls.ts'
import { connectFakePayPal } from '../../testing/test-support/fake-paypal/connect-fake-paypal.ts'
import { anApproval, balancesOf, toPayPal } from '../../testing/test-support/payouts.ts'
import { doPayPalWork } from '../../testing/test-support/paypal-work.ts'
import { anOffer } from '../../testing/test-support/problems.ts'
import {
  aBankAccount,
  aBankPayment,
  type BankLine,
  bankStatement,
  booksOf,
  payPalActivity,
} from '../../testing/test-support/statement-files.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

test('of 40 lines 36 match, 2 amounts differ and 2 are unknown; two adjusting entries later all is reconciled', async () => {
  await using app = await createTestApp()
  await worksAlone(app)
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const day = dayOf(app.clock.now())
  const id = await aBankAccount(fay, { openingOn: day })
  const lines: BankLine[] = []
  for (let at = 0; at < 38; at++) {
    const isNamed = at < 32
    const reference = `W-${4000 + at}`
    const { id: payoutId, cents } = await aBankPayment(app, {
      ...{ customer: dana, by: boss, reference },
      // Those without a reference are found by their amount.
      cardValue: isNamed ? 100 : 100 + at,
    })
    const name = at % 2 === 0 ? `WIRE OUT REF ${reference} DANA REYES` : `ACH ${payoutId} DANA REYES`
    lines.push({ day, text: isNamed ? name : 'ACH DEBIT DANA REYES', cents: -cents - (at < 2 ? 150 : 0) })
  }
  lines.push({ day, text: 'MONTHLY SERVICE FEE', cents: -1500 }, { day, text: 'INTEREST', cents: 37 })
  const csv = bankStatement(2_500_000, lines)

  const tried = await fay.api.statements.import({ id, csv, dryRun: true })
  expect(tried).toMatchObject({ isStored: false, lines: 40, added: 40, matched: { count: 36 } })
  expect((await fay.api.statements.lines()).pagination.totalItems).toBe(0)
  const made = await fay.api.statements.import({ id, csv })
  expect(made).toMatchObject({ isStored: true, matched: { count: 36 }, differs: { count: 2 }, open: { count: 2 } })
  expect(await fay.api.statements.import({ id, csv })).toMatchObject({ isStored: false, isRepeated: true, added: 0 })

  const differing = (await fay.api.statements.lines({ state: 'differs' })).data
  expect(differing.map(({ difference }) => difference)).toEqual([-1.5, -1.5])
  const unknown = (await fay.api.statements.lines({ state: 'open' })).data
  expect(unknown.map(({ description }) => description).sort()).toEqual(['INTEREST', 'MONTHLY SERVICE FEE'])
  const before = await fay.api.statements.reconciliation({ id, from: day, to: day })
  expect(before).toMatchObject({
    isReconciled: false,
    difference: 0,
    outstanding: { count: 0 },
    uncovered: { count: 4, amount: -17.63 },
    differs: { count: 2, amount: -3 },
  })

  const ids = (of: { id: string }[]) => of.map((line) => line.id)
  const adjust = fay.api.statements.adjust
  const fees = await adjust({ lines: ids(differing), kind: 'fee', amount: -3, note: 'Wire fees.' })
  expect(fees).toMatchObject({ state: 'posted', amount: -3, lines: 2, madeBy: { id: fay.id } })
  await adjust({ lines: ids(unknown), kind: 'unknown', amount: -14.63, note: 'Fee of the account and interest.' })

  const after = await fay.api.statements.reconciliation({ id, from: day, to: day })
  const bank = 25_000 + lines.reduce((sum, { cents }) => sum + cents, 0) / 100
  expect(after).toMatchObject({ openingBalance: 25_000, difference: 0, isReconciled: true, bankFrom: 'file' })
  expect(after.closingBooks).toBeCloseTo(bank, 5)
  expect(after.closingBank).toBe(after.closingBooks)
  expect(await balancesOf(app)).toMatchObject({ suspense: 1463, fees: 300 })
  expect((await booksOf(app)).cash).toBe(lines.reduce((sum, { cents }) => sum + cents, 0))
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  expect((await fay.api.payouts.list({ reconciled: 'yes' })).pagination.totalItems).toBe(38)
  expect((await fay.api.payouts.list({ reconciled: 'no' })).pagination.totalItems).toBe(0)
})

test("PayPal's activity matches payouts by its transaction ids, with their fees", async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const fake = await connectFakePayPal(app)
  const day = dayOf(app.clock.now())
  const accounts = await boss.api.statements.makeAccount({
    ...{ name: 'PayPal', provider: 'paypal', methods: ['paypal'], format: payPalFormat },
    ...{ openingBalance: 1000, openingOn: day },
  })
  const id = accounts[0]?.id ?? ''
  const made = await Promise.all([1, 2].map(() => anApproval(app, dana, boss, toPayPal())))
  await boss.api.payouts.sendNow({ ids: made.map(({ payoutId }) => payoutId) })
  await doPayPalWork(app)
  await app.ctx.db.updateTable('payout_attempts').set({ next_poll_at: app.clock.now().toISOString() }).execute()
  await doPayPalWork(app)
  const { batches } = await fake.books()
  const own = batches.filter(({ item }) => made.some(({ payoutId }) => payoutId === item.payoutId))
  const references = new Map((await boss.api.payouts.list()).data.map((payout) => [payout.id, payout.reference ?? '']))
  const lines = own.map(({ item }) => ({
    ...{ day, type: 'Mass Pay Payment', name: 'Dana Reyes', gross: -item.amountCents, fee: -item.feeCents },
    transactionId: references.get(item.payoutId) ?? '',
  }))
  const result = await boss.api.statements.import({ id, csv: payPalActivity(100_000, lines) })
  expect(result).toMatchObject({ faults: [], matched: { count: 2, amount: -187.68 } })
  const [line] = (await boss.api.statements.lines()).data
  expect(line).toMatchObject({ state: 'reconciled', matchedHow: 'reference', amount: -92, fee: -1.84, difference: 0 })
  const { isReconciled, closingBooks } = await boss.api.statements.reconciliation({ id, from: day, to: day })
  expect({ isReconciled, closingBooks }).toEqual({ isReconciled: true, closingBooks: 812.32 })
})

test('a payout that was set off needs no line, and no line is matched with it', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const day = dayOf(app.clock.now())
  const methods = [...paymentTypes]
  const id = await aBankAccount(boss, { openingOn: day, methods })
  const { problem, id: offerId } = await anOffer(app, dana, boss)
  await dana.api.transactions.answerOffer({ id: offerId, accepts: true })
  const { payoutId = '', payoutOrderId = '' } = problem.offers[0] ?? {}
  const { data, pagination } = await boss.api.statements.movements({ id })
  expect([data.map(({ payoutId }) => payoutId), pagination.totalItems]).toEqual([[problem.payoutId], 1])
  expect((await boss.api.payouts.list({ reconciled: 'no' })).data.map((payout) => payout.id)).toEqual([
    problem.payoutId,
  ])

  const csv = bankStatement(2_500_000, [
    { day, text: `WIRE ${payoutOrderId}`, cents: -9200 },
    { day, text: `WIRE ${payoutId}`, cents: -9200 },
  ])
  expect(await boss.api.statements.import({ id, csv })).toMatchObject({ matched: { count: 0 }, open: { count: 2 } })
})

test('the line of a payout that came back in part matches what came in, as the books have it', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const day = dayOf(app.clock.now())
  const id = await aBankAccount(boss, { openingOn: day })
  const { id: payoutId, cents } = await aBankPayment(app, { customer: dana, by: boss, reference: 'W-1' })
  const { version } = await boss.api.payouts.get({ id: payoutId })
  const cameIn = { amount: (cents - 1200) / 100, on: day, reference: 'R-9' }
  await boss.api.payouts.recordReturn({ id: payoutId, version, code: 'provider', ...cameIn })
  const csv = bankStatement(2_500_000, [
    { day, text: 'WIRE OUT W-1', cents: -cents },
    { day, text: `RETURNED ${payoutId}`, cents: cents - 1200 },
  ])
  expect(await boss.api.statements.import({ id, csv })).toMatchObject({ matched: { count: 2 }, differs: { count: 0 } })
  expect(await boss.api.statements.reconciliation({ id, from: day, to: day })).toMatchObject({
    ...{ closingBooks: 24_988, difference: 0, isReconciled: true },
  })
})
