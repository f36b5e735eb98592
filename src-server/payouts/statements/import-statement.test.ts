import { expect, test } from 'vitest'
import { statementMessages } from '#shared/statement.ts'
import { nextTurn } from '../../platform/clock.ts'
import { noControls, setControls } from '../../testing/test-support/controls.ts'
import { anApproval, toBank } from '../../testing/test-support/payouts.ts'
import {
  aBankAccount,
  aBankPayment,
  american,
  type BankLine,
  bankStatement,
} from '../../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'

async function open(app: TestApp) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const day = app.clock.now().toISOString().slice(0, 10)
  const id = await aBankAccount(fay, { openingOn: day })
  const pay = (reference: string, cardValue = 100) =>
    aBankPayment(app, { customer: dana, by: boss, reference, cardValue })
  const bring = (lines: readonly Omit<BankLine, 'day'>[], more: object = {}) =>
    fay.api.statements.import({
      id,
      csv: bankStatement(
        2_500_000,
        lines.map((line) => ({ day, ...line })),
      ),
      ...more,
    })
  return { dana, boss, fay, day, id, pay, bring }
}

test('a file that overlaps an earlier one stores its new lines only', async () => {
  await using app = await createTestApp()
  const { fay, bring } = await open(app)
  const first = [
    { text: 'FEE', cents: -1500 },
    { text: 'FEE', cents: -1500 },
  ]
  expect(await bring(first)).toMatchObject({ added: 2, known: 0 })
  expect(await bring([...first, { text: 'FEE', cents: -1500 }])).toMatchObject({ lines: 3, added: 1, known: 2 })
  expect((await fay.api.statements.lines()).pagination.totalItems).toBe(3)
})

test('a file with a fault stores nothing, and an account without columns takes none', async () => {
  await using app = await createTestApp()
  const { fay, id, day } = await open(app)
  const csv = `Date,Description,Amount,Running Bal.\n${american(day)},FEE,-1.00,\n${american(day)},FEE,1.234,\n`
  const answer = await fay.api.statements.import({ id, csv })
  expect(answer).toMatchObject({ isStored: false, faults: [{ line: 3, column: 'Amount' }] })
  expect((await fay.api.statements.lines()).data).toEqual([])
  const none = { ...{ name: 'Other', methods: ['zelle'] as ['zelle'] }, openingBalance: 0, openingOn: '2026-11-01' }
  const accounts = await fay.api.statements.makeAccount({ ...none, provider: 'hand' })
  const other = accounts.find(({ name }) => name === 'Other')?.id ?? ''
  await expect(fay.api.statements.import({ id: other, csv })).rejects.toThrow(statementMessages.noFormat)
})

test('a file is refused whose lines, with those of the account, add up to more than $10 trillion', async () => {
  await using app = await createTestApp()
  const { fay, day, id, bring } = await open(app)
  const huge = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => `${american(day)},LINE ${from + at},"999,999,999,999.99",\n`)
  const imported = (lines: readonly string[]) =>
    fay.api.statements.import({ id, csv: `Date,Description,Amount,Running Bal.\n${lines.join('')}` })
  const refused = { isStored: false, faults: [{ message: statementMessages.tooMuch }] }
  expect(await imported(huge(5000))).toMatchObject(refused)
  expect(await imported(huge(10))).toMatchObject({ isStored: true, open: { count: 10, amount: 9_999_999_999_999.9 } })
  expect(await imported(huge(1, 10))).toMatchObject(refused)
  // A line that the account has counts once.
  expect(await imported([...huge(10), `${american(day)},FEE,-0.01,\n`])).toMatchObject({ added: 1 })
  expect(await bring([{ text: 'FEE', cents: -1500 }])).toMatchObject(refused)
  const { lines } = await fay.api.statements.reconciliation({ id, from: day, to: day })
  expect(lines).toEqual({ count: 11, amount: 9_999_999_999_999.89 })
})

test('a line of the amount of two payouts, and two lines of the amount of one, stay open', async () => {
  await using app = await createTestApp()
  const { fay, boss, pay, bring } = await open(app)
  await pay('A-1')
  await pay('A-2')
  const { cents } = await pay('A-3', 200)
  const result = await bring([
    { text: 'ACH', cents: -9200 },
    { text: 'ACH', cents: -cents },
    { text: 'ACH', cents: -cents },
    { text: 'ACH', cents: 9200 },
  ])
  expect(result).toMatchObject({ matched: { count: 0 }, open: { count: 4 } })
  expect((await boss.api.payouts.list({ reconciled: 'no' })).pagination.totalItems).toBe(3)
  const [account] = await fay.api.statements.accounts()
  expect(account?.counts).toEqual({ open: 4, differs: 0, reconciled: 0 })
})

test('a line more than 5 days after the payout is not taken for it by its amount', async () => {
  await using app = await createTestApp()
  const { pay, id } = await open(app)
  await pay('A-1')
  const later = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const [fifth, sixth] = [later(5), later(6)]
  app.clock.advance(6 * 86_400_000)
  const { api } = await app.colleague('finance')
  const bring = (day: string) =>
    api.statements.import({ id, csv: bankStatement(0, [{ day, text: 'ACH', cents: -9200 }]) })
  expect(await bring(sixth)).toMatchObject({ matched: { count: 0 } })
  expect(await bring(fifth)).toMatchObject({ matched: { count: 1 } })
})

test('a line that names the file of several payouts is matched with all of them', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, bring } = await open(app)
  const made = await Promise.all([1, 2, 3].map(() => anApproval(app, dana, boss, toBank)))
  const payouts = made.map(({ payoutId: id }) => ({ id, version: 1 }))
  const { file } = await fay.api.payouts.makeFile({ format: 'bank', payouts })
  await fay.api.payouts.markFileSent({ id: file.id, reference: 'BATCH-77' })
  expect(await bring([{ text: 'ACH BATCH-77 3 ITEMS', cents: -27_600 }])).toMatchObject({ matched: { count: 1 } })
  const [line] = (await fay.api.statements.lines()).data
  expect(line?.movements.map(({ payoutId }) => payoutId).sort()).toEqual(payouts.map(({ id }) => id).sort())
  expect(await fay.api.payouts.get({ id: payouts[0]?.id ?? '' })).toMatchObject({ reconciledAt: expect.any(String) })
})

test('a payout that came back is matched with the line of its return', async () => {
  await using app = await createTestApp()
  const { boss, fay, pay, bring, day, id } = await open(app)
  const { id: payoutId } = await pay('A-1')
  const { version } = await boss.api.payouts.get({ id: payoutId })
  await boss.api.payouts.recordReturn({ id: payoutId, version, code: 'bank' })
  const lines = [
    { text: `ACH ${payoutId}`, cents: -9200 },
    { text: `RETURN ${payoutId}`, cents: 9200 },
  ]
  expect(await bring(lines)).toMatchObject({ matched: { count: 2, amount: 0 } })
  const { difference, isReconciled } = await fay.api.statements.reconciliation({ id, from: day, to: day })
  expect({ difference, isReconciled }).toEqual({ difference: 0, isReconciled: true })
})

test('lines that were imported before their payout was marked as sent are matched when looked for again', async () => {
  await using app = await createTestApp()
  const { boss, fay, pay, bring, id } = await open(app)
  await bring([{ text: 'WIRE A-1', cents: -9200 }])
  await pay('A-1')
  expect(await fay.api.statements.rematch({ id })).toEqual({ matched: 1, differs: 0 })
  expect(await fay.api.statements.rematch({ id })).toEqual({ matched: 0, differs: 0 })
  const { entries } = await boss.api.admin.audit.list({ objectId: id })
  expect(entries.map(({ action, detail }) => `${action} ${detail}`)).toEqual([
    'statement.rematched 1 matched',
    'statement.imported 1 lines',
    'statement.account-made First Bank',
  ])
})

test('what a line says is stored encrypted, and erased with the account of its customer', async () => {
  await using app = await createTestApp()
  const { dana, fay, pay, bring } = await open(app)
  const { id } = await pay('A-1')
  await bring([{ text: `WIRE ${id} DANA REYES`, cents: -9200 }])
  const stored = async () => JSON.stringify(await app.ctx.db.selectFrom('statement_lines').selectAll().execute())
  expect(await stored()).not.toContain('DANA')
  expect((await fay.api.statements.lines({ search: id })).data[0]?.description).toContain('DANA REYES')
  await dana.api.account.deleteAccount({ password: customerPassword })
  const [line] = (await fay.api.statements.lines()).data
  expect(line).toMatchObject({ state: 'reconciled', amount: -92, reference: '' })
  expect(line?.description).toBeUndefined()
})

test('lines are found by reference, payout, id and amount', async () => {
  await using app = await createTestApp()
  const { fay, pay, bring } = await open(app)
  const { id } = await pay('A-1')
  await bring([
    { text: `WIRE ${id}`, cents: -9200 },
    { text: 'FEE', cents: -1500 },
  ])
  const find = async (search: string) => (await fay.api.statements.lines({ search })).data.map(({ amount }) => amount)
  expect(await find(id)).toEqual([-92])
  expect(await find('15.00')).toEqual([-15])
  const [line] = (await fay.api.statements.lines({ state: 'open' })).data
  expect(await find(line?.id ?? '')).toEqual([-15])
  expect(await find('nothing')).toEqual([])
})

const whiles = ['a file is imported', 'lines are looked for again'] as const

test.each(whiles)('while %s, other calls are answered before and between the matches', async (when) => {
  await using app = await createTestApp()
  await setControls(app, noControls)
  const { fay, day, id, bring } = await open(app)
  const { moveMoney, rematch, accounts } = fay.api.statements
  const deposits = Array.from({ length: 60 }, (_, at) => ({ text: 'DEPOSIT', cents: 10_000 + at }))
  const unknown = Array.from({ length: 1_000 }, (_, at) => ({ text: `CHECK ${1000 + at}`, cents: -1 - at }))
  const lines = [...deposits, ...unknown]
  if (when === 'lines are looked for again') await bring(lines)
  for (const { cents } of deposits) await moveMoney({ from: 'owner', to: id, amount: cents / 100, on: day })
  const seen: (number | undefined)[] = []
  let isDone = false
  const work = (when === 'a file is imported' ? bring(lines) : rematch({ id })).finally(() => {
    isDone = true
  })
  for (; !isDone; await nextTurn()) seen.push((await accounts())[0]?.counts.open)
  await work
  // At most 25 lines are looked for in a turn of the event loop, and as many matches are stored.
  expect(seen.filter((open) => open === lines.length).length).toBeGreaterThan(lines.length / 25)
  expect(seen).toContain(lines.length - 25)
  expect(await accounts()).toMatchObject([{ counts: { open: unknown.length, reconciled: deposits.length } }])
})
