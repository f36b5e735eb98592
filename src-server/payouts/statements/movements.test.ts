import { expect, test } from 'vitest'
import type { StatementAccount } from '#shared/statement-schema.ts'
import { noControls, setControls } from '../../testing/test-support/controls.ts'
import { aBoughtCard } from '../../testing/test-support/inventory.ts'
import { anApproval, toBank } from '../../testing/test-support/payouts.ts'
import { aClawback } from '../../testing/test-support/problems.ts'
import { aBankAccount, aBankPayment, type BankLine, bankStatement } from '../../testing/test-support/statement-files.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

/** A shop with a bank, whose statements `bring` imports; the clock stands at noon of a day until `wait`. */
async function open(start = '2026-11-20') {
  const app = await createTestApp()
  app.clock.set(Date.parse(`${start}T12:00:00Z`))
  const [dana, boss] = [await app.customer(), await app.staff()]
  let fay = await app.colleague('finance')
  const id = await aBankAccount(fay)
  let balance = 2_500_000
  return {
    ...{ app, dana, boss, id },
    get api() {
      return fay.api
    },
    /** Until noon of this day. */
    async wait(until: string) {
      app.clock.set(Date.parse(`${until}T12:00:00Z`))
      fay = await app.colleague('finance')
    },
    async bring(...lines: BankLine[]) {
      const csv = bankStatement(balance, lines)
      for (const { cents } of lines) balance += cents
      return fay.api.statements.import({ id, csv })
    },
    pay: (reference: string) => aBankPayment(app, { customer: dana, by: boss, reference }),
    result: (day: string) => fay.api.statements.reconciliation({ id, from: '2026-11-01', to: day }),
    states: async () => (await fay.api.statements.lines()).data.map(({ state }) => state),
  }
}

const day = '2026-11-20'

test('a return that never came in keeps the account from being reconciled after 7 days', async () => {
  const shop = await open()
  await using app = shop.app
  const { id: payout } = await shop.pay('W-1')
  await shop.bring({ day, text: 'WIRE W-1', cents: -9200 })
  const { version } = await shop.boss.api.payouts.get({ id: payout })
  await shop.api.payouts.recordReturn({ id: payout, version, code: 'bank' })
  const outstanding = { count: 1, amount: 92, since: day }
  expect(await shop.result('2026-11-26')).toMatchObject({ isReconciled: true, difference: 0, outstanding })
  expect(await shop.result('2026-11-27')).toMatchObject({ isReconciled: false, difference: 0, outstanding })
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})

test('what a buyer and a seller paid matches the lines of the bank, without an entry', async () => {
  const shop = await open()
  await using app = shop.app
  const sold = await aBoughtCard(app, shop.dana, shop.boss)
  const problem = await aClawback(app, shop.dana, shop.boss)
  const sale = { kind: 'sold', buyer: 'Card Resale Inc.', amount: 96.5, fee: 0.5, reference: 'INV-7' } as const
  const { version } = await shop.api.inventory.get({ id: sold })
  await shop.api.inventory.dispose({ id: sold, version, ...sale })
  const repaid = { amount: 92, on: day, reference: 'ZELLE-4' }
  await shop.api.admin.problems.recordRepayment({ id: problem.id, version: problem.version, ...repaid })
  const made = await shop.bring(
    { day, text: 'CARD RESALE INC INV-7', cents: 9600 },
    { day, text: `FROM DANA ${problem.submissionId}`, cents: 9200 },
  )
  expect(made).toMatchObject({ matched: { count: 2 }, differs: { count: 0 }, open: { count: 0 } })
  expect((await shop.api.statements.entries({})).data).toEqual([])
})

test('one payment that the bank split into two lines is matched with both, also in two files', async () => {
  const shop = await open()
  await using _ = shop.app
  const { id: payout } = await shop.pay('W-1')
  expect(await shop.bring({ day, text: `WIRE ${payout} 1/2`, cents: -5000 })).toMatchObject({ differs: { count: 1 } })
  expect(await shop.bring({ day, text: `WIRE ${payout} 2/2`, cents: -4200 })).toMatchObject({ matched: { count: 1 } })
  expect(await shop.states()).toEqual(['reconciled', 'reconciled'])
  await shop.pay('W-2002')
  await shop.bring({ day, text: 'WIRE W-2002 PART', cents: -5000 }, { day, text: 'WIRE W-2002 REST', cents: -4200 })
  expect(await shop.states()).toEqual(['reconciled', 'reconciled', 'reconciled', 'reconciled'])
  expect(await shop.result(day)).toMatchObject({ isReconciled: true, difference: 0 })
})

test('when the line of one file is taken back, the rest of its match differs', async () => {
  const shop = await open()
  await using _ = shop.app
  const { id } = await shop.pay('W-1')
  for (const cents of [-5000, -4200]) await shop.bring({ day, text: `WIRE ${id}`, cents })
  expect(await shop.result(day)).toMatchObject({ isReconciled: true })
  const [made] = await shop.api.statements.imports({ id: shop.id })
  await shop.api.statements.takeBack({ id: made?.id ?? '' })
  expect(await shop.states()).toEqual(['differs'])
  expect(await shop.result(day)).toMatchObject({ isReconciled: false, differs: { count: 1 }, lines: { count: 1 } })
})

test('a payment whose line comes months later is outstanding at the end of each month between', async () => {
  const shop = await open()
  await using _ = shop.app
  const { id } = await shop.pay('W-1')
  await shop.wait('2027-02-20')
  await shop.bring({ day: '2027-02-20', text: `WIRE ${id}`, cents: -9200 })
  for (const end of ['2026-11-30', '2027-01-31'])
    expect(await shop.result(end)).toMatchObject({ outstanding: { count: 1, amount: -92, since: day } })
  expect(await shop.result('2027-02-28')).toMatchObject({ difference: 0, outstanding: { count: 0 } })
})

test('the check of the ledger names a movement that is not stored as it is, and a day whose change is not', async () => {
  const shop = await open()
  await using app = shop.app
  await shop.pay('W-1')
  const { db } = app.ctx
  const problem = async () => (await verifyLedger(db)).problem
  for (const change of [{ cents: 1 }, { cents: -9200, day: '2026-11-01' }]) {
    await db.updateTable('free_movements').set(change).execute()
    expect(await problem()).toMatch(/^The movement send:\S+ is not stored once/)
  }
  await db.updateTable('free_movements').set({ day }).execute()
  expect(await problem()).toBeUndefined()
  await db.updateTable('account_days').set({ cents: 7 }).where('cents', '=', -9200).execute()
  expect(await problem()).toMatch(/^The change of SA-\w+ on \S+ is stored with 9207 cents more/)
})

test('an id of ours is found without its hyphen, inside a longer word and when the bank breaks it', async () => {
  const shop = await open()
  await using _ = shop.app
  const ids = [await shop.pay('A-1'), await shop.pay('A-2'), await shop.pay('A-3')].map(({ id }) => id)
  const [one = '', two = '', three = ''] = ids
  const texts = [
    `ACH ${one.replace('-', '')}`,
    `REF/XX${two.replace('-', '')}YY`,
    `WIRE ${three.slice(0, 8)} ${three.slice(8)}`,
  ]
  const made = await shop.bring(...texts.map((text) => ({ day, text, cents: -9200 })))
  expect(made).toMatchObject({ matched: { count: 3 } })
})

test('a payment that was begun and not made is matched with what took it back, after some days', async () => {
  const shop = await open()
  await using app = shop.app
  const { payoutId } = await anApproval(app, shop.dana, shop.boss, toBank)
  const { version } = await shop.boss.api.payouts.get({ id: payoutId })
  const begun = await shop.boss.api.payouts.begin({ id: payoutId, version })
  await shop.boss.api.payouts.releaseLock({ id: payoutId, version: begun.payout.version })
  await shop.wait('2026-11-28')
  await shop.api.statements.rematch({ id: shop.id })
  expect((await shop.api.statements.movements({ id: shop.id })).data).toEqual([])
})

test('a payment and its return are matched with their lines again, although a file came in between', async () => {
  const shop = await open()
  await using _ = shop.app
  const { id: payout } = await shop.pay('W-1')
  const { version } = await shop.boss.api.payouts.get({ id: payout })
  await shop.api.payouts.recordReturn({ id: payout, version, code: 'bank' })
  await shop.bring(...[-5000, -4200, 5000, 4200].map((cents) => ({ day, text: `WIRE ${payout}`, cents })))
  expect(await shop.states()).toEqual(Array(4).fill('reconciled'))
  const [{ id: back } = { id: '' }, , , { id: sent } = { id: '' }] = (await shop.api.statements.lines()).data
  for (const id of [back, sent]) await shop.api.statements.unmatchLine({ id })
  await shop.wait('2026-11-28')
  await shop.bring({ day: '2026-11-28', text: 'A FEE', cents: -100 })
  await shop.api.statements.rematch({ id: shop.id })
  expect(await shop.states()).toEqual(['open', ...Array(4).fill('reconciled')])
})

const [before, after] = ['2026-11-30', '2026-12-01']
/** The day of the payment, the lines, and what is outstanding and uncovered at the end of November. */
const cases: [string, string, Record<string, number>, number, number][] = [
  ['a payout of Nov 30 with its line on Dec 1', before, { [after]: -9200 }, -92, 0],
  ['the reverse', after, { [before]: -9200 }, 0, -92],
  ['both on Nov 30', before, { [before]: -9200 }, 0, 0],
  ['a match over the end', before, { [before]: -5000, [after]: -4200 }, -42, 0],
]

test.each(cases)('the equation of November holds with %s', async (_, paid, lines, outstanding, uncovered) => {
  const shop = await open(paid)
  await using _app = shop.app
  const { id: payout } = await shop.pay('W-1')
  await shop.wait('2026-12-02')
  await shop.bring({ day, text: 'A FEE', cents: -100 })
  const line = (await shop.api.statements.lines()).data[0]?.id ?? ''
  await shop.api.statements.adjust({ lines: [line], kind: 'fee', amount: -1, note: 'As the bank says.' })
  await shop.bring(...Object.entries(lines).map(([on, cents]) => ({ day: on, text: `WIRE ${payout}`, cents })))
  expect(await shop.states()).not.toContain('open')
  const result = await shop.result(before)
  expect(result).toMatchObject({ outstanding: { amount: outstanding }, uncovered: { amount: uncovered } })
  expect(result).toMatchObject({ difference: 0, isReconciled: true })
  expect(await shop.result(after)).toMatchObject({ difference: 0, isReconciled: true })
})

test('a line of the day before the first day is in no equation', async () => {
  const shop = await open()
  await using _ = shop.app
  await shop.pay('W-1')
  const made = await shop.bring(
    { day: '2026-10-31', text: 'WIRE OLD', cents: 0 - 4200 },
    { day, text: 'WIRE W-1', cents: -9200 },
  )
  expect(made).toMatchObject({ added: 1, leftOut: [{}, { reason: 'before the first day of the account' }] })
  await shop.api.statements.setBalance({ id: shop.id, on: day, balance: 25_000 - 92 })
  expect(await shop.result(day)).toMatchObject({ difference: 0, isReconciled: true })
})

test('money moves once between own accounts and from the owner, and is a movement of both', async () => {
  const shop = await open()
  await using app = shop.app
  await setControls(app, noControls)
  const paypal = await aBankAccount(await app.colleague('finance'), { name: 'PayPal', kind: 'paypal', methods: [] })
  const { moveMoney } = shop.api.statements
  const move = { from: shop.id, to: paypal, amount: 500, fee: 1.5, on: day, requestKey: 'once' }
  await moveMoney(move)
  await moveMoney(move)
  await moveMoney({ from: 'owner', to: shop.id, amount: 2000, on: day })
  const accounts = await shop.api.statements.accounts()
  const balanceOf = (id: string) => accounts.find((each) => each.id === id)?.balance
  expect([balanceOf(shop.id), balanceOf(paypal)]).toEqual([25_000 - 501.5 + 2000, 25_500])
  expect(await shop.bring({ day, text: 'OWNER', cents: 200_000 })).toMatchObject({ matched: { count: 1 } })
  const free = { data: [{ amount: -501.5, ids: { length: 2 } }], pagination: { totalItems: 2 }, counts: { moves: 2 } }
  expect(await shop.api.statements.movements({ id: shop.id })).toMatchObject(free)
  expect(await shop.result(day)).toMatchObject({ outstanding: { count: 2, amount: -501.5 } })
  expect(await shop.bring({ day, text: 'TO PAYPAL', cents: -50_150 })).toMatchObject({ matched: { count: 1 } })
  const moved = await shop.api.statements.movements({ id: paypal, of: 'moves', near: 5 })
  expect(moved).toMatchObject({ data: [{ kind: 'move', amount: 500 }], counts: { moves: 1 } })
  const another = { ...move, requestKey: 'another' }
  await expect(moveMoney({ ...another, to: shop.id })).rejects.toThrow('Choose another place.')
  await expect(moveMoney({ ...another, on: '2026-11-21' })).rejects.toThrow('Enter a day that has passed.')
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})

test('a later first day has the balance that is entered, whatever the books had before it', async () => {
  const shop = await open()
  await using app = shop.app
  await shop.pay('W-1')
  await shop.wait('2026-11-25')
  const { counts: _, lastOn: __, provider: ___, ...own } = (await shop.api.statements.accounts())[0] as StatementAccount
  const change = { ...own, openingOn: '2026-11-25', openingBalance: 20_000 }
  expect(await shop.api.statements.changeAccount(change)).toMatchObject([{ balance: 20_000 }])
  // An account without statements is counted.
  await shop.api.statements.setBalance({ id: shop.id, on: '2026-11-25', balance: 20_000 })
  const found = { openingBalance: 20_000, closingBooks: 20_000, bankFrom: 'typed', difference: 0, isReconciled: true }
  const asked = { id: shop.id, from: '2026-11-25', to: '2026-11-25' }
  expect(await shop.api.statements.reconciliation(asked)).toMatchObject(found)
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})
