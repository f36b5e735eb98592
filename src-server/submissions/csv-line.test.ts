import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setStaffActive, updateStaff } from '../accounts/staff-accounts.ts'
import { noRequest } from '../audit/audit-queries.ts'
import { asServer } from '../platform/db/database.ts'
import { seedQueue } from '../testing/bench/seed-queue.ts'
import { listening } from '../testing/test-support/socket-page.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { batchesByIds, batchesOf, type CsvColumns, csvLine, csvOf } from './csv-file.ts'

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

type Row = { id: number; name: string | null }
const columns: CsvColumns<Row> = { Number: ({ id }) => id, Name: ({ name }) => name }
const rows = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: null }))

async function all<Each>(pieces: AsyncIterable<Each>): Promise<Each[]> {
  const list: Each[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

test('writes the names of the columns, then the lines of each batch that has rows', async () => {
  const batches = [[{ id: 1, name: '=1' }], [], [{ id: 2, name: null }]]
  expect(await all(csvOf(columns, batches))).toEqual(['\ufeffNumber,Name\r\n', "1,'=1\r\n", '2,\r\n'])
})

test('reads a batch only when the one before it was consumed, and stops at one that is not full', async () => {
  const read: (number | undefined)[] = []
  const batches = batchesOf(async (after: Row | undefined, limit) => {
    read.push(after?.id)
    return after ? rows(after.id + 1, 3) : rows(1, limit)
  })
  const pieces = csvOf(columns, batches)
  await pieces.next()
  await pieces.next()
  expect(read).toEqual([undefined])
  expect((await all(pieces)).join('')).toBe('501,\r\n502,\r\n503,\r\n')
  expect(read).toEqual([undefined, 500])
})

test('reads ids in batches, in their order', async () => {
  const ids = Array.from({ length: 501 }, (_, at) => String(at))
  const batches = await all(batchesByIds(ids, async (some) => some))
  expect(batches.map(({ length }) => length)).toEqual([500, 1])
  expect(batches.flat()).toEqual(ids)
})

const URL = '/api/admin/submissions.csv'

test.each<[string, (app: TestApp, reviewerId: string) => Promise<unknown>]>([
  [
    'is disabled',
    ({ ctx }, id) => setStaffActive(asServer(ctx), { id: 'owner', ...noRequest }, { id, isActive: false }),
  ],
  [
    'gets another role',
    ({ ctx }, id) => updateStaff(asServer(ctx), { id: 'owner', ...noRequest }, { id, name: 'x', role: 'support' }),
  ],
])('aborts the response incomplete when its reviewer %s', async (_, end) => {
  await using app = await createTestApp()
  await seedQueue(app.ctx, 2_500, 60_000)
  const reviewer = await app.colleague('reviewer')
  const { host } = await listening(app)
  const ended = afterFirstPiece(app, () => end(app, reviewer.id))
  const received = await new Promise<{ isComplete: boolean; text: string }>((resolve) => {
    get(`http://${host}${URL}`, { headers: { cookie: reviewer.cookie } }, (response) => {
      let text = ''
      response.on('data', (piece) => {
        text += piece
      })
      response.on('error', () => undefined)
      response.once('close', () => resolve({ isComplete: response.complete, text }))
    })
  })
  await ended
  expect(received.isComplete).toBe(false)
  expect(received.text).toContain('Submission ID')
  expect(received.text.split('\r\n').length).toBeLessThan(2_500)
  expect((await app.request('GET', URL, { as: reviewer })).statusCode).toBe(401)
})

/**
 * Sends the first piece of the next response and no further one until `work` is done. The network alone would accept
 * the whole file. Resolves as `work` does.
 */
function afterFirstPiece({ server }: TestApp, work: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    server.server.prependOnceListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      const { write } = response
      response.write = (piece: string) => {
        response.write = write
        response.write(piece)
        work()
          .finally(() => response.emit('drain'))
          .then(resolve, reject)
        return false
      }
    })
  })
}
