import type { StaffRole } from '#shared/staff-role.ts'
import type { AuditAction } from '../../audit/audit-queries.ts'
import { actThings } from '../../controls/act-queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AuditLogTable } from '../../platform/db/operations-tables.ts'

/** ISO 8601; `to` is exclusive. */
export type Period = { from: string; to: string }
export type ActorEntry = Pick<AuditLogTable, 'id' | 'at' | 'action' | 'object_id' | 'detail' | 'token_id'>

export async function listReportedStaff(db: Db) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('role', '!=', 'customer')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows as { id: string; name: string; role: StaffRole }[]
}

export async function listActorEntries(
  db: Db,
  { actorId, action, period }: { actorId: string; action: AuditAction; period: Period },
  after: Pick<ActorEntry, 'at' | 'id'> | undefined,
  limit: number,
) {
  const entries = db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'object_id', 'detail', 'token_id'])
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where('at', '>=', after?.at ?? period.from)
    .where('at', '<', period.to)
  const rest = after
    ? entries.where((where) => where(where.refTuple('at', 'id'), '>', where.tuple(after.at, after.id)))
    : entries
  return rest.orderBy('at').orderBy('id').limit(limit).execute()
}

/** When each order was rejected for one of these reasons in a period, unless that was undone. */
export async function listRejections(db: Db, { from, to }: Period, reasons: readonly string[]) {
  return db
    .selectFrom('status_changes')
    .select(['submission_id', 'changed_at'])
    .where('to_status', '=', 'rejected')
    .where('reason', 'in', reasons)
    .where('undo_mark', 'is', null)
    .where('changed_at', '>=', from)
    .where('changed_at', '<', to)
    .orderBy('changed_at')
    .execute()
}

export async function listReveals(db: Db, submissionIds: readonly string[]) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'object_id', 'detail', 'token_id', 'actor_id'])
    .where('object_id', 'in', submissionIds)
    .where('action', '=', 'submission.revealed')
    .orderBy('at')
    .execute()
  return rows as (ActorEntry & { actor_id: string })[]
}

/** What someone else than its asker released as second person: a payout, a lot or an act. */
export type Release = {
  id: string
  lifted_by: string
  lifted_at: string
  approved_by: string
  approver_name: string
  amount_cents: number
  /** When the asker made the account that released; null when another person did. */
  account_made_at: string | null
}

export async function listReleases(db: Db, { from, to }: Period) {
  const payouts = db
    .selectFrom('payout_holds')
    .innerJoin('payouts', 'payouts.id', 'payout_id')
    .select(['payouts.id', 'lifted_by', 'lifted_at', 'approved_by', 'amount_cents'])
    .where('kind', '=', 'second-person')
  const lots = db.selectFrom('lots').select(({ selectFrom }) => [
    ...(['lots.id', 'released_by as lifted_by', 'released_at as lifted_at', 'made_by as approved_by'] as const),
    selectFrom('lot_items')
      .select(({ fn }) => fn.sum<number>('price_cents').as('cents'))
      .whereRef('lot_id', '=', 'lots.id')
      .$asScalar()
      .$notNull()
      .as('amount_cents'),
  ])
  const acts = db
    .selectFrom('waiting_acts')
    .select(['id', 'ended_by as lifted_by', 'ended_at as lifted_at', 'made_by as approved_by', 'amount_cents'])
    .where('state', '=', 'released')
  const rows = await db
    .selectFrom(payouts.unionAll(lots).unionAll(acts).as('released'))
    .innerJoin('users', 'users.id', 'approved_by')
    .leftJoin('audit_log as added', (join) =>
      join
        .onRef('added.object_id', '=', 'lifted_by')
        .on('added.action', '=', 'staff.added')
        .onRef('added.actor_id', '=', 'approved_by'),
    )
    .selectAll('released')
    .select(['users.name as approver_name', 'added.at as account_made_at'])
    .where('lifted_at', '>=', from)
    .where('lifted_at', '<', to)
    .whereRef('lifted_by', '!=', 'approved_by')
    .orderBy('lifted_at')
    .execute()
  return rows as Release[]
}

/** Acts without a second person, or released by who asked, with what was not taken back since. */
export async function listActsAlone(db: Db, { from, to }: Period) {
  return actThings(db)
    .select(['waiting_acts.id', 'kind', 'made_by', 'made_at'])
    .select(({ fn }) => fn.sum<number>('waiting_act_things.amount_cents').as('cents'))
    .where('state', '=', 'released')
    .where('made_at', '>=', from)
    .where('made_at', '<', to)
    .where(({ or, eb, ref }) => or([eb('ended_by', 'is', null), eb('ended_by', '=', ref('made_by'))]))
    .groupBy(['waiting_acts.id', 'kind', 'made_by', 'made_at'])
    .orderBy('made_at')
    .execute()
}

/** Sales of a period whose price, less the fee, was below the cost of what was sold, and which were not taken back. */
export async function listSalesBelowCost(db: Db, { from, to }: Period) {
  return db
    .selectFrom('dispositions')
    .select(['submission_id', 'made_by', 'made_at', 'amount_cents'])
    .where('kind', '=', 'sold')
    .where('made_at', '>=', from)
    .where('made_at', '<', to)
    .where(({ eb }) => eb(eb('amount_cents', '-', eb.ref('fee_cents')), '<', eb.ref('cost_cents')))
    .where('id', 'not in', db.selectFrom('dispositions').select('corrects').where('corrects', 'is not', null))
    .orderBy('number')
    .execute()
}

/** When the cards of these orders were bought of which staff have recorded nothing. */
export async function listUnused(db: Db, submissionIds: readonly string[]) {
  return db
    .selectFrom('inventory_items')
    .select(['submission_id', 'bought_at'])
    .where('submission_id', 'in', submissionIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dispositions')
            .select('id')
            .whereRef('dispositions.submission_id', '=', 'inventory_items.submission_id')
            .where('made_by', 'is not', null),
        ),
      ),
    )
    .execute()
}
