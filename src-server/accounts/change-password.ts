import { type PasswordChange, passwordChangeProblem, recoveryProblems } from '#shared/recovery.ts'
import { type Actor, type AuditActor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { table } from '../platform/db/table.ts'
import { accountError } from '../platform/errors.ts'
import type { RowEvent } from '../platform/events/event-bus.ts'
import { getUser, updatePasswordHash, updateRights } from './account-queries.ts'
import { inRightsChange, type RightsTx } from './rights-queries.ts'
import { deleteSecondFactor, deleteTrustedDevicesOf } from './second-factor-queries.ts'
import { type Customer, endSessionsOf } from './sessions.ts'

/** Changes a password of at least `minimum` characters, invalidates reset links and ends all other sessions. */
export async function changePassword(
  ctx: CallContext,
  person: Actor & Pick<Customer, 'sessionId'>,
  form: PasswordChange,
  { minimum = ctx.app.config.passwordMinLength, changed = [] }: { minimum?: number; changed?: RowEvent[] } = {},
) {
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

type NewPassword = { hash: string; isOneTime: boolean }

/** Ends sessions, trusted devices and begun sign-ins; returns whether a second factor was removed. Limits stay. */
export async function replacePassword(
  app: Pick<AppContext, 'events'>,
  tx: RightsTx,
  id: string,
  { hash, isOneTime }: NewPassword,
  { keepsFactor = false } = {},
) {
  await updateRights(tx, id, { password_hash: hash, must_change_password: isOneTime ? 1 : 0 })
  const removedFactor = !keepsFactor && (await deleteSecondFactor(tx, id))
  await table('mfa_challenges').remove(tx, { user_id: id })
  await deleteTrustedDevicesOf(tx, id)
  await endSessionsOf(app, tx, id)
  await app.events.emit(tx, { name: 'staff.changed', staffId: id })
  return removedFactor
}

export async function resetStaffPassword(
  app: Pick<AppContext, 'events'> & Parameters<typeof audit>[0],
  tx: RightsTx,
  by: AuditActor,
  id: string,
  hash: string,
  options?: { keepsFactor: boolean },
) {
  const removedFactor = await replacePassword(app, tx, id, { hash, isOneTime: true }, options)
  await audit(app, tx, by, 'staff.reset', id, removedFactor ? 'password and two-step verification' : 'password')
  return removedFactor
}
