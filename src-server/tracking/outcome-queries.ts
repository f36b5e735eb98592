import { sql } from 'kysely'
import type { PaymentType } from '#shared/payment-type.ts'
import type { ReasonCode } from '#shared/reason-code.ts'
import type { SubmissionStatus } from '#shared/submission.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { ServiceTimeTable } from '../platform/db/figure-tables.ts'

/** Times are measured and figures are counted of the last 30 days. */
export const MEASURED_MS = 30 * 24 * 60 * 60_000

/** An outcome approves (with a payout), completes, rejects or fails and cannot be undone; a withdrawal is none. */
const isOutcome = (change: string, order: string, now: string) => {
  const [of, customer] = [(column: string) => sql.ref(`${change}.${column}`), sql.ref(`${order}.user_id`)]
  return sql<boolean>`(
    ${of('to_status')} in ('completed', 'rejected', 'failed')
    or (${of('to_status')} = 'processing' and exists (select 1 from payout_lines
      where payout_lines.submission_id = ${of('submission_id')} and payout_lines.order_version = ${of('version')}))
  ) and ${of('undo_mark')} is null and (${of('undo_until')} is null or ${of('undo_until')} <= ${now})
    and ${of('changed_by')} <> ${customer} and ${of('version')} > 1`
}

/** The first outcome of an order. Times are ISO 8601. */
export type Outcome = {
  brand: string
  created_at: string
  decided_at: string
  /** The first answer to its customer: the outcome, or an earlier request or offer, after which time is their own. */
  answered_at: string
  status: SubmissionStatus
  reason_code: ReasonCode | null
  /** Whether its customer sees a picture of what the reviewer saw. */
  has_evidence: 0 | 1
}

/** The reasons with which an order begins to wait for its customer. */
export const requestCodes: readonly ReasonCode[] = ['fix-asked', 'offer-made']

/** The first outcomes from `since` on that can no longer be undone at `now`. */
const firstOutcomes = (since: string, now: string) => sql<Outcome>`
  select orders.card_brand as brand, orders.created_at, changes.changed_at as decided_at, changes.to_status as status,
    changes.reason_code, case when exists (select 1 from balance_checks
      where balance_checks.submission_id = changes.submission_id and balance_checks.file_id is not null)
      then 1 else 0 end as has_evidence,
    coalesce((select min(requests.changed_at) from status_changes as requests
      where requests.submission_id = changes.submission_id and requests.version < changes.version
        and requests.reason_code in (${sql.join(requestCodes)}) and requests.undo_mark is null),
      changes.changed_at) as answered_at
  from status_changes as changes join submissions as orders on orders.id = changes.submission_id
  where changes.to_status in ('processing', 'completed', 'rejected', 'failed') and changes.changed_at >= ${since}
    and ${isOutcome('changes', 'orders', now)}
    and not exists (select 1 from status_changes as earlier
      where earlier.submission_id = changes.submission_id and earlier.version < changes.version
        and ${isOutcome('earlier', 'orders', now)})`

export async function listOutcomes(db: Db, since: string, now: string) {
  return (await firstOutcomes(since, now).execute(db)).rows
}

/** Newest first, `most` for each brand. */
export async function listNewestOutcomes(db: Db, since: string, now: string, most: number) {
  const { rows } = await sql<Outcome>`
    select brand, created_at, decided_at, answered_at, status, reason_code, has_evidence from (
      select outcomes.*, row_number() over (partition by brand order by decided_at desc, created_at) as place
      from (${firstOutcomes(since, now)}) as outcomes) as numbered
    where place <= ${most} order by decided_at desc, created_at`.execute(db)
  return rows
}

/** Counts up to `most`. */
export async function countChangesSince(db: Db, since: string, most: number) {
  const changes = db
    .selectFrom('status_changes')
    .select('id')
    .where('to_status', 'in', ['processing', 'completed', 'rejected', 'failed'])
    .where('changed_at', '>', since)
    .where('undo_mark', 'is', null)
    .limit(most)
  return (await changes.execute()).length
}

type SentPayout = { method: PaymentType; approved_at: string; sent_at: string; is_returned: 0 | 1 }

/** Newest first, without those recorded with the decision (no time passed) and set-offs (no money left). */
export async function listSentPayouts(db: Db, since: string) {
  const { rows } = await sql<SentPayout>`
    select method_type as method, approved_at, sent_at, case when state = 'returned' then 1 else 0 end as is_returned
    from payouts
    where sent_at >= ${since} and approved_at <> sent_at and (provider is null or provider <> 'set-off')
    order by sent_at desc, id`.execute(db)
  return rows
}

export async function listEndedOffers(db: Db, since: string, until: string) {
  return db
    .selectFrom('information_requests')
    .select(['state', 'closed_at'])
    .where('kind', '=', 'offer')
    .where('state', 'in', ['accepted', 'declined', 'expired'])
    .where('closed_at', '>=', since)
    .where('closed_at', '<=', until)
    .execute()
}

export async function listAnsweredAppeals(db: Db, since: string, until: string) {
  return db
    .selectFrom('appeals')
    .select(['state', 'due_at', 'decided_at'])
    .where('state', 'in', ['right', 'stands'])
    .where('decided_at', '>=', since)
    .where('decided_at', '<=', until)
    .execute()
}

export async function replaceServiceTimes(tx: Tx, rows: readonly ServiceTimeTable[]) {
  await tx.deleteFrom('service_times').execute()
  if (rows.length > 0) await tx.insertInto('service_times').values(rows).execute()
}

export async function findMeasuredAt(db: Db) {
  const { at } = await db
    .selectFrom('service_times')
    .select((select) => select.fn.max('computed_at').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? undefined
}
