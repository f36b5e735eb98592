import { monthMessages } from '#shared/month.ts'
import { statementMessages } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { assertOpen } from '../months/open-days.ts'
import { removeGroups } from './group-queries.ts'
import { findLines } from './line-queries.ts'
import { listMovementsOf } from './movement-queries.ts'

/** Ends the match of a line: its lines are open again, and its movements free. */
export async function unmatchLine(ctx: CallContext, staff: Actor, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'statements')
    const [line] = await findLines(tx, [id])
    if (!line) throw notFound()
    if (line.entry_id !== null) throw conflict(statementMessages.lineHasEntry)
    if (line.group_id === null) throw conflict(statementMessages.lineNotMatched)
    const lines = await table('statement_lines').list(tx, { group_id: line.group_id }, 'id')
    if (lines.some(({ entry_id }) => entry_id !== null)) throw conflict(statementMessages.lineHasEntry)
    const movements = await listMovementsOf(tx, [line.group_id])
    const days = [...lines.map(({ booked_on }) => booked_on), ...movements.map(({ day }) => day)]
    await assertOpen(tx, days, monthMessages.keepsMatch)
    const named = movements.map((each) => each.payout_id ?? each.submission_id ?? each.key)
    await removeGroups(tx, [line.group_id])
    await audit(app, tx, staff, 'statement.unmatched', id, [...new Set(named)].sort().join(', ').slice(0, 500))
  })
}
