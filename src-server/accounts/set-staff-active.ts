import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { table } from '../platform/db/table.ts'
import { updateRights } from './account-queries.ts'
import { inRightsChange } from './rights-queries.ts'
import { endSessionsOf } from './sessions.ts'
import { assertMayLock, getStaff } from './staff-rules.ts'

export async function setStaffActive(
  ctx: CallContext,
  owner: Actor,
  { id, isActive }: { id: string; isActive: boolean },
): Promise<void> {
  await inRightsChange(ctx, [owner.id, id], async (tx, app) => {
    const staff = await getStaff(tx, id)
    if ((staff.disabled_at === null) === isActive) return
    if (!isActive) await assertMayLock(app, tx, owner, staff)
    await updateRights(tx, id, { disabled_at: isActive ? null : timestamp(app.clock) })
    const action = isActive ? 'staff.enabled' : 'staff.disabled'
    await audit(app, tx, owner, action, id)
    if (!isActive) {
      await table('mfa_challenges').remove(tx, { user_id: id })
      await endSessionsOf(app, tx, id)
    }
    await app.events.emit(tx, { name: 'staff.changed', staffId: id })
  })
}
