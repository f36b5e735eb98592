import { inventoryMessages } from '#shared/inventory.ts'
import type { RecordForOrderInput } from '#shared/inventory-schema.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { Actor } from '../audit/audit-queries.ts'
import { askedAct } from '../controls/perform-act.ts'
import { AppError } from '../platform/errors.ts'
import { lockItemFor } from './lock-item.ts'
import { recordOnce } from './record-once.ts'

/** What a reviewer did with a card that they have approved: redeemed, moved or written off. */
export const recordForOrder = askedAct(
  'own-card',
  async (app, tx, staff: Actor & { role: StaffRole }, input: RecordForOrderInput, ask) => {
    const locked = await lockItemFor(app, tx, staff, { id: input.id, permission: 'review' })
    if (!mayRecord(staff, locked.item)) throw new AppError('forbidden', inventoryMessages.onlyOfReviewer)
    await recordOnce(app, tx, staff, locked, input, ask)
  },
)

/** With the permission to pay, or of an own approval. */
export function mayRecord(staff: { id: string; role: StaffRole }, { approved_by }: { approved_by: string }): boolean {
  return hasPermission(staff.role, 'pay') || (hasPermission(staff.role, 'review') && approved_by === staff.id)
}
