import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { table } from '../../platform/db/table.ts'
import { idsOf } from '../../platform/ids.ts'
import { fits } from './booked-cents.ts'
import { inTurns } from './in-batches.ts'
import { findLines, listLinesIn } from './line-queries.ts'
import { findMatches, storeMatches, wordsOfLines } from './match-automatically.ts'
import { listMatchedPayouts } from './match-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/** Looks again for payouts of open lines, and at lines that differed. Returns how many lines are matched now. */
export async function rematchAccount(ctx: CallContext, staff: Actor, { id }: { id: string }) {
  const account = await getStatementAccount(ctx.app.db, id)
  const settled = await settleDiffering(ctx, id)
  const open = await listLinesIn(ctx.app.db, id, 'open')
  const found = await findMatches(ctx.app, account, open, await wordsOfLines(ctx.app, open))
  const ended = await storeMatches(ctx, staff, id, found, settled)
  const differs = ended.filter(({ state }) => state === 'differs').length
  return { matched: ended.length - differs + settled, differs }
}

/** Reconciles the lines whose payouts have the same amount by now; returns their number. */
async function settleDiffering(ctx: CallContext, accountId: string): Promise<number> {
  const differing = idsOf(await listLinesIn(ctx.app.db, accountId, 'differs'))
  const settled = await inTurns(differing, (some) =>
    inTransaction(ctx, async (tx, app) => {
      await acquireLock(tx, 'statements')
      const lines = (await findLines(tx, some)).filter(({ state }) => state === 'differs')
      const ofLine = Map.groupBy(await listMatchedPayouts(tx, idsOf(lines)), ({ line_id }) => line_id)
      const same = idsOf(lines.filter((line) => fits(line, ofLine.get(line.id) ?? [])))
      await table('statement_lines').update(tx, { id: same }, { state: 'reconciled' })
      await table('statement_matches').update(tx, { line_id: same }, { reconciled_at: timestamp(app.clock) })
      return same
    }),
  )
  return settled.length
}
