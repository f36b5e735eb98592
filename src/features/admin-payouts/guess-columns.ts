import type { DateFormat } from '#shared/statement.ts'
import type { FileColumns, StatementFormat } from '#shared/statement-schema.ts'

/** An empty text is no column. */
export type ChosenColumns = {
  date: string
  dateFormat: DateFormat
  decimal: '.' | ','
  amount: string
  debit: string
  credit: string
  reference: string
  description: string
  details: string
  fee: string
  balance: string
  currency: string
}

const names: Readonly<Record<Exclude<keyof ChosenColumns, 'dateFormat' | 'decimal'>, RegExp>> = {
  date: /^(date|posting date|posted date|transaction date|booking date)$/i,
  amount: /^(amount|gross|transaction amount)$/i,
  debit: /^(debit|withdrawals?|money out|paid out)$/i,
  credit: /^(credit|deposits?|money in|paid in)$/i,
  reference: /^(reference|reference number|transaction id|ref|check or slip #)$/i,
  description: /^(description|memo|payee|narrative|type)$/i,
  details: /^(details|name|notes?)$/i,
  fee: /^fees?$/i,
  balance: /^((running |account )?bal(ance)?\.?)$/i,
  currency: /^currency$/i,
}

/** By the usual names of columns and the first lines of the file. */
export function guessColumns({ columns, rows }: FileColumns): ChosenColumns {
  const nameOf = (pattern: RegExp) => columns.find((column) => pattern.test(column)) ?? ''
  const found = Object.fromEntries(Object.entries(names).map(([field, pattern]) => [field, nameOf(pattern)]))
  const chosen = { ...found, dateFormat: 'MM/DD/YYYY', decimal: '.' } as ChosenColumns
  const cellsOf = (column: string) => rows.map((row) => row[columns.indexOf(column)] ?? '')
  const dates = cellsOf(chosen.date)
  const amounts = cellsOf(chosen.amount || chosen.debit)
  return {
    ...chosen,
    dateFormat: dateFormatOf(dates),
    decimal: amounts.some((cell) => /,\d{1,2}$/.test(cell)) ? ',' : '.',
    ...(chosen.amount && { debit: '', credit: '' }),
  }
}

function dateFormatOf(cells: readonly string[]): DateFormat {
  if (cells.some((cell) => /^\d{4}-/.test(cell))) return 'YYYY-MM-DD'
  if (cells.some((cell) => /^\d{1,2}\./.test(cell))) return 'DD.MM.YYYY'
  return cells.some((cell) => Number(cell.split('/')[0]) > 12) ? 'DD/MM/YYYY' : 'MM/DD/YYYY'
}

export function formatOf(chosen: ChosenColumns): StatementFormat {
  const { date, dateFormat, decimal, ...optional } = chosen
  const present = Object.entries(optional).filter(([, column]) => column !== '')
  return { date, dateFormat, decimal, ...Object.fromEntries(present) }
}

export function chosenOf(format: StatementFormat): ChosenColumns {
  const none = { amount: '', debit: '', credit: '', reference: '', description: '', details: '', fee: '' }
  return { ...none, balance: '', currency: '', ...format }
}
