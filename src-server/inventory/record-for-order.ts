import { inventoryMessages } from '#shared/inventory.ts'
import type { RecordForOrderInput } from '#shared/inventory-schema.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { lockItemFor } from './lock-item.ts'
import { recordOnce } from './record-once.ts'

/** What a reviewer did with a card that they have approved: redeemed, moved or written off. */
export async function recordForOrder(
  ctx: CallContext,
  staff: Actor & { role: StaffRole },
  input: RecordForOrderInput,
): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const locked = await lockItemFor(app, tx, staff, { id: input.id, permission: 'review' })
    if (!mayRecord(staff, locked.item)) throw new AppError('forbidden', inventoryMessages.onlyOfReviewer)
    await recordOnce(app, tx, staff, locked, input)
  })
}

/** With the permission to pay, or of an own approval. */
export function mayRecord(staff: { id: string; role: StaffRole }, { approved_by }: { approved_by: string }): boolean {
  return hasPermission(staff.role, 'pay') || (hasPermission(staff.role, 'review') && approved_by === staff.id)
}
