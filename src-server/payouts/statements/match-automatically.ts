import { plusDays } from '#shared/business-day.ts'
import { MATCH_DAYS, type MatchedHow } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { nextTurn, timestamp } from '../../platform/clock.ts'
import { businessDay, startOfDay, today } from '../../platform/days.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementAccountTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { idsOf } from '../../platform/ids.ts'
import { bookFee } from '../book-fee.ts'
import { methodsOf } from '../money-place.ts'
import { findPayout } from '../payout-queries.ts'
import { getNewestAttempt } from '../send-payout.ts'
import { bookedCents, directionOf, feeToBook, fits, hasMoved, netOf } from './booked-cents.ts'
import { inTurns } from './in-batches.ts'
import { eraseOfDeleted, findLines } from './line-queries.ts'
import { type BookedPayout, listBooked, listMatches, listNamedPayouts, listUnmatched } from './match-queries.ts'
import { wordsOf } from './reference-tokens.ts'

/** What matching has to know of a line. */
export type OpenLine = Pick<StatementLineTable, 'id' | 'booked_on' | 'amount_cents' | 'fee_cents'>
type Found<Line = OpenLine> = { line: Line; payouts: readonly BookedPayout[]; how: MatchedHow; isSame: boolean }
/** The words of a line by its id. */
export type Words = ReadonlyMap<string, readonly string[]>

/**
 * Finds what open lines of an account pay: by what these words name, then by amount and date where exactly one payout
 * and one of the lines are possible. A line that names a payout of another amount differs. Stores nothing; other calls
 * have their turns.
 */
export async function findMatches(
  app: AppContext,
  account: StatementAccountTable,
  lines: readonly OpenLine[],
  words: Words,
): Promise<Found[]> {
  const taken = new Set<string>()
  const named = lines.filter(({ id }) => words.has(id))
  const byReference = await inTurns(named, (some) => findByReference(app.db, some, words, taken))
  const matched = new Set(byReference.map(({ line }) => line.id))
  const left = lines.filter(({ id }) => !matched.has(id))
  return [...byReference, ...(await findByAmount(app, account, left, taken))]
}

const MATCHES_AT_ONCE = 25

/**
 * Stores these matches in batches, those that are still possible; returns the lines as they are then. `settled` lines
 * were reconciled before.
 */
export async function storeMatches(
  ctx: CallContext,
  staff: Actor,
  accountId: string,
  found: readonly Found[],
  settled = 0,
): Promise<StatementLineTable[]> {
  const store = (some: readonly Found[]) => inTransaction(ctx, (tx, app) => storeSome(app, tx, staff, some))
  const stored = await inTurns(found, store, MATCHES_AT_ONCE)
  const matched = stored.filter(({ state }) => state === 'reconciled').length + settled
  if (stored.length + settled > 0)
    await inTransaction(ctx, (tx, app) => audit(app, tx, staff, 'statement.rematched', accountId, `${matched} matched`))
  return stored
}

async function storeSome(app: AppContext, tx: Tx, staff: Actor, found: readonly Found[]) {
  const ids = [...new Set(found.flatMap(({ payouts }) => idsOf(payouts)))].sort()
  for (const id of ids) await findPayout(tx, id)
  await acquireLock(tx, 'statements')
  const lines = new Map(
    (
      await findLines(
        tx,
        found.map(({ line }) => line.id),
      )
    ).map((line) => [line.id, line]),
  )
  const payouts = new Map((await listBooked(tx, ids)).map((payout) => [payout.id, payout]))
  const taken = new Set(
    (await listMatches(tx, 'payout_id', ids)).map((match) => takenKey(match.payout_id, match.direction)),
  )
  const stored: StatementLineTable[] = []
  for (const match of found) {
    const [line, direction] = [lines.get(match.line.id), directionOf(match.line)]
    const now = match.payouts.flatMap(({ id }) => payouts.get(id) ?? [])
    const isFree = now.every((each) => hasMoved(each, direction) && !taken.has(takenKey(each.id, direction)))
    if (line?.state !== 'open' || !isFree || fits(line, now) !== match.isSame) continue
    stored.push(await storeMatch(app, tx, { ...match, line, payouts: now }, staff.id))
  }
  await eraseOfDeleted(tx, idsOf(stored))
  return stored
}

/**
 * Stores that a line pays, or gives back, these payouts. Books the fee that PayPal took for a payout of a payment file.
 * Returns the line as it is then.
 */
export async function storeMatch(
  app: AppContext,
  tx: Tx,
  { line, payouts, how, isSame }: Found<StatementLineTable>,
  by: string,
): Promise<StatementLineTable> {
  const at = timestamp(app.clock)
  const match = { line_id: line.id, direction: directionOf(line), reconciled_at: isSame ? at : null }
  for (const { id } of payouts) await table('statement_matches').insert(tx, { ...match, payout_id: id })
  const feeCents = feeToBook(line, payouts)
  const payout = feeCents > 0 && (await findPayout(tx, payouts[0]?.id ?? ''))
  // The bank of another zone may book tomorrow.
  const day = line.booked_on <= today(app) ? line.booked_on : undefined
  if (payout) await bookFee(app, tx, { payout, attempt: await getNewestAttempt(tx, payout.id) }, feeCents, by, day)
  const changes = {
    state: isSame ? 'reconciled' : 'differs',
    matched_how: how,
    matched_by: by,
    matched_at: at,
  } as const
  await table('statement_lines').update(tx, { id: line.id }, changes)
  return { ...line, ...changes }
}

const takenKey = (id: string, direction: string) => `${id} ${direction}`

async function findByReference(
  db: AppContext['db'],
  lines: readonly OpenLine[],
  words: Words,
  taken: Set<string>,
): Promise<Found[]> {
  const named = await listNamedPayouts(db, [...new Set(lines.flatMap(({ id }) => words.get(id) ?? []))])
  const ids = [...new Set(named.map(({ payout_id }) => payout_id))]
  const payouts = new Map((await listBooked(db, ids)).map((payout) => [payout.id, payout]))
  for (const { payout_id, direction } of await listMatches(db, 'payout_id', ids))
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
function choose(line: OpenLine, candidates: readonly BookedPayout[]): readonly BookedPayout[] {
  if (candidates.length <= 1 || fits(line, candidates)) return candidates
  const same = candidates.filter((payout) => fits(line, [payout]))
  return same.length === 1 ? same : []
}

const LINES_PER_TURN = 200

async function findByAmount(
  app: AppContext,
  account: StatementAccountTable,
  lines: readonly OpenLine[],
  taken: Set<string>,
): Promise<Found[]> {
  const days = lines.map(({ booked_on }) => booked_on).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { from: startOfDay(app, first, -MATCH_DAYS), to: startOfDay(app, last, 2) }
  const found: Found[] = []
  for (const direction of ['out', 'back'] as const) {
    const given = { methods: methodsOf(account), direction, ...range }
    const free = (await listUnmatched(app.db, given))
      .filter(({ id }) => !taken.has(takenKey(id, direction)))
      .map((payout) => ({ ...payout, ...bookedDays(app, payout, direction) }))
    const byCents = Map.groupBy(free, (payout) => bookedCents(payout, direction))
    const pairs: { line: OpenLine; payout: BookedPayout }[] = []
    for (const [at, line] of lines.entries()) {
      if (at % LINES_PER_TURN === 0) await nextTurn()
      if (directionOf(line) !== direction || netOf(line) === 0) continue
      const same = new Set([...(byCents.get(netOf(line)) ?? []), ...(byCents.get(line.amount_cents) ?? [])])
      for (const payout of same)
        if (fits(line, [payout]) && payout.first <= line.booked_on && line.booked_on <= payout.last)
          pairs.push({ line, payout })
    }
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

/** The words of stored lines: what their references and texts may name. */
export async function wordsOfLines({ keyring }: AppContext, lines: readonly StatementLineTable[]): Promise<Words> {
  const textOf = (line: StatementLineTable) => textIn(keyring, 'statement_lines', line, 'description_encrypted')
  const pairs = await inTurns(lines, async (some) =>
    some.map((line) => [line.id, wordsOf(line.reference, textOf(line))] as const),
  )
  return new Map(pairs)
}
