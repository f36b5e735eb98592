import { sql } from 'kysely'
import type { AttemptState, PayoutProvider } from '#shared/payout.ts'
import type { Db } from '../db/database.ts'
import { openAttempts } from './payout-queries.ts'

/** An attempt to pay as the payout log has it. */
export type AttemptRow = {
  key: string
  state: AttemptState
  provider: PayoutProvider
  called_at: string
  answered_at: string | null
  payout_id: string
  submission_id: string
  amount_cents: number
  fee_cents: number | null
  provider_batch: string | null
  reference: string | null
  sent_by: string | null
  approved_by: string
}

/** SQLite uses the index of open attempts only for a query with the same constants. */
const indexedStates = openAttempts.map((state) => sql.lit(state))

function attempts(db: Db) {
  return db
    .selectFrom('payout_attempts')
    .innerJoin('payouts', 'payouts.id', 'payout_attempts.payout_id')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select(['payout_attempts.key', 'payout_attempts.state', 'payout_attempts.provider', 'called_at', 'answered_at'])
    .select(['payout_attempts.payout_id', 'payout_lines.submission_id', 'payouts.amount_cents'])
    .select(['payout_attempts.fee_cents', 'payout_attempts.provider_batch'])
    .select(['payouts.reference', 'payouts.sent_by', 'payouts.approved_by'])
}

/** Attempts of which it is not known whether they pay. */
export async function listOpenAttempts(db: Db): Promise<AttemptRow[]> {
  return attempts(db)
    .where('payout_attempts.state', 'in', indexedStates)
    .where('payout_attempts.state', '!=', 'accepted')
    .orderBy('called_at')
    .orderBy('payout_attempts.key')
    .execute()
}

/** The states of these attempts, as far as the database has them. */
export async function listStatesOf(db: Db, keys: readonly string[]): Promise<Map<string, AttemptState>> {
  const rows = await db.selectFrom('payout_attempts').select(['key', 'state']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, state }) => [key, state]))
}

/** This person, or an owner if the database does not have them. */
export async function findPersonOr(db: Db, id: string): Promise<string> {
  const people = db.selectFrom('users').select('id')
  const person = await people.where('id', '=', id).executeTakeFirst()
  if (person) return person.id
  return (await people.where('role', '=', 'owner').orderBy('created_at').executeTakeFirstOrThrow()).id
}

/** The next attempts that were answered after `from`, oldest answer first. */
export async function listAnsweredFrom(db: Db, from: { at: string; key: string }, limit: number) {
  // SQLite uses the index of answers only for a query that has its condition.
  return attempts(db)
    .where('answered_at', 'is not', null)
    .where((where) => where(where.refTuple('answered_at', 'payout_attempts.key'), '>', where.tuple(from.at, from.key)))
    .where('payout_attempts.state', 'not in', ['calling', 'unknown'])
    .orderBy('answered_at')
    .orderBy('payout_attempts.key')
    .limit(limit)
    .execute()
}
