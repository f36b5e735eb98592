import { operator } from '../audit/audit-queries.ts'
import type { ServerContext } from '../context.ts'
import { asServer } from '../platform/db/database.ts'
import { findOwner } from './account-queries.ts'
import { newStaffPassword } from './add-staff.ts'
import { resetStaffPassword } from './replace-password.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { inRightsChange } from './rights-queries.ts'
import { isConfiguredOwner } from './staff-rules.ts'

type ResetContext = Pick<ServerContext, 'config' | 'db' | 'clock' | 'keyring' | 'events' | 'limits' | 'passwords'>

/** Gives an owner a one-time password, returned only here. @throws Error for the operator, before any change */
export async function resetOwner(
  app: ResetContext,
  { username, removesFactor }: { username: string | undefined; removesFactor: boolean },
) {
  const owner = await findOwner(app.db, username)
  if (!owner)
    throw new Error(
      username === undefined
        ? 'There is no owner. The first start creates one and prints the password.'
        : `There is no owner with the username ${username}. Nothing was changed.`,
    )
  const name = owner.username ?? ''
  if (isConfiguredOwner(app, owner))
    throw new Error(
      `ADMIN_USERNAME names ${name}, whose password every start applies: change ADMIN_PASSWORD and restart. Nothing was changed.`,
    )
  if (owner.disabled_at !== null) throw new Error(`The owner ${name} is disabled. Nothing was changed.`)
  const { password, hash } = await newStaffPassword(app)
  const removedFactor = await inRightsChange(asServer(app), [owner.id], (tx) =>
    resetStaffPassword(app, tx, operator, owner.id, hash, { keepsFactor: !removesFactor }),
  )
  await resetSignInLimits(app, 'staff', owner)
  return { username: name, password, removedFactor }
}
