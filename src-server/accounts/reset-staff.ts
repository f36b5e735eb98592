import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { newStaffPassword } from './add-staff.ts'
import { resetStaffPassword } from './replace-password.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { inRightsChange } from './rights-queries.ts'
import { assertMayLock, getStaff } from './staff-rules.ts'

/** Gives staff a one-time password, returned only here; removes their second factor and ends their sessions. */
export async function resetStaff(ctx: CallContext, owner: Actor, id: string) {
  const { app } = ctx
  const { password, hash } = await newStaffPassword(app)
  const staff = await inRightsChange(ctx, [owner.id, id], async (tx) => {
    const staff = await getStaff(tx, id)
    await assertMayLock(app, tx, owner, staff)
    await resetStaffPassword(app, tx, owner, id, hash)
    return staff
  })
  await resetSignInLimits(app, 'staff', staff)
  return { id, username: staff.username ?? '', password }
}
