import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { newStaffPassword } from './add-staff.ts'
import { replacePassword, resetDetail } from './replace-password.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { inRightsChange } from './rights-queries.ts'
import { assertMayLock, getStaff } from './staff-rules.ts'

/**
 * Gives staff who cannot sign in a one-time password, which is returned only here. Removes their second factor, ends
 * their sessions and resets their sign-in limits.
 * @throws AppError 'conflict' for the caller, the last owner or the configured owner
 */
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
