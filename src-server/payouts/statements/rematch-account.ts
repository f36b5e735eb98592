import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { idsOf } from '../../platform/ids.ts'
import { fits } from './booked-cents.ts'
import { listLinesIn } from './line-queries.ts'
import { MATCH_MAX_LINES, matchAutomatically } from './match-automatically.ts'
import { listMatchedPayouts } from './match-queries.ts'
import { lockStatements } from './statement-accounts.ts'

/** Looks again for payouts of open lines, and at lines that differed. Returns how many lines are matched now. */
export async function rematchAccount(ctx: CallContext, staff: Actor, { id }: { id: string }) {
  return inTransaction(ctx, async (tx, app) => {
    const account = await lockStatements(tx, id)
    const settled = await settleDiffering(app, tx, id)
    const open = await listLinesIn(tx, id, 'open', MATCH_MAX_LINES)
    const ended = await matchAutomatically(app, tx, account, open, staff.id)
    const count = (state: string) => ended.filter((line) => line.state === state).length
    const result = { matched: count('reconciled') + settled, differs: count('differs') }
    if (result.matched + result.differs > 0)
      await audit(app, tx, staff, 'statement.rematched', id, `${result.matched} matched`)
    return result
  })
}

/** Reconciles the lines whose payouts have the same amount by now; returns their number. */
async function settleDiffering({ clock }: AppContext, tx: Tx, accountId: string) {
  const lines = await listLinesIn(tx, accountId, 'differs', MATCH_MAX_LINES)
  const ofLine = Map.groupBy(await listMatchedPayouts(tx, idsOf(lines)), ({ line_id }) => line_id)
  const same = lines.filter((line) => fits(line, ofLine.get(line.id) ?? []))
  for (const { id } of same) {
    await table('statement_lines').update(tx, { id }, { state: 'reconciled' })
    await table('statement_matches').update(tx, { line_id: id }, { reconciled_at: timestamp(clock) })
  }
  return same.length
}
