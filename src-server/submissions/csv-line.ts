/** Spreadsheets run what begins like this as a formula, also behind blanks and in its full-width forms. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * One line of a CSV file (RFC 4180), its line end included. A text that a spreadsheet would run gets an apostrophe in
 * front, which shows it as text; numbers are ours and stay numbers.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
