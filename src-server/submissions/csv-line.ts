/** Excel detects UTF-8 only with this mark. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Spreadsheets run a cell that begins like this as a formula, also after blanks and in full-width forms. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Blanks, quotes and semicolons, with the character behind them if it begins a formula. */
const gap = /[\s";]+[=+\-@＝＋－＠]?/g

/** Spreadsheets change these: zeros at the start are lost, long numbers become powers of ten. */
const changed = [
  /^[0０]\p{Nd}[\p{Nd}\s.,]*$/u,
  /^\p{Nd}{12,}$/u,
  /^\p{Nd}+(?:\.\p{Nd}+)?e[+-]?\p{Nd}+$/iu,
  /^\p{Nd}{1,4}[-/]\p{Nd}{1,2}(?:[-/]\p{Nd}{1,4})?$/u,
  /^\p{Nd}{1,2}\.\p{Nd}{1,2}\.\p{Nd}{1,4}$/u,
]

/** A number with two decimals in the file. */
type CsvCents = { cents: number }
/** A day like '2026-11-30', which a spreadsheet may read as a date. */
type CsvDay = { day: string }
/** What is null or absent is an empty cell. */
export type CsvCell = string | number | CsvCents | CsvDay | null | undefined

export const centsCell = (cents: number | null | undefined): CsvCell => (typeof cents === 'number' ? { cents } : cents)

/** One line (RFC 4180). A text that a spreadsheet would run or change gets an apostrophe in front. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'day' in cell ? cell.day : (cell.cents / 100).toFixed(2)
  const inside = cell.replace(gap, escapedGap)
  const harmless = formula.test(inside) || changed.some((form) => form.test(inside.trim())) ? `'${inside}` : inside
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Where the list separator is a semicolon, what follows it, a tab or a line end is a cell of its own. */
function escapedGap(text: string): string {
  if (/[\s";]$/.test(text)) return text
  const start = Math.max(text.lastIndexOf(';'), 0)
  return text.slice(0, start) + text.slice(start).replace(/[;\t\r\n]/g, "$&'")
}
