import { plusDays } from '#shared/business-day.ts'
import { MATCH_DAYS } from '#shared/statement.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import { assertStillAllowed, inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { differenceOfGroup, removeLineless, saveMatch, settleGroup } from './group-queries.ts'
import { inTurns } from './in-batches.ts'
import { listLinesIn } from './line-queries.ts'
import { findMatches, storeMatches, wordsOfLines } from './match-automatically.ts'
import { listFreeMovements, listMovementsAbout, listMovementsOf, type Movement } from './movement-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'
import { sumOf, unitsOf } from './units.ts'

/** Looks again for movements of open lines, and at lines that differed. Returns how many lines are matched now. */
export async function rematchAccount(ctx: CallContext, staff: Actor, { id }: { id: string }) {
  await assertStillAllowed(ctx)
  const account = await getStatementAccount(ctx.app.db, id)
  const settled = await settleDiffering(ctx, account)
  const open = await listLinesIn(ctx.app.db, id, 'open')
  const found = await findMatches(ctx.app, account, open, await wordsOfLines(ctx.app, open))
  const ended = await storeMatches(ctx, staff, account, found, settled)
  await matchOpposites(ctx, staff, account)
  const differs = ended.filter(({ state }) => state === 'differs').length
  return { matched: ended.length - differs + settled, differs }
}

/** Reconciles the lines whose movements have the same amount by now; returns their number. */
async function settleDiffering(ctx: CallContext, account: StatementAccountTable): Promise<number> {
  const differing = await listLinesIn(ctx.app.db, account.id, 'differs')
  const groups = [...new Set(differing.flatMap(({ group_id }) => group_id ?? []))]
  const settled = await inTurns(groups, (some) =>
    inTransaction(ctx, async (tx, app) => {
      await acquireLock(tx, 'statements')
      const same: string[] = []
      for (const group of some) if (await settleMatch(app, tx, account, group)) same.push(group)
      return same
    }),
  )
  const left = groups.filter((group) => !settled.includes(group))
  const merged = await mergeDiffering(ctx, account, left)
  const done = new Set([...settled, ...merged])
  return differing.filter(({ group_id }) => group_id !== null && done.has(group_id)).length
}

/** Makes one match of those of a payout that make up for each other: PayPal gives the fee of a failed payment back. */
async function mergeDiffering(ctx: CallContext, { id }: StatementAccountTable, groups: readonly string[]) {
  const payoutOf = new Map(
    (await listMovementsOf(ctx.app.db, groups)).map(({ group_id, payout_id }) => [group_id, payout_id]),
  )
  const byPayout = Map.groupBy(groups, (group) => payoutOf.get(group) ?? group)
  const several = [...byPayout.values()].filter((same) => same.length > 1)
  return inTurns(several, (some) =>
    inTransaction(ctx, async (tx, app) => {
      await acquireLock(tx, 'statements')
      const done: string[] = []
      for (const same of some) {
        let cents = 0
        for (const group of same) cents += await differenceOfGroup(tx, group)
        const [first] = same
        if (cents !== 0 || first === undefined) continue
        await table('statement_lines').update(tx, { group_id: same }, { group_id: first })
        await table('matched_movements').update(tx, { account_id: id, group_id: same }, { group_id: first })
        await removeLineless(tx, same.slice(1))
        await settleGroup(tx, first, timestamp(app.clock))
        done.push(...same)
      }
      return done
    }),
  )
}

/** Settles a match with what was booked since about the same payments, such as their fees. */
export async function settleMatch(
  app: AppContext,
  tx: Tx,
  account: StatementAccountTable,
  group: string,
): Promise<boolean> {
  const own = await listMovementsOf(tx, [group])
  const payouts = own.flatMap(({ payout_id }) => payout_id ?? [])
  const free = (await listMovementsAbout(tx, account, { payouts })).filter(({ group_id }) => group_id === null)
  const difference = await differenceOfGroup(tx, group)
  const added = unitsOf(free).find(({ cents }) => cents === difference)
  if (difference !== 0 && !added) return false
  const keys = difference === 0 ? [] : (added?.movements ?? []).map(({ key }) => key)
  const made = {
    id: group,
    accountId: account.id,
    how: 'amount',
    by: account.made_by,
    at: timestamp(app.clock),
  } as const
  return (await saveMatch(tx, { ...made, keys })) === 'reconciled'
}

/** Matches what was undone with what undid it, when no line came for either within the days of a match. */
export async function matchOpposites(ctx: CallContext, staff: Actor, account: StatementAccountTable): Promise<void> {
  const { app } = ctx
  const range = { from: account.opening_on, to: plusDays(today(app), -MATCH_DAYS - 1) }
  const free = await listFreeMovements(app.db, account, range)
  const pairs = [...Map.groupBy(free, ({ payout_id, submission_id }) => payout_id ?? submission_id)].flatMap(
    ([about, all]) => (about === null || sumOf(all) !== 0 ? [] : [all]),
  )
  await inTurns(pairs, (some) => inTransaction(ctx, (tx) => store(app, tx, staff, account, some)))
}

async function store(
  app: AppContext,
  tx: Tx,
  { id: by }: Actor,
  account: StatementAccountTable,
  pairs: readonly Movement[][],
): Promise<never[]> {
  await acquireLock(tx, 'statements')
  const at = timestamp(app.clock)
  for (const pair of pairs) {
    const keys = pair.map(({ key }) => key)
    const now = await listMovementsAbout(tx, account, { keys })
    if (now.some(({ group_id }) => group_id !== null)) continue
    await saveMatch(tx, { accountId: account.id, how: 'amount', by, at, keys })
  }
  return []
}
