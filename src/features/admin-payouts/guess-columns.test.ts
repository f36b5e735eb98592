import { expect, test } from 'vitest'
import { chosenOf, formatOf, guessColumns } from './columns-form.tsx'

test("the usual columns of a bank and of PayPal's activity are found by their names", () => {
  const bank = {
    columns: ['Posting Date', 'Description', 'Amount', 'Balance'],
    rows: [['11/23/2026', 'FEE', '-1.00', '9.00']],
  }
  expect(formatOf(guessColumns(bank))).toEqual({
    ...{ date: 'Posting Date', dateFormat: 'MM/DD/YYYY', decimal: '.', amount: 'Amount' },
    ...{ description: 'Description', balance: 'Balance' },
  })
  const columns = ['Date', 'Name', 'Type', 'Currency', 'Gross', 'Fee', 'Transaction ID', 'Balance']
  expect(formatOf(guessColumns({ columns, rows: [] }))).toMatchObject({
    ...{ date: 'Date', amount: 'Gross', fee: 'Fee', reference: 'Transaction ID', currency: 'Currency' },
    ...{ description: 'Type', details: 'Name', balance: 'Balance' },
  })
})

test.each([
  ['2026-11-23', 'YYYY-MM-DD'],
  ['23.11.2026', 'DD.MM.YYYY'],
  ['23/11/2026', 'DD/MM/YYYY'],
  ['11/23/2026', 'MM/DD/YYYY'],
])('the date %s is read as %s', (cell, dateFormat) => {
  expect(guessColumns({ columns: ['Date'], rows: [[cell]] }).dateFormat).toBe(dateFormat)
})

test('money out and money in are chosen together, and decimal commas are seen', () => {
  const file = { columns: ['Date', 'Debit', 'Credit'], rows: [['2026-11-23', '1.092,50', '']] }
  const format = formatOf(guessColumns(file))
  expect(format).toMatchObject({ debit: 'Debit', credit: 'Credit', decimal: ',' })
  expect(formatOf(chosenOf(format))).toEqual(format)
})
