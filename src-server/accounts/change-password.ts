import { type PasswordChange, passwordChangeProblem, recoveryProblems } from '#shared/recovery.ts'
import { audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { getUser, updatePasswordHash } from './account-queries.ts'
import { deletePasswordResetsOf } from './password-reset-queries.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { deleteSessionsOf } from './session-queries.ts'
import { type Customer, publishSessionsEnded } from './sessions.ts'
import { accountError } from './sign-in-errors.ts'
import { deleteTrustedDevicesOf } from './trusted-device-queries.ts'

/**
 * Changes a customer's password, invalidates reset links and ends all other sessions.
 * @throws AppError 'bad_request' for a broken rule or a wrong current password.
 */
export async function changePassword(
  ctx: AppContext,
  person: Pick<Customer, 'id' | 'sessionId'> & { ip: string },
  form: PasswordChange,
  minimum = ctx.config.passwordMinLength,
): Promise<void> {
  const problem = passwordChangeProblem(form, minimum)
  if (problem) throw accountError('bad_request', problem)
  const { password_hash: current } = await getUser(ctx.db, person.id)
  if (!(await verifyPassword(current, form.currentPassword))) throw wrongPassword()
  const next = await hashPassword(form.password)
  const ended = await inTransaction(ctx, async (tx) => {
    if (!(await updatePasswordHash(tx, person.id, { from: current, to: next }))) throw wrongPassword()
    await deletePasswordResetsOf(tx, person.id)
    await deleteTrustedDevicesOf(tx, person.id)
    await audit(ctx, tx, person, 'account.password-changed', person.id)
    return deleteSessionsOf(tx, person.id, person.sessionId)
  })
  publishSessionsEnded(ctx, ended)
}

function wrongPassword() {
  return accountError('bad_request', recoveryProblems.wrongCurrentPassword)
}
