import type { Balance, KnownBalance } from '#shared/balance-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { fieldsOf, withoutNulls } from '../platform/without-nulls.ts'
import { daysKept } from '../submissions/custody.ts'
import { findPlace, findUsualPlace, savePlace } from './disposition-queries.ts'

/** Stores where the balance of the card is. An undo finds the answer by the time of the decision. */
export async function recordBalance(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { id, card_brand, version }: SubmissionTable,
  balance: Balance | undefined,
) {
  if (!balance) return
  const change = await table('status_changes').find(tx, { submission_id: id, version: version + 1 })
  const chosen_at = change?.changed_at ?? timestamp(app.clock)
  await savePlace(tx, { submission_id: id, card_brand, ...balance, chosen_by: staff.id, chosen_at })
}

/** For the next decision and the record of the order. */
export async function getBalance(app: AppContext, db: Db, order: SubmissionTable): Promise<KnownBalance> {
  const chosen = await findPlace(db, order.id)
  const usual = await findUsualPlace(db, order.card_brand)
  return {
    ...(chosen && { chosen: fieldsOf(chosen, 'place', 'name', 'chosen_by_name as by', 'chosen_at as at') }),
    ...withoutNulls({ usual, keptUntil: order.kept_until }),
    isHeld: (await daysKept(app, db, order)) > 0,
  }
}
