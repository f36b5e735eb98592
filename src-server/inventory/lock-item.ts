import { inventoryMessages } from '#shared/inventory.ts'
import { lockUser } from '../accounts/account-queries.ts'
import { checkOwnOrder } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { findItem } from '../payouts/item-queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { listSellersOf } from './item-detail-queries.ts'

export type LockedItem = { item: InventoryItemTable; mark: string; seller: string }

/** Locks the customer, the order and the item for staff, in this order. `mark` belongs into the audit entry. */
export async function lockItemFor(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { id, permission = 'pay' }: { id: string; permission?: 'pay' | 'review' },
): Promise<LockedItem> {
  const order = await lockSubmission(tx, id)
  const item = await findItem(tx, id)
  if (!order || !item) throw notFound()
  return {
    item,
    seller: order.user_id,
    mark: await checkOwnOrder(app, tx, staff, { permission, customerId: order.user_id }),
  }
}

/** In one order, before the items, so that two calls do not wait for each other. */
export async function lockSellersOf(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const userId of await listSellersOf(tx, ids)) await lockUser(tx, userId)
}

/** @throws AppError 'conflict' when the item was changed since the caller looked at it */
export function assertVersion(item: InventoryItemTable, version: number): void {
  if (item.version !== version) throw conflict(inventoryMessages.changed)
}
