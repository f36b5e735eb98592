import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test('joins plain cells with commas and ends the line with CR LF', () => {
  expect(csvLine(['GCE-1', 92.5, '', 'Zoë'])).toBe('GCE-1,92.5,,Zoë\r\n')
})

test('quotes commas, quotes and line ends', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'x\ry'])).toBe('"a,b","say ""hi""","two\nlines","x\ry"\r\n')
})

test.each(['=1+1', '+1 555', '-2', '@sum(a1)', '\t1', ' =1', '＝1', '－1'])(
  'escapes %j so that it is not run as a formula',
  (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`)
  },
)

test('escapes and quotes a cell that begins with a line end', () => {
  expect(csvLine(['\r=cmd', '\n=cmd'])).toBe(`"'\r'=cmd","'\n'=cmd"\r\n`)
  expect(csvLine(['\t=1'])).toBe("'\t'=1\r\n")
})

test('puts the apostrophe of a quoted formula inside the quotes', () => {
  expect(csvLine(['=HYPERLINK("http://x",1)'])).toBe('"\'=HYPERLINK(""http://x"",1)"\r\n')
})

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x; "=1+1"', `"x;' ""=1+1"""`],
  ['Dana\n=1+1', `"Dana\n'=1+1"`],
  ['Dana\t@sum(a1)', "Dana\t'@sum(a1)"],
])('escapes %j for spreadsheets with semicolons as separators', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test.each([
  '0049301234567',
  '030 1234567',
  '00000123',
  '491701234567890',
  '12345678901234567',
  '1E5',
  '12e-3',
  '1-2',
  '3/4/26',
  '10.11.26',
  '００４９',
])('marks %j as text, which a spreadsheet would read as another number or as a date', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`)
})

test.each([
  '5550100199',
  '555-010-0199',
  '(555) 010-0199',
  '12',
  '0',
  '0.5',
  '92.50',
  'GCE-1',
  '1 Main Street',
  '2026-11-25T10:00:00.000Z',
])('leaves %j as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`)
})

test('leaves no formula after a semicolon, tab or line end', () => {
  const text = fc
    .array(fc.constantFrom(...';\t\r\n"\' =+-@＝,', 'x', '1'), { maxLength: 12 })
    .map((all) => all.join(''))
  const property = fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (given) => {
    const begun = csvLine(given)
      .slice(0, -2)
      .split(/[;\t\r\n]/)
      .slice(1)
      .map((cell) => cell.replace(/^[\s"]+/, ''))
    expect(begun.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
  })
  fc.assert(property, { seed: 20_261_122, numRuns: 10_000 })
})

test('keeps a negative number a number', () => {
  expect(csvLine([-5])).toBe('-5\r\n')
})

/** Parses a line of CSV as RFC 4180 says. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/y
  for (let end = ''; end !== '\r\n'; ) {
    const [, quoted, plain = '', after = '\r\n'] = cell.exec(line) ?? []
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    end = after
  }
  return cells
}

test('preserves any cell for a CSV reader and leaves no formula', () => {
  const start = fc.constantFrom(
    '',
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    ' =',
    '\u00a0+',
    '\ufeff=',
    '＝',
    '＋',
    '－',
    '＠',
    "'=",
    '"=',
  )
  const text = fc.tuple(start, fc.string({ unit: 'binary', maxLength: 20 })).map((parts) => parts.join(''))
  const pieces = fc.oneof(
    text,
    fc.array(fc.constantFrom(...',"\'\r\n\t =+-@;|', 'x'), { maxLength: 8 }).map((all) => all.join('')),
  )
  const property = fc.property(fc.array(pieces, { minLength: 1, maxLength: 4 }), (given) => {
    const cells = cellsOf(csvLine(given))
    const isFormula = (cell: string) => /^[=+\-@＝＋－＠\t\r\n]/.test(cell.trimStart()) || /^[\t\r\n]/.test(cell)
    expect(cells.filter(isFormula)).toEqual([])
    const plain = (cell: string) => cell.replace(/(^|[;\t\r\n])'+/g, '$1')
    expect(cells.map(plain)).toEqual(given.map(plain))
  })
  fc.assert(property, { seed: 20_261_121, numRuns: 10_000 })
})
