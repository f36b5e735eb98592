import { dollarsFromCents } from '#shared/money.ts'
import type { EntryListInput, StatementEntry } from '#shared/statement-entry-schema.ts'
import type { LineListInput, StatementLine } from '#shared/statement-schema.ts'
import type { AppContext } from '../../context.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { notFound } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { fieldsOf, moneyOf, personOf, withoutNulls } from '../../platform/without-nulls.ts'
import { bookedSum, netOf } from './booked-cents.ts'
import { findNamedEntry, listEntryPage, type NamedEntry } from './entry-queries.ts'
import { listLinePage, type NamedLine } from './line-queries.ts'
import { listMatchedPayouts, type MatchedPayout } from './match-queries.ts'

/** A page of lines of statements, newest first. */
export async function listStatementLines(app: AppContext, input: LineListInput) {
  const { rows, pagination } = await listLinePage(app.db, input)
  const payouts = await listMatchedPayouts(app.db, idsOf(rows))
  const payoutsOf = (id: string) => payouts.filter(({ line_id }) => line_id === id)
  const data = rows.map((row) => viewLine(app, row, payoutsOf(row.id)))
  return { data, pagination }
}

export async function getStatementLine(app: AppContext, id: string): Promise<StatementLine> {
  const { data } = await listStatementLines(app, { page: 1, limit: 1, search: id })
  const [line] = data
  if (line?.id !== id) throw notFound()
  return line
}

/** A page of adjusting entries, newest first. */
export async function listStatementEntries(app: AppContext, input: EntryListInput) {
  const { rows, pagination } = await listEntryPage(app.db, input)
  return { data: rows.map((row) => viewEntry(app, row)), pagination }
}

export async function getStatementEntry(app: AppContext, id: string): Promise<StatementEntry> {
  const row = await findNamedEntry(app.db, id)
  if (!row) throw notFound()
  return viewEntry(app, row)
}

function viewLine({ keyring }: AppContext, row: NamedLine, payouts: readonly MatchedPayout[]): StatementLine {
  const isAdjusted = row.state === 'reconciled' && row.entry_id !== null
  return {
    ...fieldsOf(row, 'id', 'account_id', 'booked_on', 'reference', 'state'),
    ...moneyOf(row, 'amount_cents', 'fee_cents'),
    difference: isAdjusted ? 0 : dollarsFromCents(netOf(row) - bookedSum(payouts)),
    payouts: payouts.map(viewPayout),
    ...withoutNulls({
      description: textIn(keyring, 'statement_lines', row, 'description_encrypted'),
      ...moneyOf(row, 'balance_cents'),
      ...fieldsOf(row, 'matched_how', 'matched_at', 'entry_id'),
      matchedBy: personOf(row.matched_by, row.matched_by_name),
    }),
  }
}

function viewPayout(row: MatchedPayout) {
  const cents = row.direction === 'back' ? (row.returned_cents ?? row.amount_cents) : row.amount_cents
  return {
    ...fieldsOf(row, 'id', 'direction', 'customer_name as customer'),
    ...{ amount: dollarsFromCents(cents), fee: dollarsFromCents(row.fee_cents ?? 0) },
    ...withoutNulls(fieldsOf(row, 'sent_at')),
  }
}

function viewEntry(app: AppContext, row: NamedEntry): StatementEntry {
  return {
    ...fieldsOf(row, 'id', 'account_id', 'kind', 'state', 'made_at', 'lines'),
    ...moneyOf(row, 'amount_cents'),
    note: textIn(app.keyring, 'statement_entries', row, 'note_encrypted'),
    madeBy: fieldsOf(row, 'made_by as id', 'made_by_name as name'),
    ...withoutNulls({
      ...fieldsOf(row, 'payout_id', 'ended_at'),
      endedBy: personOf(row.ended_by, row.ended_by_name),
    }),
  }
}
