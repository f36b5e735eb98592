import { statementMessages } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { findLines } from './line-queries.ts'
import { listMatches } from './match-queries.ts'

/** Takes the payouts of a line away from it: the line is open again. */
export async function unmatchLine(ctx: CallContext, staff: Actor, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'statements')
    const [line] = await findLines(tx, [id])
    if (!line) throw notFound()
    if (line.entry_id !== null) throw conflict(statementMessages.lineHasEntry)
    if (line.state === 'open') throw conflict(statementMessages.lineNotMatched)
    const payouts = (await listMatches(tx, 'line_id', [id])).map(({ payout_id }) => payout_id)
    await table('statement_matches').remove(tx, { line_id: id })
    const open = { state: 'open', matched_how: null, matched_by: null, matched_at: null } as const
    await table('statement_lines').update(tx, { id }, open)
    await audit(app, tx, staff, 'statement.unmatched', id, payouts.join(', ').slice(0, 500))
  })
}
