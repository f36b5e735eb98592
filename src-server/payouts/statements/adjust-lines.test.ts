import { expect, test } from 'vitest'
import { controlsMessages } from '#shared/controls.ts'
import { statementMessages } from '#shared/statement.ts'
import { noControls, releaseAll, setControls } from '../../testing/test-support/controls.ts'
import { aBankAccount, aBankPayment, bankStatement, booksOf } from '../../testing/test-support/statement-files.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

/** A site with a line that differs from its payout by -$1.50, and one of -$15.00 without a payout. */
async function open(app: TestApp) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const day = app.clock.now().toISOString().slice(0, 10)
  const account = await aBankAccount(fay, { openingOn: day })
  const { id: payoutId } = await aBankPayment(app, { customer: dana, by: boss, reference: 'W-1000' })
  const lines = [
    { day, text: 'WIRE W-1000', cents: -9350 },
    { day, text: 'MONTHLY FEE', cents: -1500 },
  ]
  await fay.api.statements.import({ id: account, csv: bankStatement(2_500_000, lines) })
  const idOf = async (state: 'open' | 'differs') => (await fay.api.statements.lines({ state })).data[0]?.id ?? ''
  return { boss, fay, payoutId, account, day, differing: await idOf('differs'), unknown: await idOf('open') }
}

const needSecondFrom = (app: TestApp, secondPersonFrom: number) => setControls(app, { secondPersonFrom })
const stateOf = async ({ api }: Person, id: string) => (await api.statements.lines({ search: id })).data[0]?.state
const note = 'As the bank says.'

test('an entry is of what the lines differ by now, and no line is adjusted twice', async () => {
  await using app = await createTestApp()
  const { boss, fay, payoutId, differing, unknown, account } = await open(app)
  const { adjust } = fay.api.statements
  await expect(adjust({ lines: [differing], kind: 'fee', amount: -1.4, note })).rejects.toThrow(
    'differ from the books by -$1.50',
  )
  await expect(adjust({ lines: [differing], kind: 'fee', amount: -1.505, note })).rejects.toThrow(
    statementMessages.badAmount,
  )
  const entry = await adjust({ lines: [differing], kind: 'fee', amount: -1.5, note })
  expect(entry).toMatchObject({ kind: 'fee', state: 'posted', payoutId, note, lines: 1 })
  await expect(adjust({ lines: [differing], kind: 'fee', amount: -1.5, note })).rejects.toThrow(
    statementMessages.lineEnded,
  )
  expect(await booksOf(app)).toEqual({ cards: 9200, fees: 150, cash: -9350 })
  const transfers = (await boss.api.payouts.get({ id: payoutId })).transfers
  expect(transfers.at(-1)).toMatchObject({ kind: 'adjustment', debit: 'fees', credit: `cash:${account}`, amount: 1.5 })
  await adjust({ lines: [unknown], kind: 'unknown', amount: -15, note })
  expect(await booksOf(app)).toMatchObject({ suspense: 1500, cash: -10_850 })
  expect(await verifyLedger(app.ctx.db)).toEqual({ transfers: 6 })
  const { entries } = await boss.api.admin.audit.list({ objectId: entry.id ?? '' })
  expect(entries.map(({ action, detail }) => `${action} ${detail}`)).toEqual([
    'statement.adjusted -$1.50, fee, 1 lines',
  ])
})

test('from the amount of the policy on an entry needs a second person before it is in the ledger', async () => {
  await using app = await createTestApp()
  const { boss, fay, unknown } = await open(app)
  await needSecondFrom(app, 1500)
  const entry = await fay.api.statements.adjust({ lines: [unknown], kind: 'fee', amount: -15, note })
  expect(entry).toEqual({ waiting: expect.objectContaining({ kind: 'entry', amount: 15 }) })
  expect(await stateOf(fay, unknown)).toBe('open')
  expect(await booksOf(app)).toEqual({ cards: 9200, cash: -9200 })
  const id = entry.waiting?.id ?? ''
  await expect(fay.api.waitingActs.release({ id })).rejects.toThrow(controlsMessages.ownAct)
  expect(await releaseAll(boss)).toEqual(['released'])
  expect(await booksOf(app)).toEqual({ cards: 9200, fees: 1500, cash: -10_700 })
  expect(await stateOf(fay, unknown)).toBe('reconciled')
  await expect(boss.api.waitingActs.release({ id })).rejects.toThrow(controlsMessages.actEnded)
})

test('an entry counts each of its lines, also when they nearly make up for each other', async () => {
  await using app = await createTestApp()
  const { boss, fay, account, day } = await open(app)
  await needSecondFrom(app, 10_000)
  const pair = [
    { day, text: 'WIRE TO SOMEBODY', cents: -6000 },
    { day, text: 'DEPOSIT', cents: 5000 },
  ]
  await fay.api.statements.import({ id: account, csv: bankStatement(2_499_000, pair) })
  const idOf = async (search: string) => (await fay.api.statements.lines({ search })).data[0]?.id ?? ''
  const lines = [await idOf('60.00'), await idOf('50.00')]
  const entry = { lines, kind: 'fee' as const, amount: -10, note }
  expect((await fay.api.statements.adjust(entry)).waiting).toMatchObject({ kind: 'entry', amount: 110 })
  await releaseAll(boss)
  const [{ id = '' } = {}] = (await fay.api.statements.entries({})).data
  expect((await fay.api.statements.reverseEntry({ id })).waiting).toMatchObject({ kind: 'reversal', amount: 110 })
  await releaseAll(boss)
  expect((await fay.api.statements.entries({})).data).toMatchObject([
    { id, state: 'reversed', endedBy: { id: fay.id } },
  ])
})

test('a line whose payout has its amount since a fee was corrected is reconciled when looked for again', async () => {
  await using app = await createTestApp()
  const { boss, fay, payoutId, account, differing } = await open(app)
  const { version } = await boss.api.payouts.get({ id: payoutId })
  await boss.api.payouts.correctFee({ id: payoutId, version, fee: 1.5, note: 'The statement.' })
  await expect(fay.api.statements.adjust({ lines: [differing], kind: 'fee', amount: -1.5, note })).rejects.toThrow(
    statementMessages.noDifference,
  )
  expect(await fay.api.statements.rematch({ id: account })).toEqual({ matched: 1, differs: 0 })
  expect(await stateOf(fay, differing)).toBe('reconciled')
  expect((await fay.api.payouts.get({ id: payoutId })).reconciledAt).toBeDefined()
})

test('an entry whose lines have another difference by now ends as overtaken', async () => {
  await using app = await createTestApp()
  const { boss, fay, payoutId, differing, unknown } = await open(app)
  await needSecondFrom(app, 1)
  await fay.api.statements.adjust({ lines: [differing, unknown], kind: 'fee', amount: -16.5, note })
  await setControls(app, noControls)
  const { version } = await boss.api.payouts.get({ id: payoutId })
  await boss.api.payouts.correctFee({ id: payoutId, version, fee: 1.5, note: 'The statement.' })
  expect(await releaseAll(boss)).toEqual(['overtaken'])
  expect(await fay.api.waitingActs.list()).toMatchObject([{ state: 'overtaken', thing: { kind: 'line' } }])
  expect((await fay.api.statements.entries({})).data).toEqual([])
})

test('a reversed entry is in the ledger twice and not in the sum of its person, and waits from the amount', async () => {
  await using app = await createTestApp()
  const { boss, fay, differing, payoutId } = await open(app)
  const { id: entryId = '' } = await fay.api.statements.adjust({
    lines: [differing],
    kind: 'unknown',
    amount: -1.5,
    note,
  })
  expect((await fay.api.payouts.get({ id: payoutId })).reconciledAt).toBeDefined()
  await expect(fay.api.statements.unmatchLine({ id: differing })).rejects.toThrow(statementMessages.lineHasEntry)
  expect(await fay.api.statements.reverseEntry({ id: entryId })).toMatchObject({ state: 'reversed' })
  expect((await fay.api.payouts.get({ id: payoutId })).reconciledAt).toBeUndefined()
  expect(await booksOf(app)).toEqual({ cards: 9200, cash: -9200 })
  expect(await stateOf(fay, differing)).toBe('differs')
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  // The first reversal and this entry count, the first entry does not.
  await needSecondFrom(app, 301)
  const again = await fay.api.statements.adjust({ lines: [differing], kind: 'fee', amount: -1.5, note })
  await needSecondFrom(app, 300)
  expect(await fay.api.statements.reverseEntry({ id: again.id ?? '' })).toMatchObject({
    ...{ state: 'posted', waiting: { kind: 'reversal', amount: 1.5 } },
  })
  expect(await releaseAll(boss)).toEqual(['released'])
})

test('an entry explains once that the bank had booked a payment before the first day', async () => {
  await using app = await createTestApp()
  const { boss, fay, account } = await open(app)
  const { id: payoutId } = await aBankPayment(app, { customer: await app.customer(), by: boss, reference: 'W-2000' })
  const { adjust, movements, reconciliation, reverseEntry } = fay.api.statements
  const [movement] = (await movements({ id: account })).data
  const entry = { account, movements: movement?.ids ?? [], kind: 'opening', amount: 92, note } as const
  await expect(adjust({ ...entry, lines: ['SL-1'] })).rejects.toThrow(statementMessages.linesOrMovements)
  await expect(adjust({ ...entry, amount: -92 })).rejects.toThrow('differ from the books by $92.00')
  const { id = '', ...made } = await adjust(entry)
  expect(made).toMatchObject({ kind: 'opening', amount: 92, payoutId, lines: 0 })
  await expect(adjust(entry)).rejects.toThrow(statementMessages.movementMatched(payoutId))
  const result = await reconciliation({ id: account, from: '2026-11-01', to: '2027-05-31' })
  expect(result).toMatchObject({ outstanding: { count: 0 }, closingBooks: 24_908 })
  await reverseEntry({ id })
  expect((await movements({ id: account })).data).toEqual([movement])
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})

test('the check of the ledger names an entry whose amount was changed, and one that was deleted', async () => {
  await using app = await createTestApp()
  const { fay, unknown } = await open(app)
  const { id = '' } = await fay.api.statements.adjust({ lines: [unknown], kind: 'fee', amount: -15, note })
  const { db } = app.ctx
  const change = (changes: object) => db.updateTable('statement_entries').set(changes).where('id', '=', id).execute()
  await change({ amount_cents: -1600 })
  expect((await verifyLedger(db)).problem).toContain(`The adjusting entry ${id} (fee) of -1600 cents`)
  await change({ amount_cents: -1500, state: 'refused' })
  expect((await verifyLedger(db)).problem).toContain(id)
  await change({ state: 'posted' })
  expect((await verifyLedger(db)).problem).toBeUndefined()
  await db.updateTable('statement_lines').set({ entry_id: null }).execute()
  await db.deleteFrom('statement_entries').execute()
  expect((await verifyLedger(db)).problem).toContain(id)
})

test('the insider report counts the adjusting entries of each person', async () => {
  await using app = await createTestApp()
  const { boss, fay, unknown } = await open(app)
  await fay.api.statements.adjust({ lines: [unknown], kind: 'fee', amount: -15, note })
  app.clock.advance(60_000)
  const to = app.clock.now().toISOString()
  const from = new Date(app.clock.now().getTime() - 86_400_000).toISOString()
  const { members } = await boss.api.admin.insiderReport({ from, to })
  expect(members.find((member) => member.id === fay.id)?.figures.adjustments).toBe(1)
})

test('an entry is of lines of one account', async () => {
  await using app = await createTestApp()
  const { fay, day, unknown } = await open(app)
  const other = await aBankAccount(fay, { name: 'Other', methods: ['zelle'], openingOn: day })
  await fay.api.statements.import({ id: other, csv: bankStatement(0, [{ day, text: 'FEE', cents: -100 }]) })
  const [line] = (await fay.api.statements.lines({ account: other })).data
  const both = fay.api.statements.adjust({ lines: [unknown, line?.id ?? ''], kind: 'fee', amount: -16, note })
  await expect(both).rejects.toMatchObject({
    message: statementMessages.oneAccount,
    cause: { detail: { field: 'lines' } },
  })
  expect(await stateOf(fay, unknown)).toBe('open')
})
