import { createHash } from 'node:crypto'
import { lastDayOf, plusDays } from '#shared/business-day.ts'
import { rangeEnds } from '#shared/export-range-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { balancesBefore, transferBatches } from './export-csv.ts'
import { chartAccount, readChart } from './ledger/chart-of-accounts.ts'
import { type ExportedTransfer, findNewestSequence } from './ledger/ledger-queries.ts'

type Chart = Awaited<ReturnType<typeof readChart>>
type JournalLine = ExportedTransfer & { side: 'debit' | 'credit' }

/** The names of the columns are those of the import of QuickBooks; Xero needs the account code. */
const journalColumns = (chart: Chart): CsvColumns<JournalLine> => ({
  'Journal Date': ({ day }) => ({ day }),
  'Journal No': 'sequence',
  'Account Code': (line) => chartAccount(chart, line[line.side]).code,
  'Account Name': (line) => chartAccount(chart, line[line.side]).name,
  Debits: (line) => (line.side === 'debit' ? { cents: line.amount_cents } : null),
  Credits: (line) => (line.side === 'credit' ? { cents: line.amount_cents } : null),
  'Memo/Description': (line) => [memoOf(line), ...idsOf(line)].join(' '),
})

type Balances = ReadonlyMap<string, number>
type Month = Awaited<ReturnType<typeof readMonth>>

const writers = {
  journal: ({ chart, transfers }: Month) => csvOf(journalColumns(chart), journalLines(transfers)),
  beancount: beancountText,
} as const

/** The transfers of a month for bookkeepers: as journal entries in CSV, or as a file of Beancount. */
export async function exportMonth(ctx: CallContext, staff: Actor, month: string, format: keyof typeof writers) {
  await auditNow(ctx, staff, 'ledger.exported', 'ledger', `${format} of ${month}`)
  return writers[format](await readMonth(ctx.app, month))
}

/** The SHA-256 (hex) of `journal.csv` of a month, and the number of the newest transfer that it can have. */
export async function hashJournal(app: AppContext, month: string): Promise<{ sha256: string; newest: number }> {
  const read = await readMonth(app, month)
  const hash = createHash('sha256')
  for await (const part of writers.journal(read)) hash.update(part)
  return { sha256: hash.digest('hex'), newest: read.newest }
}

/** `next` is the day after the last one, and `balancesOn` what each account had at the beginning of a day. */
async function readMonth({ db, site }: AppContext, month: string) {
  // Transfers that are added while the file is sent would be in one part of it only.
  const newest = await findNewestSequence(db)
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  return {
    chart: await readChart(db),
    ...{ title: site.current.brandName, first, next: plusDays(last, 1), newest },
    balancesOn: (value: string) => balancesBefore(db, { column: 'day', value }, newest),
    transfers: transferBatches(db, { ...rangeEnds({ from: first, to: last }), newest }),
  }
}

async function* journalLines(batches: Month['transfers']): AsyncGenerator<JournalLine[]> {
  for await (const rows of batches)
    yield rows.flatMap((row) => (['debit', 'credit'] as const).map((side) => ({ ...row, side })))
}

/** The syntax is Beancount's language; it checks each `balance` at the beginning of its day, here to the cent. */
async function* beancountText({ chart, title, first, next, balancesOn, transfers }: Month): AsyncGenerator<string> {
  const before = plusDays(first, -1)
  const opening = await balancesOn(first)
  yield `option "title" "${title}"\noption "operating_currency" "USD"\n\n`
  for (const [account, { code }] of chart)
    yield `${before} open ${beancountName(chart, account)} USD\n  code: "${code}"\n`
  const postings = [...chart.keys()].flatMap((account): Posting[] => {
    const cents = opening.get(account) ?? 0
    return cents === 0 ? [] : [[account, cents]]
  })
  if (postings.length > 0) yield entry(chart, `${before} * "Opening balances"`, postings)
  yield assertions(chart, first, opening)
  for await (const rows of transfers) yield rows.map((row) => transferEntry(chart, row)).join('')
  yield assertions(chart, next, await balancesOn(next))
}

type Posting = readonly [account: string, cents: number]

const entry = (chart: Chart, head: string, postings: readonly Posting[]) =>
  `\n${head}\n${postings.map(([account, cents]) => `  ${beancountName(chart, account)}  ${amount(cents)} USD\n`).join('')}`

function transferEntry(chart: Chart, row: ExportedTransfer) {
  const links = idsOf(row).map((id) => ` ^${id}`)
  return entry(chart, `${row.day} * "${memoOf(row)}"${links.join('')}\n  number: ${row.sequence}`, [
    [row.debit, row.amount_cents],
    [row.credit, -row.amount_cents],
  ])
}

function assertions(chart: Chart, day: string, balances: Balances) {
  const lines = [...chart.keys()].map(
    (account) => `${day} balance ${beancountName(chart, account)}  ${amount(balances.get(account) ?? 0)} ~ 0.00 USD\n`,
  )
  return `\n${lines.join('')}`
}

/** A name that people type can have any character and be that of another account: it follows its code. */
function beancountName(chart: Chart, account: string) {
  const { code, kind, name } = chartAccount(chart, account)
  const text = name.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')
  return code.length > 4 ? `${kind}:${code}-${text}` : `${kind}:${text}`
}

const amount = (cents: number) => (cents / 100).toFixed(2)
const memoOf = ({ kind }: ExportedTransfer) => kind.replaceAll('-', ' ')
const idsOf = ({ submission_id, payout_id }: ExportedTransfer) => [submission_id, payout_id].filter((id) => id !== null)
