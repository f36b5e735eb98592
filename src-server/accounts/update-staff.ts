import { staffRoleNames } from '#shared/staff-role.ts'
import type { UpdateStaffInput } from '#shared/staff-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { updateRights } from './account-queries.ts'
import { inRightsChange } from './rights-queries.ts'
import { endSessionsOf } from './sessions.ts'
import { assertMayLock, getStaff } from './staff-rules.ts'

/** A new role ends its sessions. */
export async function updateStaff(ctx: CallContext, owner: Actor, { id, name, role }: UpdateStaffInput): Promise<void> {
  await inRightsChange(ctx, [owner.id, id], async (tx, app) => {
    const staff = await getStaff(tx, id)
    const isNewRole = staff.role !== role
    if (isNewRole) await assertMayLock(app, tx, owner, staff)
    if (!isNewRole && staff.name === name) return
    await updateRights(tx, id, { name, role })
    const detail = isNewRole ? `${staffRoleNames[staff.role]} to ${staffRoleNames[role]}` : 'name'
    await audit(app, tx, owner, 'staff.changed', id, detail)
    if (isNewRole) await endSessionsOf(app, tx, id)
    await app.events.emit(tx, { name: 'staff.changed', staffId: id })
  })
}
