import { type PasswordChange, passwordChangeProblem, recoveryProblems } from '#shared/recovery.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { table } from '../platform/db/table.ts'
import type { RowEvent } from '../platform/events/event-bus.ts'
import { getUser, updatePasswordHash } from './account-queries.ts'
import { inRightsChange } from './rights-queries.ts'
import { type Customer, endSessionsOf } from './sessions.ts'
import { accountError } from './sign-in-errors.ts'
import { deleteTrustedDevicesOf } from './trusted-device-queries.ts'

/** Changes a password of at least `minimum` characters, invalidates reset links and ends all other sessions. */
export async function changePassword(
  ctx: CallContext,
  person: Actor & Pick<Customer, 'sessionId'>,
  form: PasswordChange,
  { minimum = ctx.app.config.passwordMinLength, changed = [] }: { minimum?: number; changed?: RowEvent[] } = {},
): Promise<void> {
  const { app } = ctx
  const problem = passwordChangeProblem(form, minimum)
  if (problem) throw accountError('bad_request', problem)
  const { password_hash: current } = await getUser(app.db, person.id)
  if (!(await app.passwords.verify(current, form.currentPassword))) throw wrongPassword()
  const next = await app.passwords.hash(form.password)
  await inRightsChange(ctx, [person.id], async (tx) => {
    if (!(await updatePasswordHash(tx, person.id, { from: current, to: next }))) throw wrongPassword()
    await table('password_resets').remove(tx, { user_id: person.id })
    await deleteTrustedDevicesOf(tx, person.id)
    await audit(app, tx, person, 'account.password-changed', person.id)
    await endSessionsOf(app, tx, person.id, { keepId: person.sessionId })
    await app.events.emit(tx, ...changed)
  })
}

function wrongPassword() {
  return accountError('bad_request', recoveryProblems.wrongCurrentPassword)
}
