import { expect, it, test } from 'vitest'
import type { FileColumns } from '#shared/statement-schema.ts'
import { chosenOf, formatOf, guessColumns } from './columns-form.tsx'
import { accountName, namedAccounts, owedToSellers, shownBalance, transferName } from './ledger-names.ts'
import { explanation } from './ledger-view.tsx'
import { attemptHead, attemptNotes } from './payout-details.tsx'
import { between, chosenWith } from './payout-list.tsx'
import { listInput, readPayoutSearch, shownPayouts } from './payout-search.ts'
import { missingText } from './payouts-page.tsx'
import { differenceOf, linesInput, reconciledDays, typedDollars } from './statement-search.ts'

const fileOf = (columns: string[], rows: string[][] = [], words: string[][] = []): FileColumns => ({
  ...{ kind: 'csv', columns, rows, words, isPayment: false },
})
const guess = (file: FileColumns, noHeader = false) => formatOf(guessColumns(file, noHeader), file, noHeader)

test("the usual columns of a bank and of PayPal's activity are found by their names", () => {
  const bank = fileOf(['Posting Date', 'Description', 'Amount', 'Balance'], [['11/23/2026', 'FEE', '-1.00', '9.00']])
  expect(guess(bank)).toEqual({
    ...{ date: 'Posting Date', dateFormat: 'MM/DD/YYYY', decimal: '.', amount: 'Amount' },
    ...{ description: 'Description', balance: 'Balance' },
  })
  const columns = ['Date', 'Name', 'Type', 'Currency', 'Gross', 'Fee', 'Transaction ID', 'Balance']
  expect(guess(fileOf(columns))).toMatchObject({
    ...{ date: 'Date', amount: 'Gross', fee: 'Fee', reference: 'Transaction ID', currency: 'Currency' },
    ...{ description: 'Type', details: 'Name', balance: 'Balance' },
  })
})

test.each([
  ['2026-11-23', 'YYYY-MM-DD'],
  ['23.11.2026', 'DD/MM/YYYY'],
  ['20261123', 'YYYY-MM-DD'],
  ['23-Nov-26', 'DD/MM/YYYY'],
  ['Nov 23, 2026', 'MM/DD/YYYY'],
  ['23/11/2026', 'DD/MM/YYYY'],
  ['11/23/2026', 'MM/DD/YYYY'],
])('the date %s is read as %s', (cell, dateFormat) => {
  expect(guess(fileOf(['Date'], [[cell]])).dateFormat).toBe(dateFormat)
})

test('money out and money in are chosen together, and decimal commas are seen', () => {
  const file = fileOf(['Date', 'Debit', 'Credit'], [['2026-11-23', '1.092,50', '']])
  const format = guess(file)
  expect(format).toMatchObject({ debit: 'Debit', credit: 'Credit', decimal: ',' })
  expect(formatOf(chosenOf(guessColumns(file), format), file)).toEqual(format)
})

test('words of direction and of the status are chosen from those of the file', () => {
  const columns = ['Date', 'Transaction Type', 'Transaction Amount', 'Status']
  const words = [[], ['Debit', 'Credit'], [], ['Completed', 'PAYMENT FAILED']]
  const file = fileOf(columns, [['11/05/2026', 'Debit', '92', 'Completed']], words)
  expect(guess(file)).toMatchObject({
    ...{ direction: 'Transaction Type', outWords: ['Debit'], inWords: ['Credit'] },
    ...{ status: 'Status', statusWords: ['Completed'] },
  })
  expect(formatOf(chosenOf(guessColumns(file), guess(file)), file)).toEqual(guess(file))
  const signed = fileOf(columns, [['11/05/2026', 'Debit', '-92', 'Completed']], words)
  expect(guess(signed).direction).toBeUndefined()
})

test('columns without names are found by what they have', () => {
  const rows = [['11/05/2026', '-92.00', '*', '', 'ZELLE TO DANA']]
  expect(guess(fileOf(['1', '2', '3', '4', '5'], rows), true)).toEqual({
    ...{ noHeader: true, date: '1', dateFormat: 'MM/DD/YYYY', decimal: '.', amount: '2', description: '5' },
  })
})

test('the days are the month of the newest line, unless the URL has others', () => {
  const now = new Date('2026-12-24T12:00:00')
  expect(reconciledDays({}, '2026-11-14', now)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(reconciledDays({}, undefined, now)).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(reconciledDays({ from: '2026-11-03' }, '2024-02-09', now)).toEqual({ from: '2026-11-03', to: '2024-02-29' })
})

test('a search by a link looks through all accounts, the list of an account through its own', () => {
  expect(linesInput({ search: 'SL-1' }, 'SA-1')).toMatchObject({ account: undefined, state: undefined, search: 'SL-1' })
  expect(linesInput({ bank: 'SA-1', search: 'W-1', list: 'open' }, 'SA-1')).toMatchObject({
    account: 'SA-1',
    state: 'open',
  })
  expect(linesInput({}, 'SA-1')).toMatchObject({ account: 'SA-1', state: 'open', page: 1 })
})

test('a typed balance may be below zero', () => {
  expect(['-1,234.50', '−5', '12.30', '0', '1.005', 'x'].map((text) => typedDollars(text))).toEqual([
    ...[-1234.5, -5, 12.3, 0, null, null],
  ])
  expect(differenceOf([{ difference: -1.1 }, { difference: -2.2 }])).toBe(-3.3)
})

test('the difference is explained by what is left', () => {
  const none = { count: 0, amount: 0 }
  const found = { open: none, differs: none, outstanding: none, to: '2026-11-30' }
  expect(explanation(found)).toBe('Enter the balance at the end of Nov 30, 2026.')
  expect(explanation({ ...found, closingBank: 1 })).toBe('')
  expect(
    explanation({
      ...found,
      open: { count: 1, amount: -15 },
      outstanding: { count: 2, amount: -184, since: '2026-11-20' },
    }),
  ).toBe('1 open line (-$15.00), 2 movements without a line since Nov 20, 2026 (-$184.00).')
})

test('a balance of PayPal that will not do is said with what it lacks', () => {
  expect(missingText({ available: 100, ready: 92, expectedToday: 92 })).toBeUndefined()
  expect(missingText({ ready: 92, expectedToday: 92 })).toBeUndefined()
  expect(missingText({ available: 90.5, ready: 92, expectedToday: 184 })).toContain(
    '$1.50 short of the payouts that are ready',
  )
  expect(missingText({ available: 92, ready: 92, expectedToday: 184 })).toContain(
    '$92.00 short of what is expected today',
  )
})

it('lists the ready payouts by default, and all of them for a search', () => {
  expect(listInput({})).toMatchObject({ state: 'ready', page: 1 })
  expect(listInput({ search: ' PO-1 ' })).toMatchObject({ state: undefined, search: 'PO-1' })
  expect(listInput({ search: 'PO-1', show: 'done', page: 2 })).toMatchObject({ state: 'done', page: 2 })
  expect(shownPayouts({ show: 'ledger' })).toBe('ledger')
})

it('drops parameters that it does not know', () => {
  const nothing = { show: undefined, search: undefined, account: undefined, page: undefined }
  expect(readPayoutSearch({ show: 'x', search: ' ', account: ['cards'], page: '0' })).toEqual(nothing)
  expect(readPayoutSearch({ show: 'held', search: 'dana', account: 'cards', page: 3 })).toEqual({
    ...{ show: 'held', search: 'dana', account: 'cards', page: 3 },
  })
})

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

it('has the rows between two, in either direction, and one alone without a start that is shown', () => {
  expect(between(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(rows, 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(between(rows, undefined, 'c')).toEqual(['c'])
  expect(between(rows, 'paid', 'c')).toEqual(['c'])
})

it('chooses and removes a range as the pressed row becomes', () => {
  expect([...chosenWith(new Set(['a']), 'c', ['b', 'c'])]).toEqual(['a', 'b', 'c'])
  expect([...chosenWith(new Set(['a', 'b', 'c']), 'c', ['b', 'c'])]).toEqual(['a'])
})

it('names accounts and transfers, and shows unknown ones as they are', () => {
  expect(accountName('payable:019a')).toBe('Owed to a seller')
  expect(accountName('payable')).toBe('Ready, held or came back')
  expect(accountName('cash:hand')).toBe('Paid by hand, before money accounts')
  expect(accountName('clearing:SA-1', new Map([['SA-1', 'First Bank']]))).toBe('First Bank, being sent')
  expect(accountName('cash:new')).toBe('cash:new')
  expect(transferName('approval-reversal')).toBe('No longer owed')
  expect(transferName('new')).toBe('new')
})

it('limits the transfers to accounts of the site, not to the sum of all customers', () => {
  expect(namedAccounts).toContain('cards')
  expect(namedAccounts).not.toContain('payable')
})

it('shows what is owed and paid as a positive amount, and no minus zero', () => {
  expect(shownBalance({ account: 'payable', balance: -184 })).toBe(184)
  expect(shownBalance({ account: 'cards', balance: 184 })).toBe(184)
  expect(shownBalance({ account: 'fees', balance: 1.84 })).toBe(1.84)
  expect(shownBalance({ account: 'cash:SA-1', balance: -93.84 })).toBe(-93.84)
  expect(Object.is(shownBalance({ account: 'cash:hand', balance: 0 }), 0)).toBe(true)
})

it('adds up what is owed: not sent and being sent', () => {
  const balances = [
    { account: 'payable', balance: -184.1 },
    { account: 'clearing:hand', balance: -92.2 },
    { account: 'clearing:paypal', balance: -0.3 },
    { account: 'cards', balance: 500 },
  ]
  expect(owedToSellers(balances)).toBe(276.6)
})

const attempt = {
  key: 'GCE-7K3M9Q2XVB-1-a1',
  provider: 'paypal',
  state: 'accepted',
  calledAt: '2026-11-22T10:00:00.000Z',
} as const

it('names who paid, when, and how it ended', () => {
  expect(attemptHead({ ...attempt, state: 'settled' })).toMatch(/^By PayPal, .*2026.*: paid$/)
  expect(attemptHead({ ...attempt, provider: 'hand', state: 'refused' })).toMatch(/^By hand, .*: not paid$/)
})

it('says what PayPal answered, what it took and when it is asked again', () => {
  expect(attemptNotes(attempt)).toEqual([])
  expect(attemptNotes({ ...attempt, error: 'UNCLAIMED', nextPollAt: '2026-11-22T16:00:00.000Z' })).toEqual([
    'The customer has not claimed it at PayPal.',
    expect.stringMatching(/^The server asks PayPal again .*2026/),
  ])
  expect(attemptNotes({ ...attempt, fee: 1.84 })).toEqual(['PayPal took a fee of $1.84.'])
  expect(attemptNotes({ ...attempt, error: 'RECEIVER_ACCOUNT_LOCKED' })).toEqual([
    'PayPal says RECEIVER_ACCOUNT_LOCKED.',
  ])
})
