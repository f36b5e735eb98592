import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StatementFormat } from '#shared/statement-schema.ts'
import { keyedLines } from './line-keys.ts'
import { readStatement } from './read-statement.ts'

const simple: StatementFormat = { date: 'Date', dateFormat: 'MM/DD/YYYY', decimal: '.', amount: 'Amount' }
const read = (text: string, format: StatementFormat | undefined = simple) => readStatement(text, format, '2026-12-31')
/** The days with the cents of the lines. */
const movesOf = async (text: string, format?: StatementFormat) =>
  (await read(text, format)).lines.map(({ bookedOn, amountCents }) => [bookedOn, amountCents])

test.each([
  ['-1,234.50', -123_450],
  ['(12.00)', -1200],
  ['($12.00)', -1200],
  ['$-92.00', -9200],
  ['- $ 92.00', -9200],
  ['$5', 500],
  ['US$5', 500],
  ['12.00-', -1200],
  ['+3.5', 350],
  ['-.50', -50],
  ['\u22127.10', -710],
  ['\u20137.10', -710],
  ['-92.0000', -9200],
  ['1,092.000', 109_200],
  ['92.00 DR', -9200],
  ['92.00CR', 9200],
  ['DR 92.00', -9200],
  ["1'234.50", 123_450],
  ['1\u202f234.50', 123_450],
  ['1\u00a0234\u00a0567.50', 123_456_750],
  ['\u200e-92.00\u200b', -9200],
])('the amount %s is %i cents', async (amount, cents) => {
  expect(await movesOf(`Date,Amount\n11/03/2026,"${amount}"`)).toEqual([['2026-11-03', cents]])
})

test.each(['1.234', '-1.005', '1,23', '12,34.50', '1.000', '(5.00', '-5.00-', '1 2', '5.00 XX', '5.00 OUT'])(
  'the amount %s is a fault, not a guess',
  async (amount) => {
    const { faults } = await read(`Date,Amount\n11/03/2026,"${amount}"`)
    expect(faults).toEqual([
      { line: 2, column: 'Amount', message: expect.stringMatching(/is no amount like|can be 1 or 1000/) },
    ])
  },
)

test.each([
  ['11/30/2026', 'MM/DD/YYYY'],
  ['11-30-26', 'MM/DD/YYYY'],
  ['11302026', 'MM/DD/YYYY'],
  ['11/30/2026 14:05:11 PST', 'MM/DD/YYYY'],
  ['Nov 30, 2026', 'MM/DD/YYYY'],
  ['Monday, November 30 2026', 'MM/DD/YYYY'],
  ['30/11/2026', 'DD/MM/YYYY'],
  ['30.11.26', 'DD/MM/YYYY'],
  ['30-Nov-2026', 'DD/MM/YYYY'],
  ['30Nov26', 'DD/MM/YYYY'],
  ['Mon 30 Nov 2026', 'MM/DD/YYYY'],
  ['301126', 'DD.MM.YYYY'],
  ['30 11 2026', 'DD.MM.YYYY'],
  ['2026-11-30T23:59:00Z', 'YYYY-MM-DD'],
  ['2026/11/30', 'YYYY-MM-DD'],
  ['20261130', 'YYYY-MM-DD'],
  ['26-11-30', 'YYYY-MM-DD'],
  ['2026-Nov-30', 'YYYY-MM-DD'],
] as const)('the date %s is read by the order of %s', async (date, dateFormat) => {
  expect(await movesOf(`Date,Amount\n"${date}",-1`, { ...simple, dateFormat })).toEqual([['2026-11-30', -100]])
})

test.each(['2026-02-30', '11/03/2026', '2026-11', '2026-11-03 Total', '2027-01-02', '1999-11-03'])(
  'the date %s is a fault',
  async (date) => {
    const { faults } = await read(`Date,Amount\n${date},-1`, { ...simple, dateFormat: 'YYYY-MM-DD' })
    expect(faults).toEqual([
      { line: 2, column: 'Date', message: expect.stringMatching(/is no date like|later than tomorrow/) },
    ])
  },
)

const line = (description: string, more: object = {}) => ({
  ...{ line: 1, bookedOn: '2026-11-03', amountCents: -1500, feeCents: 0, balanceCents: null, reference: '' },
  ...{ description, ...more },
})
const keysOf = async (...texts: string[]) =>
  (
    await keyedLines(
      texts.map((text) => line(text)),
      0,
    )
  ).map(({ key }) => key)

test('equal lines of one file have keys of their own, which another file repeats', async () => {
  const keys = await keysOf('FEE', 'FEE')
  expect(new Set(keys).size).toBe(2)
  expect(await keysOf('FEE', 'FEE')).toEqual(keys)
})

test('white space, punctuation and case of the text are no part of a key', async () => {
  expect(await keysOf('ZELLE  TO DANA; Conf# a1')).toEqual(await keysOf('Zelle to Dana;Conf #A1 '))
  expect(await keysOf('ZELLE TO DANA')).not.toEqual(await keysOf('ZELLE TO TOM'))
})

test('a line has also the key that lines had before keys were folded', async () => {
  const [keyed] = await keyedLines([line('ZELLE TO DANA')], 0)
  const former = `${JSON.stringify(['2026-11-03', -1500, 0, 'zelle to dana'])} 1`
  expect(keyed?.formerKey).toBe(createHash('sha256').update(former).digest('base64url').slice(0, 22))
})

test('lines are keyed oldest first, by their days or by what their balances say', async () => {
  const lines = [line('B', { balanceCents: 7000 }), line('A', { balanceCents: 8500 })]
  const texts = async (startCents: number) =>
    (await keyedLines(lines, startCents)).map(({ description }) => description)
  expect(await texts(10_000)).toEqual(['A', 'B'])
  const later = [line('NEW', { bookedOn: '2026-11-04' }), line('OLD')]
  expect((await keyedLines(later, 0)).map(({ description }) => description)).toEqual(['OLD', 'NEW'])
})
