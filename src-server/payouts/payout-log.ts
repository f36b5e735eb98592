import type { AttemptState, PayoutProvider } from '#shared/payout.ts'
import type { Db } from '../platform/db/database.ts'
import type { LoggedKind } from '../platform/signed-logs/signed-log.ts'
import { fieldsOf } from '../platform/without-nulls.ts'

/** `by` is who sent or approved it; `batch` and `reference` may be ''; `id` is that of the state. */
export type LoggedAttempt = Readonly<
  Record<'attempt' | 'payout' | 'submission' | 'batch' | 'reference' | 'by' | 'at', string>
> & {
  readonly provider: PayoutProvider
  readonly state: AttemptState
  readonly amountCents: number
  readonly feeCents: number
  readonly id: string
  /** The money account; entries of an earlier release have none. */
  readonly account?: string
  /** The claw back of a refund. */
  readonly refundOf?: string
}

/** Every state of each attempt to pay, written before a provider is requested: a restore repeats what was paid. */
export const loggedAttempts: LoggedKind<LoggedAttempt> = {
  kind: 'payout',
  former: 'payouts.jsonl',
  numbered: ['payout_attempts', 'state_id'],
  listAfter: async (db, sequence, limit) => (await listStatesAfter(db, sequence, limit)).map(numbered),
}

function numbered({ sequence, ...row }: AttemptRow): { sequence: number; entry: LoggedAttempt } {
  const entry = {
    ...fieldsOf(row, 'amount_cents', 'provider', 'state'),
    id: row.state_id,
    ...(row.money_account !== null && { account: row.money_account }),
    ...(row.refund_of !== null && { refundOf: row.refund_of }),
    attempt: row.key,
    payout: row.payout_id,
    submission: row.submission_id,
    feeCents: row.fee_cents ?? 0,
    batch: row.provider_batch ?? '',
    reference: row.reference ?? '',
    by: row.sent_by ?? row.approved_by,
    at: row.answered_at ?? row.called_at,
  }
  return { sequence, entry }
}

type AttemptRow = Awaited<ReturnType<typeof listStatesAfter>>[number]

async function listStatesAfter(db: Db, sequence: number, limit: number) {
  return db
    .selectFrom('payout_attempts')
    .innerJoin('payouts', 'payouts.id', 'payout_attempts.payout_id')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select(['payout_attempts.key', 'payout_attempts.state', 'payout_attempts.provider', 'called_at', 'answered_at'])
    .select(['payout_attempts.payout_id', 'payout_lines.submission_id', 'payouts.amount_cents'])
    .select(['payout_attempts.fee_cents', 'payout_attempts.provider_batch', 'money_account'])
    .select(['payouts.reference', 'payouts.sent_by', 'payouts.approved_by', 'refund_of'])
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
