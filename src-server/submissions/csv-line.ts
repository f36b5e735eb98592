/** Spreadsheets run what begins like this as a formula, also behind blanks and in its full-width forms. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** The same behind what ends a cell where lists are separated by semicolons, quotes or not. */
const formulaBehind = /([;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g

/**
 * One line of a CSV file (RFC 4180), its line end included. A text that a spreadsheet would run gets an apostrophe in
 * front, which shows it as text, wherever a spreadsheet may begin a cell; numbers are ours and stay numbers.
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
