/** Excel detects UTF-8 only with this mark at the start of a file. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Spreadsheets run a cell that begins like this as a formula, also after blanks and in full-width forms. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** The same, after a character that ends a cell where the list separator is a semicolon, quoted or not. */
const formulaBehind = /([;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g

/**
 * Returns one line of a CSV file (RFC 4180), including its line end. A text that a spreadsheet would run as a formula
 * gets an apostrophe in front. Numbers are never user input.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const inside = cell.replace(formulaBehind, "$1'")
  const harmless = formula.test(inside) ? `'${inside}` : inside
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
