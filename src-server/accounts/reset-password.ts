import type { NewPassword } from '#shared/account.ts'
import { recoveryProblems, replacementProblem } from '#shared/recovery.ts'
import { audit, type CallSource } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { hashToken } from '../platform/ids.ts'
import { updatePasswordHash, updateUser } from './account-queries.ts'
import { endPasswordResets, findResettableUser } from './password-reset-queries.ts'
import { inRightsChange } from './rights-queries.ts'
import { endSessionsOf } from './sessions.ts'
import { accountError } from './sign-in-errors.ts'
import { deleteTrustedDevicesOf } from './trusted-device-queries.ts'

/** Sets a new password through a link, which works once, and ends all sessions. Returns the customer's id. */
export async function resetPassword(ctx: CallContext, form: NewPassword & { token: string }, source: CallSource) {
  const { app } = ctx
  const problem = replacementProblem(form, app.config.passwordMinLength)
  if (problem) throw accountError('bad_request', problem)
  const tokenHash = hashToken(form.token)
  // Check first, so that anonymous callers cannot cause hashing.
  const known = await findResettableUser(app.db, tokenHash, timestamp(app.clock))
  if (!known) throw linkNotValid()
  const passwordHash = await app.passwords.hash(form.password)
  return inRightsChange(ctx, [known.id], async (tx) => {
    const now = timestamp(app.clock)
    const user = await findResettableUser(tx, tokenHash, now)
    if (!user) throw linkNotValid()
    await endPasswordResets(tx, user.id, now)
    await deleteTrustedDevicesOf(tx, user.id)
    await updatePasswordHash(tx, user.id, { from: user.password_hash, to: passwordHash })
    await updateUser(tx, user.id, { security_changed_at: now })
    await audit(app, tx, { id: user.id, ...source }, 'account.password-reset', user.id)
    await endSessionsOf(app, tx, user.id)
    return { id: user.id }
  })
}

function linkNotValid() {
  return accountError('unprocessable', recoveryProblems.linkNotValid)
}
