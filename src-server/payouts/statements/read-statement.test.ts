import { expect, test } from 'vitest'
import { payPalFormat } from '#shared/statement.ts'
import type { StatementFormat } from '#shared/statement-schema.ts'
import { bankFormat, bankStatement, payPalActivity } from '../../testing/test-support/statement-files.ts'
import { keyedLines, readFileColumns, readStatement } from './read-statement.ts'

const simple: StatementFormat = { date: 'Date', dateFormat: 'YYYY-MM-DD', decimal: '.', amount: 'Amount' }
const fault = (line: number, column: string, message: string | RegExp) => ({
  ...{ line, column, message: typeof message === 'string' ? message : expect.stringMatching(message) },
})

test('reads a bank file with a summary above the header, oldest line first once it is keyed', async () => {
  const csv = bankStatement(100_000, [
    { day: '2026-11-03', text: 'WIRE PO-1', cents: -9200 },
    { day: '2026-11-04', text: 'DEPOSIT, CASH', cents: 120_050 },
  ])
  const { lines, faults } = await readStatement(csv, bankFormat)
  expect(faults).toEqual([])
  expect(keyedLines(lines, 100_000)).toMatchObject([
    { bookedOn: '2026-11-03', amountCents: -9200, balanceCents: 90_800, description: 'WIRE PO-1' },
    { bookedOn: '2026-11-04', amountCents: 120_050, balanceCents: 210_850, description: 'DEPOSIT, CASH' },
  ])
  expect(await readFileColumns(csv)).toMatchObject({ columns: ['Date', 'Description', 'Amount', 'Running Bal.'] })
})

test("reads PayPal's activity with its documented columns", async () => {
  const line = { day: '2026-11-03', type: 'Mass Pay Payment', name: 'Dana Reyes', gross: -9200, fee: -184 }
  const { lines, faults } = await readStatement(
    payPalActivity(10_000, [{ ...line, transactionId: '8RX12345AB' }]),
    payPalFormat,
  )
  expect(faults).toEqual([])
  expect(lines).toEqual([
    {
      ...{ bookedOn: '2026-11-03', amountCents: -9200, feeCents: -184, balanceCents: 616 },
      ...{ reference: '8RX12345AB', description: 'Mass Pay Payment · Dana Reyes' },
    },
  ])
})

test('reads columns of money out and money in, semicolons and decimal commas', async () => {
  const format: StatementFormat = {
    ...{ date: 'Datum', dateFormat: 'DD.MM.YYYY', decimal: ',' },
    ...{ debit: 'Soll', credit: 'Haben', reference: 'Referenz', fee: 'Entgelt' },
  }
  const csv = 'Datum;Soll;Haben;Referenz;Entgelt\n03.11.2026;1.092,50;;W-1;1,5\n04.11.2026;;-92,00;W-2;\n'
  expect((await readStatement(csv, format)).lines).toMatchObject([
    { bookedOn: '2026-11-03', amountCents: -109_250, feeCents: -150, reference: 'W-1' },
    { bookedOn: '2026-11-04', amountCents: 9200, feeCents: 0, reference: 'W-2' },
  ])
})

test.each([
  ['-1,234.50', -123_450],
  ['(12.00)', -1200],
  ['$5', 500],
  ['12.00-', -1200],
  ['+3.5', 350],
  ['−7.10', -710],
])('the amount %s is %i cents', async (amount, cents) => {
  expect((await readStatement(`Date,Amount\n2026-11-03,"${amount}"`, simple)).lines[0]?.amountCents).toBe(cents)
})

test('every fault is named by its line and column, and no line is returned', async () => {
  const csv = 'Date,Amount\n2026-11-03,-92.00\n2026-02-30,-1.005\n11/03/2026,\n2026-11-05,12;50\n'
  const { lines, faults } = await readStatement(csv, simple)
  expect(lines).toEqual([])
  expect(faults).toEqual([
    fault(3, 'Amount', /'-1\.005' is no amount/),
    fault(3, 'Date', /'2026-02-30' is no date like YYYY-MM-DD/),
    fault(4, 'Amount', 'The amount is empty.'),
    fault(4, 'Date', /is no date/),
    fault(5, 'Amount', /'12;50' is no amount/),
  ])
})

test('a missing column, a quote without end, an empty file and another currency are faults', async () => {
  expect((await readStatement('Day,Amount\n2026-11-03,1', simple)).faults).toEqual([
    fault(1, 'Date', "The file has no column 'Date'."),
  ])
  expect((await readStatement('Date,Amount\n"2026-11-03,1', simple)).faults).toEqual([fault(2, '', /does not end/)])
  expect((await readStatement('Date,Amount\n', simple)).faults).toEqual([fault(1, '', 'The file has no lines.')])
  const withCurrency = { ...simple, currency: 'Currency' }
  expect((await readStatement('Date,Amount,Currency\n2026-11-03,1,EUR', withCurrency)).faults).toEqual([
    fault(2, 'Currency', "This line is in 'EUR'. Import lines in USD only."),
  ])
})

test('equal lines of one file have keys of their own, which another file repeats', async () => {
  const csv = 'Date,Amount\n2026-11-03,-15\n2026-11-03,-15\n'
  const keys = async () => keyedLines((await readStatement(csv, simple)).lines, 0).map(({ key }) => key)
  expect(new Set(await keys()).size).toBe(2)
  expect(await keys()).toEqual(await keys())
})
