import { expect, test } from 'vitest'
import type { FileColumns } from '#shared/statement-schema.ts'
import { chosenOf, formatOf, guessColumns } from './columns-form.tsx'

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
