import { plusDays } from '#shared/business-day.ts'
import { MATCH_DAYS, type MatchedHow, STATEMENT_MAX_LINES } from '#shared/statement.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { businessDay, startOfDay } from '../../platform/days.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StatementAccountTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { bookedCents, directionOf, fits, hasMoved, netOf } from './booked-cents.ts'
import { eraseOfDeleted } from './line-queries.ts'
import { type BookedPayout, listBooked, listMatches, listNamedPayouts, listUnmatched } from './match-queries.ts'
import { wordsOf } from './reference-tokens.ts'
import { methodsOf } from './statement-accounts.ts'

type Found = { line: StatementLineTable; payouts: readonly BookedPayout[]; how: MatchedHow; isSame: boolean }

/**
 * Matches these open lines of an account: by what their text names, then by amount and date where exactly one payout
 * and one line are possible. A line that names a payout of another amount is 'differs'. Returns the lines with their
 * new state, and stores it. The caller has the lock 'statements'.
 */
export async function matchAutomatically(
  app: AppContext,
  tx: Tx,
  account: StatementAccountTable,
  lines: readonly StatementLineTable[],
  by: string,
): Promise<StatementLineTable[]> {
  const taken = new Set<string>()
  const byReference = await findByReference(app, tx, lines, taken)
  const left = lines.filter((line) => !byReference.some((found) => found.line.id === line.id))
  const byAmount = await findByAmount(app, tx, account, left, taken)
  const at = timestamp(app.clock)
  const ended = new Map<string, StatementLineTable>()
  for (const found of [...byReference, ...byAmount]) ended.set(found.line.id, await storeMatch(tx, found, { by, at }))
  await eraseOfDeleted(tx, [...ended.keys()])
  return lines.map((line) => ended.get(line.id) ?? line)
}

/** Stores that a line pays, or gives back, these payouts. Returns the line as it is then. */
export async function storeMatch(
  tx: Tx,
  { line, payouts, how, isSame }: Found,
  { by, at }: { by: string; at: string },
): Promise<StatementLineTable> {
  const match = { line_id: line.id, direction: directionOf(line), reconciled_at: isSame ? at : null }
  for (const { id } of payouts) await table('statement_matches').insert(tx, { ...match, payout_id: id })
  const matched = { matched_how: how, matched_by: by, matched_at: at }
  const changes = { state: isSame ? 'reconciled' : 'differs', ...matched } as const
  await table('statement_lines').update(tx, { id: line.id }, changes)
  return { ...line, ...changes }
}

export const MATCH_MAX_LINES = STATEMENT_MAX_LINES * 2

const takenKey = (id: string, direction: string) => `${id} ${direction}`

async function findByReference(
  { keyring }: AppContext,
  tx: Tx,
  lines: readonly StatementLineTable[],
  taken: Set<string>,
): Promise<Found[]> {
  const textOf = (line: StatementLineTable) => textIn(keyring, 'statement_lines', line, 'description_encrypted')
  const words = new Map(lines.map((line) => [line.id, wordsOf(line.reference, textOf(line))]))
  const named = await listNamedPayouts(tx, [...new Set([...words.values()].flat())])
  const ids = [...new Set(named.map(({ payout_id }) => payout_id))]
  const payouts = new Map((await listBooked(tx, ids)).map((payout) => [payout.id, payout]))
  for (const { payout_id, direction } of await listMatches(tx, 'payout_id', ids))
    taken.add(takenKey(payout_id, direction))
  const ofWord = Map.groupBy(named, ({ token }) => token)
  const found: Found[] = []
  for (const line of lines) {
    const direction = directionOf(line)
    const hits = (words.get(line.id) ?? []).flatMap((word) => ofWord.get(word) ?? [])
    const candidates = [...new Set(hits.map(({ payout_id }) => payout_id))]
      .flatMap((id) => payouts.get(id) ?? [])
      .filter((payout) => hasMoved(payout, direction) && !taken.has(takenKey(payout.id, direction)))
    const chosen = choose(line, candidates)
    if (chosen.length === 0) continue
    for (const { id } of chosen) taken.add(takenKey(id, direction))
    found.push({ line, payouts: chosen, how: 'reference', isSame: fits(line, chosen) })
  }
  return found
}

/** Of the payouts that a line names: all of a batch, the only one of its amount, or the only one. */
function choose(line: StatementLineTable, candidates: readonly BookedPayout[]): readonly BookedPayout[] {
  if (candidates.length <= 1 || fits(line, candidates)) return candidates
  const same = candidates.filter((payout) => fits(line, [payout]))
  return same.length === 1 ? same : []
}

async function findByAmount(
  app: AppContext,
  tx: Tx,
  account: StatementAccountTable,
  lines: readonly StatementLineTable[],
  taken: Set<string>,
): Promise<Found[]> {
  const days = lines.map(({ booked_on }) => booked_on).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { from: startOfDay(app, first, -MATCH_DAYS), to: startOfDay(app, last, 2) }
  const found: Found[] = []
  for (const direction of ['out', 'back'] as const) {
    const given = { methods: methodsOf(account), direction, ...range }
    const free = (await listUnmatched(tx, given))
      .filter(({ id }) => !taken.has(takenKey(id, direction)))
      .map((payout) => ({ ...payout, ...bookedDays(app, payout, direction) }))
    const own = lines.filter((line) => directionOf(line) === direction && netOf(line) !== 0)
    const byCents = Map.groupBy(free, (payout) => bookedCents(payout, direction))
    const pairs = own.flatMap((line) =>
      [...new Set([...(byCents.get(netOf(line)) ?? []), ...(byCents.get(line.amount_cents) ?? [])])]
        .filter((payout) => fits(line, [payout]) && payout.first <= line.booked_on && line.booked_on <= payout.last)
        .map((payout) => ({ line, payout })),
    )
    const linesOf = Map.groupBy(pairs, ({ payout }) => payout.id)
    const payoutsOf = Map.groupBy(pairs, ({ line }) => line.id)
    for (const { line, payout } of pairs)
      if (linesOf.get(payout.id)?.length === 1 && payoutsOf.get(line.id)?.length === 1)
        found.push({ line, payouts: [payout], how: 'amount', isSame: true })
  }
  return found
}

/** The days on which a line of this payout may be booked; the day before may be the zone of the bank. */
function bookedDays(app: AppContext, { sent_at, ended_at }: BookedPayout, direction: 'out' | 'back') {
  const day = businessDay(app, (direction === 'out' ? sent_at : ended_at) ?? '9999-12-30')
  return { first: plusDays(day, -1), last: plusDays(day, MATCH_DAYS) }
}
