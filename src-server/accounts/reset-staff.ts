import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { newStaffPassword } from './add-staff.ts'
import { replacePassword, resetDetail } from './replace-password.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { inRightsChange } from './rights-queries.ts'
import { assertMayLock, getStaff } from './staff-rules.ts'

/** Gives staff a one-time password, returned only here; removes their second factor and ends their sessions. */
export async function resetStaff(
  ctx: CallContext,
  owner: Actor,
  id: string,
): Promise<{ id: string; username: string; password: string }> {
  const { app } = ctx
  const password = newStaffPassword()
  const hash = await app.passwords.hash(password)
  const staff = await inRightsChange(ctx, [owner.id, id], async (tx) => {
    const staff = await getStaff(tx, id)
    await assertMayLock(app, tx, owner, staff)
    const removedFactor = await replacePassword(app, tx, id, { hash, isOneTime: true })
    await audit(app, tx, owner, 'staff.reset', id, resetDetail(removedFactor))
    return staff
  })
  await resetSignInLimits(app, 'staff', staff)
  return { id, username: staff.username ?? '', password }
}
