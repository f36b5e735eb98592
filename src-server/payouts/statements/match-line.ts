import { formatCents } from '#shared/money.ts'
import { monthMessages } from '#shared/month.ts'
import { statementMessages } from '#shared/statement.ts'
import type { MatchLineInput } from '#shared/statement-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { assertStillAllowed, inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementAccountTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { idsOf, keysOf } from '../../platform/ids.ts'
import { assertOpen } from '../months/month-queries.ts'
import { findPayout } from '../payout-queries.ts'
import {
  daysOf,
  differenceOfGroup,
  groupsOf,
  mergeGroups,
  netOf,
  removeGroups,
  saveMatch,
  unitsOf,
} from './group-queries.ts'
import { inTurns } from './in-batches.ts'
import { eraseOfDeleted, findLines, listLinesIn } from './line-queries.ts'
import { findMatches, storeMatch, storeMatches, wordsOfLines } from './match-automatically.ts'
import { listMovementsAbout, listMovementsOf, type Movement } from './movement-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/**
 * Says that a line, with others, is of these movements and payouts of its account. With another sum they differ, and
 * the match takes more lines and movements.
 */
export async function matchLine(ctx: CallContext, staff: Actor, input: MatchLineInput) {
  const { id, payouts = [], movements: keys = [] } = input
  await inTransaction(ctx, async (tx, app) => {
    for (const payout of [...new Set(payouts)].sort()) if (!(await findPayout(tx, payout))) throw notFound()
    await acquireLock(tx, 'statements')
    const { line, lines, account } = await lockLines(tx, [id, ...(input.lines ?? [])])
    if (lines.some(({ state }) => state === 'reconciled')) throw conflict(statementMessages.lineMatched)
    const movements = await listMovementsAbout(tx, account, { keys })
    if (movements.length < new Set(keys).size) throw notFound()
    for (const payout of payouts) movements.push(...(await movementsOf(tx, account, line, payout)))
    for (const each of movements) if (each.group_id !== null) await assertDiffers(tx, each, each.group_id)
    const [groupId, otherGroup] = groupsOf([...lines, ...movements])
    if (otherGroup !== undefined) throw conflict(statementMessages.lineMatched)
    if (movements.length === 0 && lines.length === 1) throw invalid('movements', statementMessages.nothingChosen)
    const match = { lines, movements, how: 'hand', by: staff.id, ...(groupId && { groupId }) } as const
    await storeMatch(app, tx, account, match)
    await eraseOfDeleted(tx, idsOf(lines))
    const detail = `${formatCents(netOf(line))}: ${namesOf(movements)}`
    await audit(app, tx, staff, 'statement.matched', id, detail.slice(0, 500))
  })
}

/** These lines of one account, which the transaction locks, and the first one. @throws AppError without one of them */
export async function lockLines(tx: Tx, given: readonly string[]) {
  const ids = [...new Set(given)]
  const lines = await findLines(tx, ids)
  const line = lines.find(({ id }) => id === ids[0])
  if (!line || lines.length < ids.length) throw notFound()
  if (lines.some(({ account_id }) => account_id !== line.account_id))
    throw invalid('lines', statementMessages.oneAccount)
  return { line, lines, account: await getStatementAccount(tx, line.account_id) }
}

export const nameOf = (each: Movement) => each.payout_id ?? each.submission_id ?? each.key
const namesOf = (movements: readonly Movement[]) => [...new Set(movements.map(nameOf))].sort().join(', ')

/** A match that differs takes more lines. */
async function assertDiffers(tx: Tx, movement: Movement, group: string) {
  const match = await table('statement_groups').find(tx, { id: group })
  if (match?.reconciled_at !== null) throw conflict(statementMessages.movementMatched(nameOf(movement)))
}

/** What a payout moved in the direction of a line: what is in no match, or all of it. */
async function movementsOf(tx: Tx, account: StatementAccountTable, line: StatementLineTable, payout: string) {
  const isOut = netOf(line) < 0
  const all = await listMovementsAbout(tx, account, { payouts: [payout] })
  const isOfLine = (some: readonly Movement[]) => unitsOf(some).filter(({ cents }) => cents < 0 === isOut)
  const units = isOfLine(all)
  if (units.length === 0)
    throw conflict(isOut ? statementMessages.payoutNotSent(payout) : statementMessages.payoutNotReturned(payout))
  const free = isOfLine(all.filter(({ group_id }) => group_id === null))
  return (free.length > 0 ? free : units).flatMap((unit) => unit.movements)
}

/** Ends the match of a line: its lines are open again, and its movements free. */
export async function unmatchLine(ctx: CallContext, staff: Actor, { id }: { id: string }) {
  await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'statements')
    const [line] = await findLines(tx, [id])
    if (!line) throw notFound()
    if (line.entry_id !== null) throw conflict(statementMessages.lineHasEntry)
    if (line.group_id === null) throw conflict(statementMessages.lineNotMatched)
    const lines = await table('statement_lines').list(tx, { group_id: line.group_id }, 'id')
    if (lines.some(({ entry_id }) => entry_id !== null)) throw conflict(statementMessages.lineHasEntry)
    const movements = await listMovementsOf(tx, [line.group_id])
    await assertOpen(tx, daysOf({ lines, movements }), monthMessages.keepsMatch)
    await removeGroups(tx, [line.group_id])
    await audit(app, tx, staff, 'statement.unmatched', id, namesOf(movements).slice(0, 500))
  })
}

/** Looks again for movements of open lines, and at lines that differed. Returns how many lines are matched now. */
export async function rematchAccount(ctx: CallContext, staff: Actor, { id }: { id: string }) {
  await assertStillAllowed(ctx)
  const account = await getStatementAccount(ctx.app.db, id)
  const settled = await settleDiffering(ctx, account)
  const open = await listLinesIn(ctx.app.db, id, 'open')
  const textOf = (line: StatementLineTable) => textIn(ctx.app.keyring, 'statement_lines', line, 'description_encrypted')
  const found = await findMatches(ctx.app, account, open, await wordsOfLines(open, textOf))
  const ended = await storeMatches(ctx, staff, account, found, settled)
  const reconciled = ended.filter(({ state }) => state === 'reconciled').length
  const merged = await settleDiffering(ctx, account)
  const left = await table('statement_lines').list(ctx.app.db, { id: idsOf(ended), state: 'differs' }, 'id')
  return { matched: reconciled + settled + merged, differs: left.length }
}

/** Reconciles the lines whose movements have the same amount by now; returns their number. */
async function settleDiffering(ctx: CallContext, account: StatementAccountTable) {
  const list = () => listLinesIn(ctx.app.db, account.id, 'differs')
  const differing = await list()
  await inTurns(groupsOf(differing), async (some) => {
    await inTransaction(ctx, async (tx, app) => {
      await acquireLock(tx, 'statements')
      for (const group of some) await settleMatch(app, tx, account, group)
    })
  })
  return differing.length - (await list()).length
}

/** Settles a match with what was booked since about the same payments, such as their fees, or with another match. */
export async function settleMatch(app: AppContext, tx: Tx, account: StatementAccountTable, id: string) {
  const difference = await differenceOfGroup(tx, id)
  const payouts = (await listMovementsOf(tx, [id])).flatMap(({ payout_id }) => payout_id ?? [])
  const about = await listMovementsAbout(tx, account, { payouts })
  const free = unitsOf(about.filter(({ group_id }) => group_id === null))
  const added = difference === 0 ? undefined : free.find(({ cents }) => cents === difference)
  if (difference !== 0 && !added && !(await mergeOpposite(tx, id, difference, about))) return false
  const keys = keysOf(added?.movements ?? [])
  await saveMatch(tx, { id, accountId: account.id, at: timestamp(app.clock), keys })
  return true
}

/** Adds a match that differs by the opposite: PayPal gives the fee of a failed payment back. False without one. */
async function mergeOpposite(tx: Tx, id: string, difference: number, about: readonly Movement[]) {
  for (const other of groupsOf(about))
    if (other !== id && (await differenceOfGroup(tx, other)) === -difference) return mergeGroups(tx, other, id)
  return false
}
