import { formatCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { MatchLineInput } from '#shared/statement-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementAccountTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { findPayout } from '../payout-queries.ts'
import { eraseOfDeleted, findLines } from './line-queries.ts'
import { storeMatch } from './match-automatically.ts'
import { listMovementsAbout, type Movement } from './movement-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'
import { netOf, unitsOf } from './units.ts'

/**
 * Says that a line, with others, is of these movements and payouts of its account. With another sum they differ, and
 * the match takes more lines and movements.
 */
export async function matchLine(ctx: CallContext, staff: Actor, input: MatchLineInput): Promise<void> {
  const { id, payouts = [], movements: keys = [] } = input
  await inTransaction(ctx, async (tx, app) => {
    for (const payout of [...new Set(payouts)].sort()) if (!(await findPayout(tx, payout))) throw notFound()
    await acquireLock(tx, 'statements')
    const ids = [...new Set([id, ...(input.lines ?? [])])]
    const lines = await findLines(tx, ids)
    const line = lines.find((each) => each.id === id)
    if (!line || lines.length < ids.length) throw notFound()
    const account = await getStatementAccount(tx, line.account_id)
    if (lines.some(({ account_id }) => account_id !== account.id)) throw invalid('lines', statementMessages.oneAccount)
    if (lines.some(({ state }) => state === 'reconciled')) throw conflict(statementMessages.lineMatched)
    const movements = await listMovementsAbout(tx, account, { keys })
    if (movements.length < new Set(keys).size) throw notFound()
    for (const payout of payouts) movements.push(...(await movementsOf(tx, account, line, payout)))
    for (const each of movements) if (each.group_id !== null) await assertDiffers(tx, each, each.group_id)
    const groups = new Set([...lines, ...movements].flatMap(({ group_id }) => group_id ?? []))
    if (groups.size > 1) throw conflict(statementMessages.lineMatched)
    const [groupId] = groups
    if (movements.length === 0 && lines.length === 1) throw invalid('movements', statementMessages.nothingChosen)
    const match = { lines, movements, how: 'hand', by: staff.id, ...(groupId && { groupId }) } as const
    await storeMatch(app, tx, account, match)
    await eraseOfDeleted(tx, ids)
    const detail = `${formatCents(netOf(line))}: ${[...new Set(movements.map(nameOf))].sort().join(', ')}`
    await audit(app, tx, staff, 'statement.matched', id, detail.slice(0, 500))
  })
}

const nameOf = (each: Movement) => each.payout_id ?? each.submission_id ?? each.key

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
