import { expect, test } from 'vitest'
import { payPalFormat } from '#shared/statement.ts'
import type { StatementFormat } from '#shared/statement-schema.ts'
import { bankFormat, bankStatement, payPalActivity } from '../../../testing/test-support/statement-files.ts'
import { readFileColumns } from './read-columns.ts'
import { readStatement } from './read-statement.ts'

const simple: StatementFormat = { date: 'Date', dateFormat: 'MM/DD/YYYY', decimal: '.', amount: 'Amount' }
const withText = { ...simple, description: 'Description' }
const read = (text: string, format: StatementFormat | undefined = simple) => readStatement(text, format, '2026-12-31')
const fault = (line: number, column: string, message: string | RegExp) => ({
  ...{ line, column, message: typeof message === 'string' ? message : expect.stringMatching(message) },
})
/** The days with the cents of the lines. */
const movesOf = async (text: string, format?: StatementFormat) =>
  (await read(text, format)).lines.map(({ bookedOn, amountCents }) => [bookedOn, amountCents])

test('reads a bank file with a summary above the header, which is counted', async () => {
  const csv = bankStatement(100_000, [
    { day: '2026-11-03', text: 'WIRE PO-1', cents: -9200 },
    { day: '2026-11-04', text: 'DEPOSIT, CASH', cents: 120_050 },
  ])
  const { lines, faults, leftOut } = await read(csv, bankFormat)
  expect(faults).toEqual([])
  expect(lines).toMatchObject([
    { bookedOn: '2026-11-04', amountCents: 120_050, balanceCents: 210_850, description: 'DEPOSIT, CASH', line: 4 },
    { bookedOn: '2026-11-03', amountCents: -9200, balanceCents: 90_800, description: 'WIRE PO-1', line: 5 },
  ])
  expect(leftOut).toEqual([{ line: 1, reason: 'above the names of the columns' }])
  expect(await readFileColumns(csv, false)).toMatchObject({
    columns: ['Date', 'Description', 'Amount', 'Running Bal.'],
  })
})

test("reads PayPal's activity: gross, fee, our number, and only completed debits and credits in dollars", async () => {
  const line = { day: '2026-11-03', type: 'Mass Pay Payment', name: 'Dana Reyes', gross: -9200, fee: -184 }
  const csv = payPalActivity(10_000, [
    { ...line, transactionId: '8RX12345AB', customNumber: 'PO-7K3M9Q2XVB' },
    { ...line, transactionId: '8RX12345AC', status: 'Pending' },
    { ...line, transactionId: '8RX12345AD', impact: 'Memo' },
    { ...line, transactionId: '8RX12345AE', currency: 'EUR' },
  ])
  const { lines, faults, leftOut } = await read(csv, payPalFormat)
  expect(faults).toEqual([])
  expect(lines).toMatchObject([
    {
      ...{ bookedOn: '2026-11-03', amountCents: -9200, feeCents: -184, balanceCents: 616 },
      ...{ reference: '8RX12345AB', description: 'Mass Pay Payment · Dana Reyes · PO-7K3M9Q2XVB' },
    },
  ])
  expect(leftOut.map(({ reason }) => reason)).toEqual([
    'in EUR',
    "with the balance impact 'Memo'",
    "with the status 'Pending'",
  ])
})

const euro: StatementFormat = {
  ...{ date: 'Datum', dateFormat: 'DD.MM.YYYY', decimal: ',' },
  ...{ debit: 'Soll', credit: 'Haben', reference: 'Referenz', fee: 'Entgelt' },
}

test('reads columns of money out and money in, semicolons and decimal commas', async () => {
  const csv = 'Datum;Soll;Haben;Referenz;Entgelt\n03.11.2026;1.092,50;;W-1;1,5\n04.11.2026;;-92,00;W-2;\n'
  expect((await read(csv, euro)).lines).toMatchObject([
    { bookedOn: '2026-11-03', amountCents: -109_250, feeCents: -150, reference: 'W-1' },
    { bookedOn: '2026-11-04', amountCents: 9200, feeCents: 0, reference: 'W-2' },
  ])
})

test('rows without a date or an amount are left out with their lines: balances, totals, notes, a repeated header', async () => {
  const csv = `Description,,Summary Amt.
Ending balance as of 11/30/2026,,"908.00"

DATE , description,AMOUNT,Running  Bal.,,,
11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"
11/05/2026,Zelle payment,-92.00,908.00,,,
Date,Description,Amount,Running Bal.
Total,,-92.00
,,,
* 3 pending payments are not listed
`
  const { lines, leftOut, faults } = await read(csv, { ...withText, balance: 'Running Bal.' })
  expect(faults).toEqual([])
  expect(lines).toMatchObject([{ line: 6, amountCents: -9200, description: 'Zelle payment' }])
  expect(leftOut.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    ...['1 above the names of the columns', '2 above the names of the columns', '5 without an amount'],
    ...['7 without a date', '8 without a date', '9 without a date', '10 without a date'],
  ])
})

test('every fault is named by its line and column, and no line is returned', async () => {
  const csv = 'Date,Amount\n11/03/2026,-92.00\n02/30/2026,-1.005\n11/05/2026,12;50\n11/05/2026,Zelle, thanks\n'
  const { lines, faults } = await read(csv)
  expect(lines).toEqual([])
  expect(faults).toEqual([
    fault(3, 'Date', /'02\/30\/2026' is no date like MM\/DD\/YYYY/),
    fault(3, 'Amount', /'-1\.005' is no amount/),
    fault(4, 'Amount', /'12;50' is no amount/),
    fault(5, '', /This line has 3 fields and the header 2/),
  ])
})

test.each([
  ['Day,Amount\n11/03/2026,1', fault(1, 'Date', "The file has no column 'Date'. Choose the columns.")],
  ['Date,Amount\n"11/03/2026,1', fault(2, '', /does not end/)],
  ['Date,Amount\n', fault(1, '', 'The file has no lines.')],
  ['Date,Amount\nTotal,5\n', fault(1, 'Date', /No line has a date and an amount/)],
  ['%PDF-1.7\n...', fault(1, '', /PDF.*CSV, or as OFX/)],
  ['PK\u0003\u0004\u0014\u0000', fault(1, '', /XLSX.*CSV/)],
  ['<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">', fault(1, '', /CAMT.*CSV/)],
  [':20:STARTUMS\n:25:1234', fault(1, '', /MT940.*CSV/)],
  ['!Type:Bank\nD11/03/2026', fault(1, '', /QIF.*CSV/)],
  ['<html><table>', fault(1, '', /page.*CSV/)],
])('the file %j is a fault as a whole', async (text, expected) => {
  expect((await read(text)).faults).toEqual([expected])
})

const typed = 'Description,Date,Type,Amount\nZELLE,11/05/2026,Debit,92\nDEPOSIT,11/06/2026,Credit,50\n'

test('words of direction beside amounts without a sign are asked for, and then give the sign', async () => {
  expect((await read(typed)).faults).toEqual([fault(1, 'Type', /Which of 'Debit', 'Credit' is money out/)])
  const directed = { ...simple, direction: 'Type', outWords: ['DEBIT'], inWords: ['Credit'] }
  expect(await movesOf(typed, directed)).toEqual([
    ['2026-11-05', -9200],
    ['2026-11-06', 5000],
  ])
  const { faults } = await read(typed.replace('Debit', 'Check'), directed)
  expect(faults).toEqual([fault(2, 'Type', /Is 'Check' money out or money in/)])
  expect(await movesOf(typed.replace('Debit,92', 'Debit,-92'))).toMatchObject([{ 1: -9200 }, { 1: 5000 }])
})

test('only lines with the words of the status count', async () => {
  const csv = 'Date,Status,Amount\n11/05/2026,PAYMENT FAILED,-92.00\n11/06/2026,payment  complete,-5.00\n'
  const format = { ...simple, status: 'Status', statusWords: ['PAYMENT COMPLETE'] }
  expect(await movesOf(csv, format)).toEqual([['2026-11-06', -500]])
  expect((await read(csv, format)).leftOut).toEqual([{ line: 2, reason: "with the status 'PAYMENT FAILED'" }])
})

test('other currencies are left out, of their column and of the amount', async () => {
  const csv = 'Date,Amount,Currency\n11/05/2026,-1,EUR\n11/05/2026,€2,USD\n11/05/2026,CA$3,USD\n11/05/2026,4,usd\n'
  const { lines, leftOut } = await read(csv, { ...simple, currency: 'Currency' })
  expect(lines).toMatchObject([{ amountCents: 400 }])
  expect(leftOut.map(({ reason }) => reason)).toEqual(['in EUR', 'in €', 'in CA$'])
})

test('says when day and month can be exchanged in every line', async () => {
  const exchangeable = async (...dates: string[]) =>
    (await read(`Date,Amount\n${dates.map((date) => `${date},-1\n`).join('')}`)).canExchangeDays
  expect(await exchangeable('11/11/2026', '01/12/2026')).toBe(true)
  expect(await exchangeable('11/11/2026', '01/13/2026')).toBe(false)
  expect(await exchangeable('11/11/2026')).toBe(false)
  expect(await exchangeable('Jan 12, 2026')).toBe(false)
})

test('a file without a header is read by the numbers of its columns', async () => {
  const csv = '"11/05/2026","-92.00","*","","ZELLE TO DANA"\n"11/06/2026","-46.00","*","","ZELLE TO TOM"\n'
  expect(await readFileColumns(csv, false)).toMatchObject({ isPayment: true, columns: { 0: '11/05/2026' } })
  expect(await readFileColumns(typed, false)).toMatchObject({ isPayment: false })
  expect(await readFileColumns(csv, true)).toMatchObject({
    columns: ['1', '2', '3', '4', '5'],
    rows: [{ 4: 'ZELLE TO DANA' }, { 4: 'ZELLE TO TOM' }],
  })
  const format: StatementFormat = { ...simple, noHeader: true, date: '1', amount: '2', description: '5' }
  expect((await read(csv, format)).lines).toMatchObject([
    { line: 1, amountCents: -9200, description: 'ZELLE TO DANA' },
    { line: 2, amountCents: -4600 },
  ])
})

test('the columns come with their words, if these are few', async () => {
  expect((await readFileColumns(typed, false)).words).toEqual([['ZELLE', 'DEPOSIT'], [], ['Debit', 'Credit'], []])
})
