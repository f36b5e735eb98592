import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { assertStillAllowed, inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { differenceOfGroup, mergeGroups, saveMatch } from './group-queries.ts'
import { inTurns } from './in-batches.ts'
import { listLinesIn } from './line-queries.ts'
import { findMatches, storeMatches, wordsOfLines } from './match-automatically.ts'
import { listMovementsAbout, listMovementsOf, type Movement } from './movement-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'
import { unitsOf } from './units.ts'

/** Looks again for movements of open lines, and at lines that differed. Returns how many lines are matched now. */
export async function rematchAccount(ctx: CallContext, staff: Actor, { id }: { id: string }) {
  await assertStillAllowed(ctx)
  const account = await getStatementAccount(ctx.app.db, id)
  const settled = await settleDiffering(ctx, account)
  const open = await listLinesIn(ctx.app.db, id, 'open')
  const found = await findMatches(ctx.app, account, open, await wordsOfLines(ctx.app, open))
  const ended = await storeMatches(ctx, staff, account, found, settled)
  const differs = ended.filter(({ state }) => state === 'differs').length
  return { matched: ended.length - differs + settled, differs }
}

/** Reconciles the lines whose movements have the same amount by now; returns their number. */
async function settleDiffering(ctx: CallContext, account: StatementAccountTable): Promise<number> {
  const list = () => listLinesIn(ctx.app.db, account.id, 'differs')
  const differing = await list()
  await inTurns([...new Set(differing.flatMap(({ group_id }) => group_id ?? []))], (some) =>
    inTransaction(ctx, async (tx, app) => {
      await acquireLock(tx, 'statements')
      for (const group of some) await settleMatch(app, tx, account, group)
      return []
    }),
  )
  return differing.length - (await list()).length
}

/** Settles a match with what was booked since about the same payments, such as their fees, or with another match. */
export async function settleMatch(
  app: AppContext,
  tx: Tx,
  account: StatementAccountTable,
  id: string,
): Promise<boolean> {
  const difference = await differenceOfGroup(tx, id)
  const payouts = (await listMovementsOf(tx, [id])).flatMap(({ payout_id }) => payout_id ?? [])
  const about = await listMovementsAbout(tx, account, { payouts })
  const free = unitsOf(about.filter(({ group_id }) => group_id === null))
  const added = difference === 0 ? undefined : free.find(({ cents }) => cents === difference)
  if (difference !== 0 && !added && !(await mergeOpposite(tx, id, difference, about))) return false
  const keys = added?.movements.map(({ key }) => key) ?? []
  await saveMatch(tx, { id, accountId: account.id, at: timestamp(app.clock), keys })
  return true
}

/** Adds a match that differs by the opposite: PayPal gives the fee of a failed payment back. False without one. */
async function mergeOpposite(tx: Tx, id: string, difference: number, about: readonly Movement[]): Promise<boolean> {
  for (const other of new Set(about.flatMap(({ group_id }) => group_id ?? [])))
    if (other !== id && (await differenceOfGroup(tx, other)) === -difference) return mergeGroups(tx, other, id)
  return false
}
