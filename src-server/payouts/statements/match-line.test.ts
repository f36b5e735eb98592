import { expect, test } from 'vitest'
import { statementMessages } from '#shared/statement.ts'
import { anApproval, toBank } from '../../testing/test-support/payouts.ts'
import { aBankAccount, aBankPayment, bankStatement } from '../../testing/test-support/statement-files.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { wordsOf } from './reference-tokens.ts'

/** A site with two paid payouts of $92.00 and an open line of their sum. */
async function open(app: TestApp) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const day = app.clock.now().toISOString().slice(0, 10)
  const account = await aBankAccount(fay, { openingOn: day })
  const pay = (reference: string) => aBankPayment(app, { customer: dana, by: boss, reference })
  const [one, two] = [await pay('A-1'), await pay('A-2')]
  const lines = [
    { day, text: 'ACH BATCH', cents: -18_400 },
    { day, text: 'ACH BATCH', cents: 700 },
  ]
  await fay.api.statements.import({ id: account, csv: bankStatement(2_500_000, lines) })
  const { data } = await fay.api.statements.lines({ state: 'open' })
  const of = (amount: number) => data.find((line) => line.amount === amount)?.id ?? ''
  return { dana, boss, fay, account, one: one.id, two: two.id, batch: of(-184), income: of(7) }
}

test('one line is matched by hand with the payouts of a batch, and unmatched again, with audit entries', async () => {
  await using app = await createTestApp()
  const { boss, fay, account, one, two, batch } = await open(app)
  const free = async () => (await fay.api.statements.movements({ id: account })).data.map(({ payoutId }) => payoutId)
  expect((await free()).sort()).toEqual([one, two].sort())
  const line = await fay.api.statements.matchLine({ id: batch, payouts: [one, two] })
  expect(line).toMatchObject({ state: 'reconciled', matchedHow: 'hand', matchedBy: { id: fay.id }, difference: 0 })
  expect(await free()).toEqual([])
  await expect(fay.api.statements.matchLine({ id: batch, payouts: [one] })).rejects.toThrow(
    statementMessages.lineMatched,
  )
  expect(await boss.api.statements.unmatchLine({ id: batch })).toMatchObject({ state: 'open', movements: [] })
  await expect(boss.api.statements.unmatchLine({ id: batch })).rejects.toThrow(statementMessages.lineNotMatched)
  const { entries } = await boss.api.admin.audit.list({ objectId: batch })
  const ids = [one, two].sort().join(', ')
  expect(entries.map(({ action, detail }) => `${action} ${detail}`)).toEqual([
    `statement.unmatched ${ids}`,
    `statement.matched -$184.00: ${ids}`,
  ])
})

test('a line of another amount differs, and its match takes more movements', async () => {
  await using app = await createTestApp()
  const { fay, one, two, batch } = await open(app)
  const line = await fay.api.statements.matchLine({ id: batch, payouts: [one] })
  expect(line).toMatchObject({ state: 'differs', difference: -92 })
  expect((await fay.api.payouts.get({ id: one })).reconciledAt).toBeUndefined()
  expect(await fay.api.statements.matchLine({ id: batch, payouts: [two] })).toMatchObject({ state: 'reconciled' })
})

test('a line of a payout whose match still differs joins this match', async () => {
  await using app = await createTestApp()
  const { fay, account, one } = await open(app)
  const day = app.clock.now().toISOString().slice(0, 10)
  const halves = [1, 2].map((part) => ({ day, text: `PART ${part}`, cents: -4600 }))
  await fay.api.statements.import({ id: account, csv: bankStatement(0, halves) })
  const { data } = await fay.api.statements.lines({ state: 'open', search: '46.00' })
  const [first = '', other = ''] = data.map(({ id }) => id)
  const { matchLine } = fay.api.statements
  expect(await matchLine({ id: first, payouts: [one] })).toMatchObject({ state: 'differs', difference: 46 })
  expect(await matchLine({ id: other, payouts: [one] })).toMatchObject({ state: 'reconciled', otherLines: 1 })
  await expect(matchLine({ id: first, payouts: [one] })).rejects.toThrow(statementMessages.lineMatched)
})

test('a payout that was not sent, did not come back, is matched already or unknown is refused', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, one, two, batch, income } = await open(app)
  const { matchLine } = fay.api.statements
  const { payoutId: ready } = await anApproval(app, dana, boss, toBank)
  await expect(matchLine({ id: batch, payouts: [ready] })).rejects.toThrow(statementMessages.payoutNotSent(ready))
  await expect(matchLine({ id: income, payouts: [one] })).rejects.toThrow(statementMessages.payoutNotReturned(one))
  await expect(matchLine({ id: batch, payouts: ['PO-NOWHERE'] })).rejects.toThrow('Not found.')
  await expect(matchLine({ id: 'SL-NOWHERE', payouts: [one] })).rejects.toThrow('Not found.')
  await matchLine({ id: batch, payouts: [one, two] })
  const other = await aBankAccount(fay, { name: 'Other', methods: ['zelle'], openingOn: '2026-11-01' })
  const day = app.clock.now().toISOString().slice(0, 10)
  await fay.api.statements.import({ id: other, csv: bankStatement(0, [{ day, text: 'ACH', cents: -9200 }]) })
  const [line] = (await fay.api.statements.lines({ account: other })).data
  await expect(matchLine({ id: line?.id ?? '', payouts: [one] })).rejects.toThrow(statementMessages.payoutNotSent(one))
})

test('a payment that was never sent is offered to no line of its amount', async () => {
  await using app = await createTestApp()
  const { boss, account, one } = await open(app)
  const { submissionId } = await boss.api.payouts.get({ id: one })
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'pending', payout: 'never-sent' })
  const day = app.clock.now().toISOString().slice(0, 10)
  await boss.api.statements.import({ id: account, csv: bankStatement(2_482_300, [{ day, text: 'WIRE', cents: 9200 }]) })
  expect((await boss.api.statements.lines({ state: 'reconciled' })).data).toEqual([])
})

test('a method is paid from one account, names are unique, and the opening balance is fixed once there are lines', async () => {
  await using app = await createTestApp()
  const { boss, fay, account } = await open(app)
  const accounts = await fay.api.statements.accounts()
  const { counts: _, lastOn: __, provider: ___, ...own } = accounts[0] as (typeof accounts)[0]
  await expect(aBankAccount(fay, { methods: ['bank'], name: 'Other' })).rejects.toThrow('are paid from First Bank.')
  await expect(aBankAccount(fay, { methods: ['zelle'] })).rejects.toThrow(statementMessages.nameTaken)
  const { changeAccount } = fay.api.statements
  await expect(changeAccount({ ...own, openingBalance: 1 })).rejects.toThrow(statementMessages.hasLines)
  expect(await changeAccount({ ...own, name: 'Checking' })).toMatchObject([{ id: account, name: 'Checking' }])
  const { entries } = await boss.api.admin.audit.list({ action: 'statement.account-changed' })
  expect(entries).toMatchObject([{ objectId: account, detail: 'Checking' }])
})

test('without a column for it the balance of the bank is typed, and a correction replaces it', async () => {
  await using app = await createTestApp()
  const { fay, account } = await open(app)
  const { setBalance } = fay.api.statements
  expect(await setBalance({ id: account, on: '2026-11-20', balance: 24_000 })).toMatchObject({
    closingBank: 24_000,
    bankFrom: 'typed',
  })
  const after = await setBalance({ id: account, on: '2026-11-20', balance: 24_823 })
  expect(after).toMatchObject({ closingBank: 24_823, closingBooks: 24_816, difference: 0, isReconciled: false })
})

test('a line names its whole reference and every word with a digit, and no ordinary word', () => {
  expect(wordsOf('Invoice May', 'ACH TRANSFER to DANA, CONF 7K3M9Q')).toEqual(['invoice may', '7k3m9q'])
})

test.each(['PO-KWNQXTRZVB', 'PF-ABCDEFGHJK', 'GCE-ABCDEFGHJK', 'PO-KWNQXTRZVB-a1'])(
  'an id of ours without a digit is a name: %s',
  (id) => {
    expect(wordsOf('', `WIRE ${id} OUT`)[0]).toEqual(id.toLowerCase())
  },
)

test('a hyphenated ordinary word is no name', () => {
  expect(wordsOf('', 'SELF-SERVICE pre-authorization')).toEqual([])
})

test.each(['PO7KWNQXTRZ0', 'REFPO7KWNQXTRZ0X', 'PO-7KWNQ XTRZ0', 'PO-7KWNQX\nTRZ0'])(
  'an id of ours is named without its hyphen, in a longer word and when it is broken: %s',
  (text) => expect(wordsOf('', `WIRE ${text} OUT`)).toContain('po-7kwnqxtrz0'),
)
