import { STATEMENT_MAX_LINES } from '#shared/statement.ts'
import type { StatementFormat } from '#shared/statement-schema.ts'
import { nextTurn } from '../../../platform/clock.ts'
import { type CsvRow, parseCsv } from '../../../platform/parse-csv.ts'
import { looksLikeDay, otherCurrencyIn, plain, type Read, readCents, readDay } from './read-cell.ts'
import { findDirection, findHeader, folded, MAX_COLUMNS, usedCells } from './read-columns.ts'
import {
  emptyFile,
  faultyFile,
  isOfx,
  joinedText,
  otherKind,
  REFERENCE_LENGTH,
  type ReadFile,
  type ReadLine,
  tooLate,
  tooLong,
} from './read-file.ts'
import { readOfx } from './read-ofx.ts'

const CELL_MAX_LENGTH = 1_000
const ROWS_PER_TURN = 250

/**
 * Reads a statement, with these columns unless it is OFX. Rows that are no bookings are left out with the reason. A day
 * after `lastDay` is a fault.
 */
export async function readStatement(
  text: string,
  format: StatementFormat | undefined,
  lastDay: string,
): Promise<ReadFile> {
  const other = otherKind(text)
  if (other !== undefined) return faultyFile(1, other)
  if (isOfx(text)) return readOfx(text, lastDay)
  if (!format) return faultyFile(1, 'Choose the columns of the file first.')
  const { rows, unclosedAt } = await parseCsv(text, { asBanksWrite: true })
  if (unclosedAt !== undefined) return faultyFile(unclosedAt, 'A quote begins here and does not end.')
  const found = findHeader(rows, format)
  if (Array.isArray(found)) return { ...emptyFile(), faults: found }
  const { at, names } = found
  const header = rows[at]
  const line = header?.line ?? 1
  const body = rows.slice(at + 1)
  if (names.length > MAX_COLUMNS) return faultyFile(line, `The header has ${names.length} columns.`)
  if (body.length === 0) return faultyFile(line, 'The file has no lines.')
  if (body.length > STATEMENT_MAX_LINES) return faultyFile(line, tooLong(body.length))
  const reader = new RowReader(names, format, lastDay)
  for (const above of rows.slice(0, Math.max(at, 0))) reader.leaveOut(above, 'above the names of the columns')
  for (const [index, row] of body.entries()) {
    if (index % ROWS_PER_TURN === 0) await nextTurn()
    reader.read(row)
  }
  return reader.result(body, line, header?.cells ?? names)
}

/** Reads the rows of one file, and keeps what it has found. */
class RowReader {
  readonly #names: readonly string[]
  readonly #format: StatementFormat
  readonly #lastDay: string
  readonly #isPayPal: boolean
  readonly #found = emptyFile()
  #exchangeable = 0
  #unlike = 0
  #isAnySigned = false

  constructor(names: readonly string[], format: StatementFormat, lastDay: string) {
    this.#names = names
    this.#lastDay = lastDay
    this.#isPayPal = ['gross', 'fee', 'transaction id', 'status'].every((name) => names.includes(name))
    const isKnown = this.#isPayPal && format.status === undefined
    this.#format = isKnown ? { ...format, status: 'status', statusWords: ['Completed'] } : format
  }

  leaveOut({ line }: CsvRow, reason: string) {
    this.#found.leftOut.push({ line, reason })
  }

  read(row: CsvRow) {
    const format = this.#format
    const cellOf = (column: string | undefined) =>
      column === undefined ? '' : plain(row.cells[this.#names.indexOf(folded(column))] ?? '')
    const fail = (column: string | undefined, message: string) =>
      this.#found.faults.push({ line: row.line, column: column ?? '', message })
    if (!looksLikeDay(cellOf(format.date))) return this.leaveOut(row, 'without a date')
    const used = usedCells(row.cells)
    if (used.length > this.#names.length || used.some((cell) => cell.length > CELL_MAX_LENGTH))
      return fail('', `This line has ${used.length} fields and the header ${this.#names.length}, or one is too long.`)
    const reason = this.#reasonToLeaveOut(cellOf)
    if (reason !== undefined) return this.leaveOut(row, reason)
    const checked = <Value>(column: string | undefined, read: Read<Value>, or: Value): Value => {
      if ('value' in read) return read.value
      fail(column, read.fault)
      return or
    }
    const centsIn = (column: string | undefined) => checked(column, readCents(cellOf(column), format.decimal), null)
    const given = readDay(cellOf(format.date), format.dateFormat)
    const { day, canExchange } = checked(format.date, given, { day: '', canExchange: false })
    if (day > this.#lastDay) fail(format.date, tooLate(day))
    const amountCents =
      format.amount === undefined
        ? Math.abs(centsIn(format.credit) ?? 0) - Math.abs(centsIn(format.debit) ?? 0)
        : this.#directed(centsIn(format.amount) ?? 0, cellOf(format.direction), fail)
    if (canExchange) this.#exchangeable++
    if (canExchange && day.slice(5, 7) !== day.slice(8)) this.#unlike++
    if (amountCents < 0 || /[+-]|CR|DR/i.test(cellOf(format.amount))) this.#isAnySigned = true
    const line: ReadLine = {
      ...{ line: row.line, bookedOn: day, amountCents },
      feeCents: signedFee(centsIn(format.fee) ?? 0, amountCents),
      balanceCents: centsIn(format.balance),
      reference: cellOf(format.reference).slice(0, REFERENCE_LENGTH),
      description: joinedText([
        ...[cellOf(format.description), cellOf(format.details)],
        this.#isPayPal ? cellOf('custom number') : '',
      ]),
    }
    this.#found.lines.push(line)
  }

  /** Why a row with a date is no booking in dollars; undefined when it is one. */
  #reasonToLeaveOut(cellOf: (column: string | undefined) => string) {
    const { amount, debit, credit, status, statusWords = [], currency } = this.#format
    const amounts = [amount, debit, credit].map(cellOf)
    if (!amounts.some((cell) => /\d/.test(cell))) return 'without an amount'
    const word = cellOf(status)
    if (status !== undefined && !statusWords.some((each) => folded(each) === folded(word)))
      return `with the status '${word.slice(0, 40)}'`
    if (this.#isPayPal && folded(cellOf('balance impact')) === 'memo') return "with the balance impact 'Memo'"
    const other = amounts.map(otherCurrencyIn).find((found) => found !== undefined) ?? cellOf(currency)
    const isOther = other !== '' && !/^(usd|us ?\$|\$|us dollars?)$/i.test(other)
    return isOther ? `in ${other.slice(0, 20)}` : undefined
  }

  #directed(cents: number, word: string, fail: (column: string | undefined, message: string) => void) {
    const { direction, outWords = [], inWords = [] } = this.#format
    if (direction === undefined) return cents
    const has = (words: readonly string[]) => words.some((each) => folded(each) === folded(word))
    if (!has(outWords) && !has(inWords))
      fail(direction, `Is '${word.slice(0, 40)}' money out or money in? Choose it with the columns.`)
    return has(outWords) ? -Math.abs(cents) : Math.abs(cents)
  }

  result(body: readonly CsvRow[], headerLine: number, header: readonly string[]): ReadFile {
    const { lines, faults, leftOut } = this.#found
    if (faults.length > 0) return { ...emptyFile(), faults, leftOut }
    const { amount, direction: chosen } = this.#format
    const isNoBooking = ({ reason }: { reason: string }) => /^(without|above)/.test(reason)
    if (lines.length === 0 && leftOut.every(isNoBooking))
      return faultyFile(headerLine, 'No line has a date and an amount. Choose the columns.', this.#format.date)
    const mayLackSign = amount !== undefined && chosen === undefined && !this.#isAnySigned
    const asked = mayLackSign ? findDirection(bookings(body, lines), header) : undefined
    if (asked) {
      const words = asked.words.map((word) => `'${word}'`).join(', ')
      const question = `Which of ${words} is money out? No amount has a sign. Choose the direction.`
      return faultyFile(headerLine, question, plain(asked.name))
    }
    const canExchangeDays = this.#exchangeable === lines.length && this.#unlike > 0
    return { lines, faults, leftOut, canExchangeDays }
  }
}

function bookings(body: readonly CsvRow[], lines: readonly ReadLine[]): readonly CsvRow[] {
  const own = new Set(lines.map(({ line }) => line))
  return body.filter(({ line }) => own.has(line))
}

/** A fee of a payment leaves the account, with or without a sign in the file. */
const signedFee = (feeCents: number, amountCents: number) => (feeCents > 0 && amountCents < 0 ? -feeCents : feeCents)
