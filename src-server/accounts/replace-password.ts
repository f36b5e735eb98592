import { type AuditActor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { table } from '../platform/db/table.ts'
import { updateRights } from './account-queries.ts'
import type { RightsTx } from './rights-queries.ts'
import { deleteSecondFactor } from './second-factor-queries.ts'
import { endSessionsOf } from './sessions.ts'
import { deleteTrustedDevicesOf } from './trusted-device-queries.ts'

type NewPassword = { hash: string; isOneTime: boolean }

/** Ends sessions, trusted devices and begun sign-ins; returns whether a second factor was removed. Limits stay. */
export async function replacePassword(
  app: Pick<AppContext, 'events'>,
  tx: RightsTx,
  id: string,
  { hash, isOneTime }: NewPassword,
  { keepsFactor = false } = {},
): Promise<boolean> {
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
): Promise<boolean> {
  const removedFactor = await replacePassword(app, tx, id, { hash, isOneTime: true }, options)
  await audit(app, tx, by, 'staff.reset', id, removedFactor ? 'password and two-step verification' : 'password')
  return removedFactor
}
