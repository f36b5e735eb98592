import { plusDays } from '#shared/business-day.ts'
import { sumOf } from '#shared/money.ts'
import { MATCH_DAYS, type MatchedHow } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { nextTurn, timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementAccountTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { idsOf, keysOf } from '../../platform/ids.ts'
import { bookFeeOfLine, isFeeOfLine } from './fee-of-line.ts'
import { groupsOf, netOf, restOf, saveMatch, type Unit, unitOf, unitsOf } from './group-queries.ts'
import { inTurns } from './in-batches.ts'
import { eraseOfDeleted, findLines } from './line-queries.ts'
import { listFreeMovements, listMovementsAbout, listMovementsOf, type Movement } from './movement-queries.ts'
import { listBatchesOf, listNamed } from './named-queries.ts'
import { wordsOf } from './reference-tokens.ts'

export type OpenLine = Pick<StatementLineTable, 'id' | 'booked_on' | 'amount_cents' | 'fee_cents'>
/** A match to store; `groupId` is the differing one that it adds to. */
type Found = { lines: OpenLine[]; movements: Movement[]; how: MatchedHow; groupId?: string }
export type EndedLine = Pick<StatementLineTable, 'id' | 'state'>
export type Words = ReadonlyMap<string, readonly string[]>

/** What the lines of a match have more than its movements; a fee that is to be booked with it counts as booked. */
const differenceOf = ({ lines, movements }: Pick<Found, 'lines' | 'movements'>) => {
  const [line, other] = lines
  if (line && !other && isFeeOfLine(line, movements)) return 0
  return restOf({ lines, movements })
}
export const isSame = (found: Pick<Found, 'lines' | 'movements'>) => differenceOf(found) === 0

/**
 * Finds which movements open lines are of: by what these words name, then a whole file or lot by its sum, then by
 * amount and day where exactly one movement and one of the lines are possible. A line that names a movement of another
 * amount differs. Stores nothing; other calls have their turns.
 */
export async function findMatches(
  app: AppContext,
  account: StatementAccountTable,
  lines: readonly OpenLine[],
  words: Words,
): Promise<Found[]> {
  const worded = lines.filter(({ id }) => words.has(id))
  const found = await findByWords(app, account, worded, words)
  const idsOfFound = () => new Set(found.flatMap((each) => [...idsOf(each.lines), ...keysOf(each.movements)]))
  const named = idsOfFound()
  const left = lines.filter(({ id }) => !named.has(id))
  const days = left.map(({ booked_on }) => booked_on).sort()
  const range = { from: plusDays(days[0] ?? today(app), -MATCH_DAYS), to: plusDays(days.at(-1) ?? today(app), 1) }
  const free = (await listFreeMovements(app.db, account, range)).filter(({ key }) => !named.has(key))
  const units = unitsOf(free)
  found.push(...(await findPairs(left, await batchesOf(app, units))))
  const done = idsOfFound()
  const leftUnits = units.filter(({ movements }) => !keysOf(movements).some((key) => done.has(key)))
  const leftLines = left.filter(({ id }) => !done.has(id))
  return [...found, ...(await findPairs(leftLines, leftUnits)), ...(await findOpposites(app, account))]
}

/** So far back it is looked for what undid a movement. */
const OPPOSITE_DAYS = 100

/** What was undone and what undid it, when no line came for either within the days of a match. */
async function findOpposites(app: AppContext, account: StatementAccountTable): Promise<Found[]> {
  const [first, to] = [plusDays(today(app), -OPPOSITE_DAYS), plusDays(today(app), -MATCH_DAYS - 1)]
  const range = { from: first > account.opening_on ? first : account.opening_on, to }
  const free = await listFreeMovements(app.db, account, range)
  const about = Map.groupBy(free, ({ payout_id, submission_id }) => payout_id ?? submission_id)
  return [...about].flatMap(([id, movements]) =>
    id === null || sumOf(movements) !== 0 ? [] : [{ lines: [], movements, how: 'amount' as const }],
  )
}

async function findByWords(app: AppContext, account: StatementAccountTable, lines: readonly OpenLine[], words: Words) {
  const matches = new Set<Found>()
  const taken = new Map<string | undefined, Found>()
  const take = (match: Found) => match.movements.forEach(({ key }) => void taken.set(key, match))
  await inTurns(lines, async (some) => {
    const all = [...new Set(some.flatMap(({ id }) => words.get(id) ?? []))]
    const named = await listNamed(app.db, all)
    const about = {
      payouts: [...new Set(named.flatMap(({ payout }) => payout ?? []))],
      orders: all.map((word) => word.toUpperCase()).filter((word) => word.startsWith('GCE-')),
      keys: [...new Set(named.flatMap(({ key }) => key ?? []))],
    }
    const movements = await listMovementsAbout(app.db, account, about)
    for (const match of await listDiffering(app.db, movements)) if (!taken.has(match.movements[0]?.key)) take(match)
    const namedBy = Map.groupBy(named, ({ token }) => token)
    for (const line of some) {
      const hits = new Set<string | null>()
      for (const word of words.get(line.id) ?? []) {
        hits.add(word.toUpperCase())
        for (const { payout, key } of namedBy.get(word) ?? []) hits.add(payout ?? key ?? null)
      }
      const own = movements.filter((each) =>
        [each.payout_id, each.submission_id, each.key].some((id) => id !== null && hits.has(id)),
      )
      const isOfLine = (unit: Unit) => unit.cents < 0 === netOf(line) < 0
      const units = unitsOf(own.filter(({ group_id, key }) => group_id === null && !taken.has(key))).filter(isOfLine)
      const chosen = choose(line, units).flatMap((unit) => unit.movements)
      if (chosen.length > 0) {
        const match: Found = { lines: [line], movements: chosen, how: 'reference' }
        take(match)
        matches.add(match)
        continue
      }
      const differing = own.map(({ key }) => taken.get(key)).find((match) => match && isPartOf(line, match))
      if (!differing) continue
      differing.lines.push(line)
      matches.add(differing)
    }
  })
  return [...matches]
}

async function listDiffering(db: Db, movements: readonly Movement[]): Promise<Found[]> {
  const lines = await table('statement_lines').list(db, { group_id: groupsOf(movements), state: 'differs' }, 'id')
  const linesOf = Map.groupBy(lines, (line) => line.group_id ?? '')
  const movementsOf = Map.groupBy(await listMovementsOf(db, [...linesOf.keys()]), (each) => each.group_id)
  return [...linesOf].map(([groupId, own]) => {
    return { lines: [...own], movements: movementsOf.get(groupId) ?? [], how: 'reference', groupId }
  })
}

/** Whether a line is a part of what a match still differs by. */
function isPartOf(line: OpenLine, match: Found) {
  const lacks = -differenceOf(match)
  return lacks < 0 === netOf(line) < 0 && Math.abs(netOf(line)) <= Math.abs(lacks)
}

/** Of what a line names: all of a batch, the only one of its amount, or the only one. */
function choose(line: OpenLine, units: readonly Unit[]): readonly Unit[] {
  const fits = (some: readonly Unit[]) => isSame({ lines: [line], movements: some.flatMap((unit) => unit.movements) })
  if (units.length <= 1 || fits(units)) return units
  const same = units.filter((unit) => fits([unit]))
  return same.length === 1 ? same : []
}

/** Each payment file and lot of which several movements are free, as one. */
async function batchesOf(app: AppContext, units: readonly Unit[]) {
  const idOf = ({ id }: Unit) => id.slice(id.indexOf(':') + 1)
  const batchOf = await listBatchesOf(app.db, units.map(idOf))
  const byBatch = Map.groupBy(units, (unit) => batchOf.get(idOf(unit)))
  return [...byBatch].flatMap(([id, all]) => {
    const movements = all.flatMap((unit) => unit.movements)
    return id === undefined || all.length < 2 ? [] : [unitOf(id, movements)]
  })
}

const LINES_PER_TURN = 200

/** Lines and units of one amount and near days, where neither has another one. */
async function findPairs(lines: readonly OpenLine[], units: readonly Unit[]) {
  const byCents = Map.groupBy(units, ({ cents }) => cents)
  const pairs: { line: OpenLine; unit: Unit }[] = []
  for (const [at, line] of lines.entries()) {
    if (at % LINES_PER_TURN === 0) await nextTurn()
    const near = new Set([...(byCents.get(netOf(line)) ?? []), ...(byCents.get(line.amount_cents) ?? [])])
    const [from, to] = [plusDays(line.booked_on, -MATCH_DAYS), plusDays(line.booked_on, 1)]
    for (const unit of near)
      if (unit.first >= from && unit.last <= to && isSame({ lines: [line], movements: [...unit.movements] }))
        pairs.push({ line, unit })
  }
  const linesOf = Map.groupBy(pairs, ({ unit }) => unit.id)
  const unitsOfLine = Map.groupBy(pairs, ({ line }) => line.id)
  return pairs.flatMap(({ line, unit }) => {
    if (linesOf.get(unit.id)?.length !== 1 || unitsOfLine.get(line.id)?.length !== 1) return []
    return [{ lines: [line], movements: [...unit.movements], how: 'amount' as const }]
  })
}

const MATCHES_AT_ONCE = 25

/** Stores these matches in batches, those that are still possible; returns the lines as they are then. */
export async function storeMatches(
  ctx: CallContext,
  staff: Actor,
  account: StatementAccountTable,
  found: readonly Found[],
  settled = 0,
): Promise<EndedLine[]> {
  const stored = await inTurns(
    found,
    (some) => inTransaction(ctx, (tx, app) => storeSome(app, tx, staff.id, account, some)),
    MATCHES_AT_ONCE,
  )
  const matched = stored.filter(({ state }) => state === 'reconciled').length + settled
  if (stored.length + settled > 0)
    await inTransaction(ctx, (tx, app) =>
      audit(app, tx, staff, 'statement.rematched', account.id, `${matched} matched`),
    )
  return stored
}

async function storeSome(app: AppContext, tx: Tx, by: string, account: StatementAccountTable, found: readonly Found[]) {
  await acquireLock(tx, 'statements')
  const stored: EndedLine[] = []
  for (const match of found) {
    const ids = idsOf(match.lines)
    const lines = await findLines(tx, ids)
    const keys = keysOf(match.movements)
    const now = await listMovementsAbout(tx, account, { keys })
    const isFree = now.length === keys.length && now.every(({ group_id }) => (group_id ?? undefined) === match.groupId)
    const isOpen = (line: StatementLineTable) =>
      line.state === 'open' || (match.groupId && line.group_id === match.groupId)
    if (lines.length < ids.length || !lines.every(isOpen) || !isFree) continue
    const state = await storeMatch(app, tx, account, { ...match, lines, by })
    stored.push(...ids.map((id) => ({ id, state })))
  }
  await eraseOfDeleted(tx, idsOf(stored))
  return stored
}

/**
 * Stores that lines and movements belong together, beside those that the group has. Books the fee that PayPal took for
 * a payout of a payment file. Returns the state of the lines.
 */
export async function storeMatch(
  app: AppContext,
  tx: Tx,
  account: StatementAccountTable,
  { lines, movements, how, groupId, by }: Omit<Found, 'lines'> & { lines: readonly StatementLineTable[]; by: string },
): Promise<'reconciled' | 'differs'> {
  const keys = keysOf(movements.filter(({ group_id }) => group_id === null))
  const fee = await bookFeeOfLine(app, tx, { lines, movements, by })
  const made = { id: groupId, accountId: account.id, how, by, at: timestamp(app.clock) }
  return saveMatch(tx, { ...made, lineIds: idsOf(lines), keys: [...keys, ...fee] })
}

type Named = { id: string; reference: string }

/** The words of lines: what their references and texts may name. */
export async function wordsOfLines<Line extends Named>(
  lines: readonly Line[],
  textOf: (line: Line) => string | undefined,
) {
  const read = async (some: readonly Line[]) =>
    some.map((line) => [line.id, wordsOf(line.reference, textOf(line))] as const)
  return new Map(await inTurns(lines, read))
}
