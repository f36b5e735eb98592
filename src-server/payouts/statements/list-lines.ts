import { dollarsFromCents, sumOf } from '#shared/money.ts'
import type { EntryListInput, StatementEntry } from '#shared/statement-entry-schema.ts'
import type { FreeMovementsInput, LineListInput, StatementLine } from '#shared/statement-schema.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { notFound } from '../../platform/errors.ts'
import { keysOf } from '../../platform/ids.ts'
import { fieldsOf, moneyOf, personOf, withoutNulls } from '../../platform/without-nulls.ts'
import { listPayoutPage } from '../payout-list-queries.ts'
import { groupsOf, restOf, unitIdOf } from './group-queries.ts'
import { findNamedEntry, listEntryPage, listLinePage, type NamedEntry, type NamedLine } from './line-queries.ts'
import { listFreePage, listMovementsOf, type Movement } from './movement-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/** A page of lines of statements, newest first. */
export async function listStatementLines(app: AppContext, input: LineListInput) {
  const { rows, pagination } = await listLinePage(app.db, input)
  const groups = groupsOf(rows)
  const movements = Map.groupBy(await listMovementsOf(app.db, groups), ({ group_id }) => group_id)
  const others = await table('statement_lines').list(app.db, { group_id: groups }, 'id')
  const linesOf = Map.groupBy(others, ({ group_id }) => group_id)
  const data = rows.map((row) => {
    const lines = linesOf.get(row.group_id) ?? [row]
    return viewLine(app, row, { lines, movements: movements.get(row.group_id ?? '') ?? [] })
  })
  return { data, pagination }
}

export async function getStatementLine(app: AppContext, id: string): Promise<StatementLine> {
  const { data } = await listStatementLines(app, { page: 1, limit: 1, search: id })
  const [line] = data
  if (line?.id !== id) throw notFound()
  return line
}

const SEARCHED = 1_000

/** A page of the movements of an account that are in no match; of a search those of its payouts and their orders. */
export async function listFreeMovementPage(app: AppContext, input: FreeMovementsInput) {
  const { id, search } = input
  const { db, clock, site } = app
  const account = await getStatementAccount(db, id)
  const asked = { page: 1, limit: SEARCHED, search, timeZone: site.current.timeZone }
  const payouts = search ? (await listPayoutPage(db, asked, timestamp(clock))).rows : []
  const about = search ? [search.toUpperCase(), ...payouts.flatMap((each) => [each.id, each.submission_id])] : undefined
  const { rows, ...found } = await listFreePage(db, account, about, input)
  const units = [...Map.groupBy(rows, unitIdOf).values()]
  return { data: units.flatMap((all) => all.slice(0, 1).map((first) => viewMovement(first, all))), ...found }
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

type Match = { lines: readonly StatementLineTable[]; movements: readonly Movement[] }

function viewLine({ keyring }: AppContext, row: NamedLine, { lines, movements }: Match): StatementLine {
  const isOfMatch = row.state !== 'reconciled' && lines[0]?.id === row.id
  return {
    ...fieldsOf(row, 'id', 'account_id', 'booked_on', 'reference', 'state'),
    ...moneyOf(row, 'amount_cents', 'fee_cents'),
    difference: isOfMatch ? dollarsFromCents(restOf({ lines, movements })) : 0,
    movements: movements.map((each) => viewMovement(each, [each])),
    otherLines: lines.length - 1,
    ...withoutNulls({
      description: textIn(keyring, 'statement_lines', row, 'description_encrypted'),
      ...moneyOf(row, 'balance_cents'),
      ...fieldsOf(row, 'how as matchedHow', 'matched_at', 'entry_id'),
      matchedBy: personOf(row.matched_by, row.matched_by_name),
    }),
  }
}

function viewMovement(row: Movement, all: readonly Movement[]) {
  const about = withoutNulls(fieldsOf(row, 'payout_id', 'submission_id as orderId'))
  const sums = { amount: dollarsFromCents(sumOf(all)), ids: keysOf(all) }
  return { ...fieldsOf(row, 'key as id', 'kind', 'day'), ...sums, ...about }
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
