import { STAFF_PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import type { AppContext, ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { asServer, inServerTransaction } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { newId } from '../platform/ids.ts'
import { findOwner, findStaffByUsername, insertUser, updateRights } from './account-queries.ts'
import { newStaffPassword } from './add-staff.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { inRightsChange } from './rights-queries.ts'
import { deleteSecondFactor } from './second-factor-queries.ts'
import { deleteSessionsOf } from './session-queries.ts'
import { emitSessionsEnded } from './sessions.ts'
import { deleteTrustedDevicesOf } from './trusted-device-queries.ts'

type NewOwner = { username: string; password: string }

/**
 * Ensures that an owner can sign in. Called at every start. A configured owner is created or updated. A changed
 * password ends their sessions, removes their second factor and resets their sign-in limits. Without a configured
 * owner, the first start creates 'admin' and returns its one-time password, stored only as a hash.
 */
export async function ensureOwner(app: ServerContext): Promise<NewOwner | undefined> {
  const configured = app.config.owner
  if (configured) {
    await applyOwner(app, configured)
    return undefined
  }
  if (await findOwner(app.db)) return undefined
  const password = newStaffPassword()
  const isCreated = await insertOwner(app, 'admin', await app.passwords.hash(password), 1)
  return isCreated ? { username: 'admin', password } : undefined
}

/** The line by which the operator learns the password of a generated owner. */
export function newOwnerLine({ username, password }: NewOwner): string {
  return `Owner of the staff area: ${username}, password: ${password} (shown this once)\n`
}

async function applyOwner(app: ServerContext, owner: NonNullable<AppContext['config']['owner']>): Promise<void> {
  if (owner.password !== undefined && owner.password.length < STAFF_PASSWORD_MIN_LENGTH)
    app.log.warn(
      `ADMIN_PASSWORD is shorter than the ${STAFF_PASSWORD_MIN_LENGTH} characters staff passwords should have`,
    )
  const known = await findStaffByUsername(app.db, owner.username)
  if (known && (await isSamePassword(app, owner, known.password_hash))) {
    if (known.role !== 'owner' || known.disabled_at !== null || known.must_change_password !== 0)
      await inRightsChange(asServer(app), [known.id], (tx) =>
        updateRights(tx, known.id, { role: 'owner', disabled_at: null, must_change_password: 0 }),
      )
    return
  }
  const passwordHash = owner.passwordHash ?? (await app.passwords.hash(owner.password ?? ''))
  if (!known) return void (await insertOwner(app, owner.username, passwordHash))
  await inRightsChange(asServer(app), [known.id], async (tx) => {
    await updateRights(tx, known.id, {
      role: 'owner',
      disabled_at: null,
      password_hash: passwordHash,
      must_change_password: 0,
    })
    // The configuration must give access even when the authenticator is lost.
    await deleteSecondFactor(tx, known.id)
    await emitSessionsEnded(app, tx, await deleteSessionsOf(tx, known.id))
    await deleteTrustedDevicesOf(tx, known.id)
  })
  await resetSignInLimits(app, 'staff', known)
}

async function isSamePassword(
  app: AppContext,
  owner: NonNullable<AppContext['config']['owner']>,
  passwordHash: string,
): Promise<boolean> {
  return owner.passwordHash === undefined
    ? app.passwords.verify(passwordHash, owner.password ?? '')
    : owner.passwordHash === passwordHash
}

/** Returns false when the username is taken. */
async function insertOwner(
  app: ServerContext,
  username: string,
  passwordHash: string,
  mustChangePassword = 0,
): Promise<boolean> {
  const owner = {
    id: newId(),
    role: 'owner' as const,
    username,
    email: null,
    name: username,
    phone: '',
    address: '',
    password_hash: passwordHash,
    created_at: timestamp(app.clock),
    last_login_at: null,
    disabled_at: null,
    must_change_password: mustChangePassword,
  }
  return inServerTransaction(app.db, async (tx) => {
    // Of several nodes that start at once, one creates the owner.
    await acquireLock(tx, 'owners')
    if (await findStaffByUsername(tx, username)) return false
    await insertUser(tx, owner)
    return true
  })
}
