/** A line of a CSV file; `line` is where it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] }

/**
 * Reads a CSV file (RFC 4180) with any kind of line end, with or without a byte order mark. Empty lines are left out.
 * `unclosedAt` is the line of a quote that does not end. `separator` is one character.
 */
export function parseCsv(text: string, separator = ','): { rows: CsvRow[]; unclosedAt: number | undefined } {
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, cells: [] }
  let cell = ''
  let quoteLine: number | undefined
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const endCell = () => {
    row.cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] as string
    if (letter === '\n') line++
    if (quoteLine !== undefined) {
      if (letter !== '"') cell += letter
      else if (source[at + 1] === '"') cell += source[++at]
      else quoteLine = undefined
    } else if (letter === '"' && cell === '') quoteLine = line
    else if (letter === separator) endCell()
    else if (letter === '\n') endRow()
    else cell += letter
  }
  endRow()
  return { rows, unclosedAt: quoteLine }
}
