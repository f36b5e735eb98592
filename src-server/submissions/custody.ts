import { isNetworkBranded } from '#shared/network-brands.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, later } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

type Order = Pick<SubmissionTable, 'card_brand' | 'created_at'>

/** By the rules at the time of the order; 0 for none. Networks forbid keeping the code of their cards. */
export async function daysKept({ policies }: AppContext, db: Db, { card_brand, created_at }: Order) {
  if (isNetworkBranded(card_brand)) return 0
  const { custody, holdDays } = await policies.at(db, 'inventory', created_at)
  return custody === 'hold' ? holdDays : 0
}

/** ISO 8601; null: they are not kept. */
export async function keptUntil(
  app: AppContext,
  db: Db,
  order: Order & Pick<SubmissionTable, 'card_number_encrypted'>,
  finalAt: string,
) {
  // What was erased with its disposal has no time left.
  if (order.card_number_encrypted === null) return null
  const days = await daysKept(app, db, order)
  return days === 0 ? null : later(finalAt, days * DAY_MS)
}
