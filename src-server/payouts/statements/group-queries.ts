import { plusDays } from '#shared/business-day.ts'
import { sumOf } from '#shared/money.ts'
import type { MatchedHow } from '#shared/statement.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { newId } from '../../platform/ids.ts'
import { inBatches } from './in-batches.ts'
import { LONG_DAYS, listMovementsOf, type Movement } from './movement-queries.ts'

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
    const former = await table('matched_movements').list(tx, { account_id: accountId, transfer_key: some })
    await settleWithoutLines(tx, groupsOf(former), at)
    const rows = some.map((transfer_key) => ({ account_id: accountId, transfer_key, group_id: id }))
    await tx.insertInto('matched_movements').values(rows).execute()
  })
  if (lineIds.length > 0) await table('statement_lines').update(tx, { id: lineIds }, { group_id: id })
  return settleGroup(tx, id, at)
}

async function partsOf(tx: Tx, id: string) {
  const lines = await table('statement_lines').list(tx, { group_id: id }, 'id')
  return { lines, movements: await listMovementsOf(tx, [id]) }
}

/** What the lines of a group have more than its movements, in cents. */
export const differenceOfGroup = async (tx: Tx, id: string) => restOf(await partsOf(tx, id))

/** Says of a group and its lines whether their sums are equal, and its days. Returns the state of its lines. */
export async function settleGroup(tx: Tx, id: string, at: string): Promise<'reconciled' | 'differs'> {
  const parts = await partsOf(tx, id)
  const isSame = restOf(parts) === 0
  const state = isSame ? 'reconciled' : 'differs'
  await table('statement_lines').update(tx, { group_id: id }, { state })
  const days = daysOf(parts).sort()
  const [first_on = '', last_on = ''] = [days[0], days.at(-1)]
  const span = { first_on, last_on, is_long: Number(first_on === '' || last_on > plusDays(first_on, LONG_DAYS)) }
  await table('statement_groups').update(tx, { id }, { reconciled_at: isSame ? at : null, ...span })
  return state
}

/** Ends groups: their lines are open, and their movements free. */
export async function removeGroups(tx: Tx, ids: readonly string[]) {
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

/** Ends the groups of which no line is left, and settles the others. */
export async function settleWithoutLines(tx: Tx, ids: readonly string[], at: string) {
  const kept = groupsOf(await table('statement_lines').list(tx, { group_id: ids }, 'id'))
  const ended = ids.filter((id) => !kept.includes(id))
  await removeGroups(tx, ended)
  for (const id of kept) await settleGroup(tx, id, at)
}

type Amounts = Pick<StatementLineTable, 'amount_cents' | 'fee_cents'>
export const netOf = ({ amount_cents, fee_cents }: Amounts) => amount_cents + fee_cents
export const netOfAll = (lines: readonly Amounts[]) => lines.reduce((cents, line) => cents + netOf(line), 0)
type Parts<Line> = { lines: readonly Line[]; movements: readonly Movement[] }
/** What these lines have more than the movements, in cents. */
export const restOf = ({ lines, movements }: Parts<Amounts>) => netOfAll(lines) - sumOf(movements)
export const daysOf = ({ lines, movements }: Parts<Pick<StatementLineTable, 'booked_on'>>) => [
  ...lines.map(({ booked_on }) => booked_on),
  ...movements.map(({ day }) => day),
]
/** The different matches of lines or movements. */
export const groupsOf = (all: readonly { group_id: string | null }[]) => [
  ...new Set(all.flatMap(({ group_id }) => group_id ?? [])),
]

/** Movements that a bank books as one line, such as a payment with its fee. */
export type Unit = { id: string; movements: readonly Movement[]; cents: number; first: string; last: string }

const parts: Readonly<Record<string, string>> = {
  ...{ send: 'out', fee: 'out', return: 'back', reversal: 'back', 'fee-refund': 'back', 'return-fee': 'back' },
  ...{ move: 'move', 'move-fee': 'move' },
  ...{ sale: 'item', margin: 'item', 'resale-fee': 'item', redemption: 'item', chargeback: 'item', recovery: 'item' },
  'buyer-payment': 'item',
}

/** A corrected fee has the version in its key, and belongs to the payment. */
const CORRECTED = /-[lv]\d+$/

export function unitIdOf({ key }: Pick<Movement, 'key'>) {
  const at = key.indexOf(':')
  const [kind, id] = [key.slice(0, at), key.slice(at + 1)]
  const part = CORRECTED.test(id) ? 'out' : parts[kind]
  return part ? `${part}:${id.replace(CORRECTED, '')}` : key
}

/** The units of movements, without those of payments that were begun and taken back. */
export function unitsOf(movements: readonly Movement[]): Unit[] {
  const moved = movements.filter(({ is_refused }) => is_refused !== 1)
  return [...Map.groupBy(moved, unitIdOf)].map(([id, all]) => unitOf(id, all)).filter(({ cents }) => cents !== 0)
}

export function unitOf(id: string, movements: readonly Movement[]): Unit {
  const days = movements.map(({ day }) => day).sort()
  return { id, movements, cents: sumOf(movements), first: days[0] ?? '', last: days.at(-1) ?? '' }
}
