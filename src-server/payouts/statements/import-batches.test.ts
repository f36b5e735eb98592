import { expect, test } from 'vitest'
import { payPalFormat, statementMessages } from '#shared/statement.ts'
import { MINUTE_MS, nextTurn } from '../../platform/clock.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { openTransaction, untilWaiting } from '../../testing/test-support/lock-waits.ts'
import { anApproval, balancesOf, toPayPal } from '../../testing/test-support/payouts.ts'
import {
  aBankAccount,
  aBankPayment,
  american,
  bankFormat,
  bankStatement,
  payPalActivity,
} from '../../testing/test-support/statement-files.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'
import { keyedLines } from './reading/line-keys.ts'
import { readStatement } from './reading/read-statement.ts'
import { removeImport, removeInterruptedImports } from './remove-imports.ts'

/** A file of ten batches. */
const LINES = 1000

async function open(app: TestApp) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const day = app.clock.now().toISOString().slice(0, 10)
  const id = await aBankAccount(fay, { openingOn: day })
  const lines = Array.from({ length: LINES }, (_, at) => ({ day, text: `CHECK ${1000 + at}`, cents: -100 - at }))
  const csv = bankStatement(2_500_000, lines)
  const stored = async () => (await app.ctx.db.selectFrom('statement_lines').select('id').execute()).length
  const found = async () => (await fay.api.statements.lines({ account: id })).pagination.totalItems
  return { app, dana, boss, fay, day, id, csv, stored, found }
}

type Site = Awaited<ReturnType<typeof open>>

/**
 * Waits until lines of an import are stored. With `isPaused` it does not complete before `end`: the lock that its end
 * needs is acquired right after its beginning.
 */
async function halfStored({ app, fay, id, csv, stored }: Site, isPaused = false) {
  const lock = () => openTransaction(app, (tx) => acquireLock(tx, 'statements'))
  const first = isPaused ? await lock() : undefined
  const importing = fay.api.statements.import({ id, csv }).then(
    ({ added }) => added,
    ({ message }: Error) => message,
  )
  if (first) await untilWaiting(app, 1)
  const second = first && lock()
  if (first) await untilWaiting(app, 2)
  await first?.commit()
  while ((await stored()) === 0) await nextTurn()
  const end = async () => {
    await (await second)?.commit()
    return importing
  }
  return { end }
}

test('the lines of a file are invisible until all of them are stored', async () => {
  await using app = await createTestApp()
  const site = await open(app)
  const { fay, id, day, found } = site
  // On SQLite, each call has its turn between two batches.
  const { end } = await halfStored(site, isPostgres(app.ctx.db))
  expect(await found()).toBe(0)
  expect((await fay.api.statements.accounts())[0]?.counts.open).toBe(0)
  expect((await fay.api.statements.reconciliation({ id, from: day, to: day })).lines.count).toBe(0)
  expect(await fay.api.statements.imports({ id })).toEqual([])
  expect(await end()).toBe(LINES)
  expect(await found()).toBe(LINES)
})

test('an import that is removed while it runs stores nothing', async () => {
  await using app = await createTestApp()
  const site = await open(app)
  const { end } = await halfStored(site)
  const { id } = await app.ctx.db.selectFrom('statement_imports').select('id').executeTakeFirstOrThrow()
  await removeImport(app.ctx, id)
  expect(await end()).toBe(statementMessages.importEnded)
  expect(await site.stored()).toBe(0)
  expect(await site.fay.api.statements.import({ id: site.id, csv: site.csv })).toMatchObject({ added: LINES })
})

test('a start removes what an interrupted import has stored, but never the running import of another node', async () => {
  await using app = await createTestApp()
  const { fay, id, csv, stored, found } = await open(app)
  await fay.api.statements.import({ id, csv })
  const until = new Date(app.clock.now().getTime() + MINUTE_MS).toISOString()
  await app.ctx.db.updateTable('statement_imports').set({ incomplete_until: until }).execute()
  expect(await found()).toBe(0)
  await removeInterruptedImports(app.ctx, isPostgres(app.ctx.db))
  expect(await stored()).toBe(LINES)
  if (isPostgres(app.ctx.db)) app.clock.advance(MINUTE_MS + 1)
  await removeInterruptedImports(app.ctx, true)
  expect(await stored()).toBe(0)
  expect(await fay.api.statements.import({ id, csv })).toMatchObject({ added: LINES })
})

test('while a file is imported, another one is refused and none is taken back, until it was interrupted', async () => {
  await using app = await createTestApp()
  const { fay, id, csv, found } = await open(app)
  const at = app.clock.now().getTime()
  const made = { made_by: fay.id, made_at: new Date(at).toISOString() }
  const row = { id: 'other', account_id: id, digest: 'other', incomplete_until: new Date(at + MINUTE_MS).toISOString() }
  await app.ctx.db
    .insertInto('statement_imports')
    .values([
      { ...row, ...made },
      { ...row, ...made, id: 'first', digest: 'first', incomplete_until: null },
    ])
    .execute()
  const bring = () => fay.api.statements.import({ id, csv })
  const takeBack = () => fay.api.statements.takeBack({ id: 'first' })
  await expect(bring()).rejects.toThrow(statementMessages.isImporting)
  await expect(takeBack()).rejects.toThrow(statementMessages.isImporting)
  app.clock.advance(MINUTE_MS + 1)
  expect(await takeBack()).toEqual([])
  expect(await bring()).toMatchObject({ added: LINES })
  expect(await found()).toBe(LINES)
})

test('a dry run says what an import does, with the rows that it leaves out, and stores nothing', async () => {
  await using app = await createTestApp()
  const { fay, id, day, boss, dana, stored } = await open(app)
  await aBankPayment(app, { customer: dana, by: boss, reference: 'A-1' })
  const csv = `Date,Description,Amount,Running Bal.
${american(day)},WIRE A-1,-92.00,
11/01/2020,FEE,-5.00,
Total,,-97.00,
`
  const expected = {
    ...{ lines: 1, added: 1, matched: { count: 1, amount: -92 }, open: { count: 0 }, from: day, to: day },
    leftOut: [
      { reason: 'without a date', count: 1, lines: [4] },
      { reason: 'before the first day of the account', count: 1, lines: [3] },
    ],
  }
  expect(await fay.api.statements.import({ id, csv, dryRun: true })).toMatchObject({ ...expected, isStored: false })
  expect(await stored()).toBe(0)
  expect(await fay.api.statements.import({ id, csv })).toMatchObject({ ...expected, isStored: true })
})

test('a file counts as new when it is read by other columns, and its lines are known', async () => {
  await using app = await createTestApp()
  const { fay, id, day, csv } = await open(app)
  await fay.api.statements.import({ id, csv })
  expect(await fay.api.statements.import({ id, csv })).toMatchObject({ isRepeated: true, known: LINES })
  const { balance: _, ...format } = bankFormat
  const account = { name: 'First Bank', methods: ['bank' as const], openingBalance: 25_000, openingOn: day }
  await fay.api.statements.changeAccount({ id, ...account, format })
  expect(await fay.api.statements.import({ id, csv })).toMatchObject({ isRepeated: false, known: LINES, added: 0 })
})

test('lines that were stored before keys were folded are known', async () => {
  await using app = await createTestApp()
  const { fay, id, day } = await open(app)
  const csv = bankStatement(0, [{ day, text: 'ZELLE TO DANA', cents: -9200 }])
  await fay.api.statements.import({ id, csv })
  const { lines } = await readStatement(csv, bankFormat, day)
  const [keyed] = await keyedLines(lines, 0)
  await app.ctx.db
    .updateTable('statement_lines')
    .set({ line_key: keyed?.formerKey ?? '' })
    .execute()
  expect(await fay.api.statements.import({ id, csv: `${csv}\n` })).toMatchObject({ known: 1, added: 0 })
})

test("a payout of a PayPal file is matched by PayPal's custom number, and gets its fee", async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, day } = await open(app)
  const paypal = { name: 'PayPal', provider: 'paypal', methods: ['paypal'], format: payPalFormat }
  const account = await aBankAccount(fay, { ...paypal, openingOn: day, openingBalance: 1000 })
  const { payoutId: id } = await anApproval(app, dana, boss, toPayPal())
  const { file } = await fay.api.payouts.makeFile({ format: 'paypal', payouts: [{ id, version: 1 }] })
  await fay.api.payouts.markFileSent({ id: file.id, reference: 'BATCH-77' })
  const line = { day, type: 'Mass Pay Payment', name: 'Dana', gross: -9200, fee: -184, transactionId: '8RX12345AB' }
  const csv = payPalActivity(100_000, [{ ...line, customNumber: id }])
  expect(await fay.api.statements.import({ id: account, csv })).toMatchObject({ matched: { count: 1, amount: -93.84 } })
  expect(await fay.api.payouts.get({ id })).toMatchObject({
    attempts: [{ fee: 1.84 }],
    reconciledAt: expect.any(String),
  })
  const { difference, isReconciled } = await fay.api.statements.reconciliation({ id: account, from: day, to: day })
  expect({ difference, isReconciled }).toEqual({ difference: 0, isReconciled: true })
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  const takeBack = async () => {
    const [made] = await fay.api.statements.imports({ id: account })
    app.clock.advance(MINUTE_MS)
    await fay.api.statements.takeBack({ id: made?.id ?? '' })
    return [(await balancesOf(app)).fees, (await fay.api.payouts.get({ id })).attempts[0]?.fee]
  }
  expect(await takeBack()).toEqual([undefined, 0])
  const { entries } = await boss.api.admin.audit.list({ objectId: id })
  expect(entries[0]).toMatchObject({ action: 'payout.fee-corrected', detail: '$1.84 to $0.00', actor: { id: fay.id } })
  expect(await fay.api.statements.import({ id: account, csv })).toMatchObject({ matched: { count: 1, amount: -93.84 } })
  expect(await balancesOf(app)).toMatchObject({ fees: 184 })
  const { version } = await fay.api.payouts.get({ id })
  await boss.api.payouts.correctFee({ id, version, fee: 2, note: 'As PayPal said.' })
  expect(await takeBack()).toEqual([200, 2])
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})

test('OFX needs no columns, and other files do', async () => {
  await using app = await createTestApp()
  const { fay, day } = await open(app)
  const id = await aBankAccount(fay, { name: 'Other', methods: ['zelle'], format: undefined, openingOn: day })
  const ofx = `<OFX><STMTRS><STMTTRN><DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>-9.20<FITID>F-1</STMTTRN></STMTRS></OFX>`
  expect(await fay.api.statements.import({ id, csv: ofx })).toMatchObject({ added: 1, open: { amount: -9.2 } })
  await expect(fay.api.statements.import({ id, csv: 'a,b' })).rejects.toThrow(statementMessages.noFormat)
})

test('an import is taken back as a whole, and its file counts as new', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, id, day, found } = await open(app)
  const { id: payout } = await aBankPayment(app, { customer: dana, by: boss, reference: 'A-1' })
  const csv = bankStatement(0, [
    { day, text: 'WIRE A-1', cents: -9200 },
    { day, text: 'FEE', cents: -100 },
  ])
  await fay.api.statements.import({ id, csv: bankStatement(0, [{ day, text: 'FEE', cents: -100 }]) })
  await fay.api.statements.import({ id, csv })
  const imports = await fay.api.statements.imports({ id })
  const made = imports.find(({ lines, from }) => lines === 1 && from === day)
  expect(imports.map(({ lines, used }) => ({ lines, used }))).toEqual([
    { lines: 1, used: 0 },
    { lines: 1, used: 0 },
  ])
  const matched = (await fay.api.statements.lines({ state: 'reconciled' })).data[0]
  expect(matched?.movements).toHaveLength(1)
  for (const each of imports) await fay.api.statements.takeBack({ id: each.id })
  expect(await found()).toBe(0)
  expect(await fay.api.payouts.get({ id: payout })).not.toHaveProperty('reconciledAt')
  await expect(fay.api.statements.takeBack({ id: made?.id ?? '' })).rejects.toThrow('Not found')
  expect(await fay.api.statements.import({ id, csv })).toMatchObject({ added: 2, matched: { count: 1 } })
  const { entries } = await boss.api.admin.audit.list({ objectId: id })
  expect(entries.filter(({ action }) => action === 'statement.import-taken-back')).toHaveLength(2)
})

test('an import with a line that was matched by hand or adjusted is not taken back', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, id, day, found } = await open(app)
  const { id: payout } = await aBankPayment(app, { customer: dana, by: boss, reference: 'A-1' })
  await fay.api.statements.import({ id, csv: bankStatement(0, [{ day, text: 'ACH', cents: -9300 }]) })
  const [made] = await fay.api.statements.imports({ id })
  const line = (await fay.api.statements.lines()).data[0]?.id ?? ''
  const takeBack = () => fay.api.statements.takeBack({ id: made?.id ?? '' })
  await fay.api.statements.matchLine({ id: line, payouts: [payout] })
  await expect(takeBack()).rejects.toThrow(statementMessages.importInUse)
  await fay.api.statements.unmatchLine({ id: line })
  await fay.api.statements.adjust({ lines: [line], kind: 'fee', amount: -93, note: 'A fee.' })
  expect(await fay.api.statements.imports({ id })).toMatchObject([{ used: 1 }])
  await expect(takeBack()).rejects.toThrow(statementMessages.importInUse)
  expect(await found()).toBe(1)
})
