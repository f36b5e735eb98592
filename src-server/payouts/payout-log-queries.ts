import type { AttemptState } from '#shared/payout.ts'
import type { Db } from '../platform/db/database.ts'

/** An attempt to pay as the recovery log has it. Each of its states has an id and a number of its own. */
export type AttemptRow = Awaited<ReturnType<typeof listStatesAfter>>[number]

export async function listStatesAfter(db: Db, sequence: number, limit: number) {
  return db
    .selectFrom('payout_attempts')
    .innerJoin('payouts', 'payouts.id', 'payout_attempts.payout_id')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select(['payout_attempts.key', 'payout_attempts.state', 'payout_attempts.provider', 'called_at', 'answered_at'])
    .select(['payout_attempts.payout_id', 'payout_lines.submission_id', 'payouts.amount_cents'])
    .select(['payout_attempts.fee_cents', 'payout_attempts.provider_batch', 'money_account'])
    .select(['payouts.reference', 'payouts.sent_by', 'payouts.approved_by'])
    .select(({ ref }) => [
      ref('state_id').$castTo<string>().as('state_id'),
      ref('sequence').$castTo<number>().as('sequence'),
    ])
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

export type StoredAttempt = { state: AttemptState; reference: string | null }

export async function listStatesOf(db: Db, keys: readonly string[]) {
  const rows = await db
    .selectFrom('payout_attempts')
    .innerJoin('payouts', 'payouts.id', 'payout_attempts.payout_id')
    .select(['key', 'payout_attempts.state', 'reference'])
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, ...stored }) => [key, stored]))
}

/** This person, or an owner if the database does not have them. */
export async function findPersonOr(db: Db, id: string) {
  const people = db.selectFrom('users').select('id')
  const person = await people.where('id', '=', id).executeTakeFirst()
  if (person) return person.id
  return (await people.where('role', '=', 'owner').orderBy('created_at').executeTakeFirstOrThrow()).id
}
