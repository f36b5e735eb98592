import { dollarsFromCents } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import type { EntryListInput, LineListInput, StatementEntry, StatementLine } from '#shared/statement-schema.ts'
import type { AppContext } from '../../context.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { notFound } from '../../platform/errors.ts'
import { personOf, withoutNulls } from '../../platform/without-nulls.ts'
import { bookedCents, netOf } from './booked-cents.ts'
import { decryptNote } from './entry-note.ts'
import { findNamedEntry, listEntryPage, type NamedEntry } from './entry-queries.ts'
import { listLinePage, type NamedLine } from './line-queries.ts'
import { listMatchedPayouts, type MatchedPayout } from './match-queries.ts'

/** A page of lines of statements, newest first. */
export async function listStatementLines(app: AppContext, input: LineListInput) {
  const { rows, totalItems } = await listLinePage(app.db, input)
  const ids = rows.map(({ id }) => id)
  const payouts = await listMatchedPayouts(app.db, ids)
  const payoutsOf = (id: string) => payouts.filter(({ line_id }) => line_id === id)
  const data = rows.map((row) => viewLine(app, row, payoutsOf(row.id)))
  return { data, pagination: paginate(totalItems, input.page, input.limit) }
}

export async function getStatementLine(app: AppContext, id: string): Promise<StatementLine> {
  const { data } = await listStatementLines(app, { page: 1, limit: 1, search: id })
  const [line] = data
  if (line?.id !== id) throw notFound()
  return line
}

/** A page of adjusting entries, newest first. */
export async function listStatementEntries(app: AppContext, input: EntryListInput) {
  const { rows, totalItems } = await listEntryPage(app.db, input)
  return { data: rows.map((row) => viewEntry(app, row)), pagination: paginate(totalItems, input.page, input.limit) }
}

export async function getStatementEntry(app: AppContext, id: string): Promise<StatementEntry> {
  const row = await findNamedEntry(app.db, id)
  if (!row) throw notFound()
  return viewEntry(app, row)
}

function viewLine({ keyring }: AppContext, row: NamedLine, payouts: readonly MatchedPayout[]): StatementLine {
  const booked = payouts.reduce((sum, payout) => sum + bookedCents(payout, payout.direction), 0)
  const isAdjusted = row.state === 'reconciled' && row.entry_id !== null
  return {
    ...{ id: row.id, accountId: row.account_id, bookedOn: row.booked_on, reference: row.reference, state: row.state },
    ...{ amount: dollarsFromCents(row.amount_cents), fee: dollarsFromCents(row.fee_cents) },
    difference: isAdjusted ? 0 : dollarsFromCents(netOf(row) - booked),
    payouts: payouts.map(viewPayout),
    ...withoutNulls({
      description: textIn(keyring, 'statement_lines', row, 'description_encrypted'),
      balance: row.balance_cents === null ? null : dollarsFromCents(row.balance_cents),
      matchedHow: row.matched_how,
      matchedBy: personOf(row.matched_by, row.matched_by_name),
      matchedAt: row.matched_at,
      entryId: row.entry_id,
    }),
  }
}

function viewPayout({ id, amount_cents, returned_cents, fee_cents, direction, customer_name, sent_at }: MatchedPayout) {
  const cents = direction === 'back' ? (returned_cents ?? amount_cents) : amount_cents
  return {
    ...{ id, direction, customer: customer_name, amount: dollarsFromCents(cents) },
    fee: dollarsFromCents(fee_cents ?? 0),
    ...withoutNulls({ sentAt: sent_at }),
  }
}

function viewEntry(app: AppContext, row: NamedEntry): StatementEntry {
  return {
    ...{ id: row.id, accountId: row.account_id, kind: row.kind, amount: dollarsFromCents(row.amount_cents) },
    ...{ note: decryptNote(app.keyring, row), state: row.state, madeAt: row.made_at, lines: row.lines },
    madeBy: { id: row.made_by, name: row.made_by_name },
    ...withoutNulls({
      payoutId: row.payout_id,
      endedBy: personOf(row.ended_by, row.ended_by_name),
      endedAt: row.ended_at,
    }),
  }
}
