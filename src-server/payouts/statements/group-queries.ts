import type { MatchedHow } from '#shared/statement.ts'
import type { Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { newId } from '../../platform/ids.ts'
import { inBatches } from './in-batches.ts'
import { listMovementsOf } from './movement-queries.ts'
import { netOf, sumOf } from './units.ts'

/** `id`: a group that these lines and movements are added to; otherwise they are a new one, made so by this person. */
type Match = { accountId: string; at: string; lineIds?: readonly string[]; keys?: readonly string[] } & (
  | { id: string }
  | { id?: string | undefined; how: MatchedHow; by: string }
)

/**
 * Stores that lines and movements belong together, and says whether their sums are equal. A movement that is in a group
 * already is an error of the database. Returns the state of the lines.
 */
export async function saveMatch(tx: Tx, match: Match): Promise<'reconciled' | 'differs'> {
  const { id = newId(), accountId, at, lineIds = [], keys = [] } = match
  if (match.id === undefined && 'how' in match) {
    const made = { how: match.how, made_by: match.by, made_at: at, reconciled_at: null }
    await table('statement_groups').insert(tx, { id, account_id: accountId, ...made })
  }
  await inBatches(keys, async (some) => {
    const rows = some.map((transfer_key) => ({ account_id: accountId, transfer_key, group_id: id }))
    await tx.insertInto('matched_movements').values(rows).execute()
    return []
  })
  if (lineIds.length > 0) await table('statement_lines').update(tx, { id: lineIds }, { group_id: id })
  return settleGroup(tx, id, at)
}

/** What the lines of a group have more than its movements, in cents. */
export async function differenceOfGroup(tx: Tx, id: string): Promise<number> {
  const lines = await table('statement_lines').list(tx, { group_id: id }, 'id')
  return lines.reduce((cents, line) => cents + netOf(line), 0) - sumOf(await listMovementsOf(tx, [id]))
}

/** Says of a group and its lines whether their sums are equal. Returns the state of its lines. */
export async function settleGroup(tx: Tx, id: string, at: string): Promise<'reconciled' | 'differs'> {
  const isSame = (await differenceOfGroup(tx, id)) === 0
  const state = isSame ? 'reconciled' : 'differs'
  await table('statement_lines').update(tx, { group_id: id }, { state })
  await table('statement_groups').update(tx, { id }, { reconciled_at: isSame ? at : null })
  return state
}

/** Ends groups: their lines are open, and their movements free. */
export async function removeGroups(tx: Tx, ids: readonly string[]): Promise<void> {
  await table('statement_lines').update(tx, { group_id: ids }, { group_id: null, state: 'open' })
  await table('matched_movements').remove(tx, { group_id: ids })
  await table('statement_groups').remove(tx, { id: ids })
}

/** Adds all of a group to another one, which replaces it. */
export async function mergeGroups(tx: Tx, id: string, group_id: string): Promise<true> {
  await table('statement_lines').update(tx, { group_id: id }, { group_id })
  await table('matched_movements').update(tx, { group_id: id }, { group_id })
  await table('statement_groups').remove(tx, { id })
  return true
}

/** Ends the groups of which no line is left. */
export async function removeLineless(tx: Tx, ids: readonly string[]): Promise<void> {
  const kept = (await table('statement_lines').list(tx, { group_id: ids }, 'id')).map((line) => line.group_id)
  const ended = ids.filter((id) => !kept.includes(id))
  await removeGroups(tx, ended)
}
