import type { OrderItem } from '#shared/inventory-schema.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { AppContext } from '../context.ts'
import { findAsked } from '../controls/act-queries.ts'
import { findItem } from '../payouts/item-queries.ts'
import { viewItems } from './item-views.ts'
import { mayRecord } from './record-for-order.ts'

/** For staff who review or pay; undefined for others and without an item. */
export async function getOrderItem(
  app: AppContext,
  staff: { id: string; role: StaffRole },
  id: string,
): Promise<OrderItem | undefined> {
  if (!hasPermission(staff.role, 'review') && !hasPermission(staff.role, 'pay')) return undefined
  const row = await findItem(app.db, id)
  const [view] = row ? await viewItems(app, [row]) : []
  return row && view && { ...view, mayRecord: mayRecord(staff, row), asked: await findAsked(app, staff.id, id) }
}
