import { formatCents } from '#shared/money.ts'
import { type EntryState, statementMessages } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { needsSecondPerson } from '../../controls/second-person.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementEntryTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import { postTransfers } from '../ledger/post-transfers.ts'
import { adjustmentTransfer, dayOfLines, differenceOf } from './adjust-lines.ts'
import { listLinesOfEntry } from './line-queries.ts'
import { listMatches } from './match-queries.ts'

type EntryId = { id: string }

/** Approves an adjusting entry as its second person: it is posted, and its lines are reconciled. */
export async function approveEntry(ctx: CallContext, staff: Actor, { id }: EntryId): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const entry = await lockEntry(tx, id, 'waiting')
    if (entry.made_by === staff.id) throw new AppError('forbidden', statementMessages.ownEntry)
    const lines = await listLinesOfEntry(tx, id)
    const ids = lines.map((line) => line.id)
    if (ids.length === 0) throw conflict(statementMessages.linesCleared)
    const at = timestamp(app.clock)
    await table('statement_entries').update(tx, { id }, { state: 'posted', ended_by: staff.id, ended_at: at })
    await table('statement_lines').update(tx, { id: ids }, { state: 'reconciled' })
    await table('statement_matches').update(tx, { line_id: ids }, { reconciled_at: at })
    await postTransfers(app, tx, [adjustmentTransfer(entry, entry.made_by)], dayOfLines(app, lines))
    await audit(app, tx, staff, 'statement.entry-approved', id, formatCents(entry.amount_cents))
  })
}

/** Refuses an adjusting entry that waits, also one's own: its lines are as before. */
export async function refuseEntry(ctx: CallContext, staff: Actor, { id }: EntryId): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const entry = await lockEntry(tx, id, 'waiting')
    await takeBack(app, tx, staff, id, 'refused')
    await audit(app, tx, staff, 'statement.entry-refused', id, formatCents(entry.amount_cents))
  })
}

/** Takes a posted entry back with the opposite transfer: its lines are as before. */
export async function reverseEntry(ctx: CallContext, staff: Actor, { id }: EntryId): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const entry = await lockEntry(tx, id, 'posted')
    const { absolute } = await differenceOf(tx, await listLinesOfEntry(tx, id))
    if (entry.made_by === staff.id && needsSecondPerson(app, Math.max(absolute, Math.abs(entry.amount_cents))))
      throw new AppError('forbidden', statementMessages.ownReversal)
    await takeBack(app, tx, staff, id, 'reversed')
    await postTransfers(app, tx, [adjustmentTransfer(entry, staff.id, true)])
    await audit(app, tx, staff, 'statement.entry-reversed', id, formatCents(entry.amount_cents))
  })
}

async function lockEntry(tx: Tx, id: string, state: EntryState): Promise<StatementEntryTable> {
  await acquireLock(tx, 'statements')
  const entry = await table('statement_entries').findLocked(tx, { id })
  if (!entry) throw notFound()
  if (entry.state !== state) throw conflict(statementMessages.entryEnded)
  return entry
}

/** Its lines differ from their payouts again, or are open. */
async function takeBack(app: AppContext, tx: Tx, staff: Actor, id: string, end: 'refused' | 'reversed') {
  const ended = { state: end, ended_by: staff.id, ended_at: timestamp(app.clock) }
  await table('statement_entries').update(tx, { id }, ended)
  const ids = (await listLinesOfEntry(tx, id)).map((line) => line.id)
  const matched = new Set((await listMatches(tx, 'line_id', ids)).map(({ line_id }) => line_id))
  for (const state of ['differs', 'open'] as const) {
    const those = ids.filter((each) => matched.has(each) === (state === 'differs'))
    await table('statement_lines').update(tx, { id: those }, { state, entry_id: null })
  }
  await table('statement_matches').update(tx, { line_id: ids }, { reconciled_at: null })
}
