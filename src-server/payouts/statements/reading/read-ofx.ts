import sax from 'sax'
import { STATEMENT_MAX_LINES } from '#shared/statement.ts'
import { nextTurn } from '../../../platform/clock.ts'
import { plain, readCents, readDay } from './read-cell.ts'
import { emptyFile, faultyFile, joinedText, REFERENCE_LENGTH, type ReadFile, tooLate, tooLong } from './read-file.ts'

const CHARACTERS_PER_TURN = 20_000

/** The texts of a transaction by their tags, and the line where it begins. */
type Transaction = { line: number; texts: Map<string, string>; isForeign: boolean }

/** Reads OFX and QFX, as XML or as SGML, whose tags of values have no end. */
export async function readOfx(text: string, lastDay: string): Promise<ReadFile> {
  const { transactions, accounts, currency } = await transactionsIn(text)
  if (accounts > 1) return faultyFile(1, `The file has statements of ${accounts} accounts. Export one account alone.`)
  if (transactions.length === 0) return faultyFile(1, 'The file has no lines.')
  if (transactions.length > STATEMENT_MAX_LINES) return faultyFile(1, tooLong(transactions.length))
  const read = emptyFile()
  for (const { line, texts, isForeign } of transactions) {
    const textOf = (tag: string) => plain(texts.get(tag) ?? '')
    const used = isForeign ? textOf('CURSYM') : currency
    if (used !== '' && used !== 'USD') {
      read.leftOut.push({ line, reason: `in ${used.slice(0, 20)}` })
      continue
    }
    const fail = (column: string, message: string) => read.faults.push({ line, column, message })
    const day = readDay(textOf('DTPOSTED').slice(0, 8), 'YYYY-MM-DD')
    const amount = textOf('TRNAMT')
    const cents = readCents(amount, amount.includes(',') && !amount.includes('.') ? ',' : '.')
    if ('fault' in day) fail('DTPOSTED', day.fault)
    else if (day.value.day > lastDay) fail('DTPOSTED', tooLate(day.value.day))
    if ('fault' in cents) fail('TRNAMT', cents.fault)
    else if (cents.value === null) fail('TRNAMT', 'The amount is empty.')
    else if ('value' in day)
      read.lines.push({
        ...{ line, bookedOn: day.value.day, amountCents: cents.value, feeCents: 0, balanceCents: null },
        reference: textOf('FITID').slice(0, REFERENCE_LENGTH),
        description: joinedText(['NAME', 'MEMO', 'CHECKNUM', 'REFNUM'].map(textOf)),
      })
  }
  return read.faults.length > 0 ? { ...read, lines: [] } : read
}

async function transactionsIn(text: string) {
  const transactions: Transaction[] = []
  let [tag, currency, accounts] = ['', '', 0]
  let current: Transaction | undefined
  const start = Math.max(text.search(/<OFX>/i), 0)
  const before = text.slice(0, start).split('\n').length
  // Not strict, so that the end of a group ends values without an end of their own.
  const parser = sax.parser(false, { trim: true })
  parser.onopentag = ({ name }) => {
    tag = name
    if (name === 'STMTRS' || name === 'CCSTMTRS') accounts++
    if (name === 'STMTTRN') current = { line: before + parser.line, texts: new Map(), isForeign: false }
    if (name === 'CURRENCY' && current) current.isForeign = true
  }
  parser.ontext = (value) => {
    if (tag === 'CURDEF') currency = value
    if (current && !current.texts.has(tag)) current.texts.set(tag, value)
  }
  parser.onclosetag = (name) => {
    if (name !== 'STMTTRN' || !current) return
    transactions.push(current)
    current = undefined
  }
  for (let at = start; at < text.length; at += CHARACTERS_PER_TURN, await nextTurn())
    parser.write(text.slice(at, at + CHARACTERS_PER_TURN))
  parser.close()
  return { transactions, accounts, currency }
}
