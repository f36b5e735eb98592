import { formatCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import { audit } from '../../audit/audit-queries.ts'
import { leaveSums } from '../../controls/act-queries.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { postTransfers } from '../ledger/post-transfers.ts'
import { adjustmentTransfer, differenceOf } from './adjust-lines.ts'
import { listLinesOfEntry } from './line-queries.ts'
import { listMatches } from './match-queries.ts'

/** Takes a posted entry back with the opposite transfer: its lines are as before. */
export const reverseEntry = askedAct('reversal', async (app, tx, staff, { id }: { id: string }, ask) => {
  await acquireLock(tx, 'statements')
  const entry = await table('statement_entries').findLocked(tx, { id })
  if (!entry) throw notFound()
  if (entry.state !== 'posted') throw conflict(statementMessages.entryEnded)
  const lines = await listLinesOfEntry(tx, id)
  const { differences } = await differenceOf(tx, lines)
  const absolute = differences.reduce((sum, each) => sum + Math.abs(each), 0)
  ask({ kind: 'entry', id, cents: Math.max(absolute, Math.abs(entry.amount_cents)) })
  const ended = { state: 'reversed', ended_by: staff.id, ended_at: timestamp(app.clock) } as const
  await table('statement_entries').update(tx, { id }, ended)
  await reopen(tx, idsOf(lines))
  await leaveSums(tx, 'line', idsOf(lines))
  await postTransfers(app, tx, [adjustmentTransfer(entry, staff.id, true)])
  await audit(app, tx, staff, 'statement.entry-reversed', id, formatCents(entry.amount_cents))
})

/** Lines differ from their payouts again, or are open. */
async function reopen(tx: Tx, ids: readonly string[]) {
  const matched = new Set((await listMatches(tx, 'line_id', ids)).map(({ line_id }) => line_id))
  for (const state of ['differs', 'open'] as const) {
    const those = ids.filter((each) => matched.has(each) === (state === 'differs'))
    await table('statement_lines').update(tx, { id: those }, { state, entry_id: null })
  }
  await table('statement_matches').update(tx, { line_id: ids }, { reconciled_at: null })
}
