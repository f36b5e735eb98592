import Papa from 'papaparse'
import { nextTurn } from './clock.ts'

/** A line of a CSV file; `line` is where it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] }
/** `unclosedAt` is the line of a quote without an end, or with text between its end and the next cell. */
type CsvFile = { rows: CsvRow[]; unclosedAt: number | undefined }

const ROWS_PER_TURN = 500

/** Reads a CSV file (RFC 4180) up to `unclosedAt`, without empty lines. Other calls have a turn after each 500 rows. */
export async function parseCsv(text: string, delimiter = ','): Promise<CsvFile> {
  const rows: CsvRow[] = []
  let rest = text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '')
  for (let line = 1; rest !== ''; await nextTurn()) {
    // In its fast mode the cursor is a row too far.
    const options = { delimiter, newline: '\n', preview: ROWS_PER_TURN, fastMode: false } as const
    const { data, errors, meta } = Papa.parse<string[]>(rest, options)
    const unclosedAt = errors[0] && line + lineEndsIn(rest.slice(0, errors[0].index))
    for (const cells of data.slice(0, errors[0]?.row)) {
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
      line += 1 + lineEndsIn(cells.join(''))
    }
    if (unclosedAt !== undefined) return { rows, unclosedAt }
    rest = rest.slice(meta.cursor)
  }
  return { rows, unclosedAt: undefined }
}

const lineEndsIn = (text: string) => text.split('\n').length - 1
