import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { updateRights } from './account-queries.ts'
import { newStaffPassword } from './add-staff.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { inRightsChange } from './rights-queries.ts'
import { deleteMfaChallengesOf, deleteSecondFactor } from './second-factor-queries.ts'
import { deleteSessionsOf } from './session-queries.ts'
import { emitSessionsEnded } from './sessions.ts'
import { assertMayLock, getStaff } from './staff-rules.ts'
import { deleteTrustedDevicesOf } from './trusted-device-queries.ts'

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
  const passwordHash = await app.passwords.hash(password)
  const staff = await inRightsChange(ctx, [owner.id, id], async (tx) => {
    const staff = await getStaff(tx, id)
    await assertMayLock(app, tx, owner, staff)
    await updateRights(tx, id, { password_hash: passwordHash, must_change_password: 1 })
    const hadFactor = await deleteSecondFactor(tx, id)
    await deleteMfaChallengesOf(tx, id)
    await deleteTrustedDevicesOf(tx, id)
    const detail = hadFactor ? 'password and two-step verification' : 'password'
    await audit(app, tx, owner, 'staff.reset', id, detail)
    await emitSessionsEnded(app, tx, await deleteSessionsOf(tx, id))
    await app.events.emit(tx, { name: 'staff.changed', staffId: id })
    return staff
  })
  await resetSignInLimits(app, 'staff', staff)
  return { id, username: staff.username ?? '', password }
}
