import Papa from 'papaparse'
import { nextTurn } from './clock.ts'

/** A line of a CSV file; `line` is where it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] }
/** `unclosedAt` is the line of a quote without an end, or with text between its end and the next cell. */
type CsvFile = { rows: CsvRow[]; unclosedAt: number | undefined }

const ROWS_PER_TURN = 500
const separators = [',', ';', '\t', '|']

/**
 * Reads a CSV file (RFC 4180) up to `unclosedAt`, by the separator that its lines have, without empty rows.
 * `asBanksWrite` takes quotes within a quoted cell of one line as letters, and keeps rows of empty cells. Other calls
 * have a turn after each 500 rows.
 */
export async function parseCsv(text: string, { asBanksWrite = false } = {}): Promise<CsvFile> {
  const rows: CsvRow[] = []
  let rest = text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '')
  const delimiter = separatorOf(rest)
  for (let line = 1; rest !== ''; await nextTurn()) {
    // In its fast mode the cursor is a row too far.
    const options = { delimiter, newline: '\n', preview: ROWS_PER_TURN, fastMode: false } as const
    const { data, errors, meta } = Papa.parse<string[]>(rest, options)
    const isLetter = ({ code, row = 0 }: Papa.ParseError) =>
      asBanksWrite && code === 'InvalidQuotes' && !data[row]?.some((cell) => cell.includes('\n'))
    const error = errors.find((each) => !isLetter(each))
    const unclosedAt = error && line + lineEndsIn(rest.slice(0, error.index))
    for (const cells of data.slice(0, error?.row)) {
      if (cells.some((cell) => cell.trim() !== '') || (asBanksWrite && cells.length > 1)) rows.push({ line, cells })
      line += 1 + lineEndsIn(cells.join(''))
    }
    if (unclosedAt !== undefined) return { rows, unclosedAt }
    rest = rest.slice(meta.cursor)
  }
  return { rows, unclosedAt: undefined }
}

const lineEndsIn = (text: string) => text.split('\n').length - 1

/** The separator outside of quotes that most of the first lines have; of two, the one that they have more often. */
function separatorOf(text: string) {
  const lines = text
    .slice(0, 4_000)
    .replace(/"[^"]*"/g, '')
    .split('\n')
  const counts = separators.map((mark) => ({
    mark,
    lines: lines.filter((line) => line.includes(mark)).length,
    all: lines.reduce((sum, line) => sum + line.split(mark).length - 1, 0),
  }))
  return counts.toSorted((one, other) => other.lines - one.lines || other.all - one.all)[0]?.mark ?? ','
}
