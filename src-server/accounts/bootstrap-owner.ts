import { STAFF_PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import type { AppContext, ServerContext } from '../context.ts'
import { asServer } from '../platform/db/database.ts'
import { findOwner, findStaffByUsername, updateRights } from './account-queries.ts'
import { type FirstOwner, insertOwner, prepareFirstOwner } from './first-owner.ts'
import type { PasswordMatch } from './passwords.ts'
import { renewHash } from './renew-hash.ts'
import { replacePassword } from './replace-password.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { inRightsChange } from './rights-queries.ts'

type ConfiguredOwner = NonNullable<AppContext['config']['owner']>

/** Ensures that an owner can sign in. This part hashes; the returned function writes, as the last part of a start. */
export async function prepareOwner(app: ServerContext): Promise<() => Promise<FirstOwner | undefined>> {
  const { owner } = app.config
  if (!owner) return prepareFirstOwner(app)
  const write = await prepareConfiguredOwner(app, owner)
  return async () => {
    await write()
    return undefined
  }
}

/** For commands, which print no password: afterwards there is an owner. The next start prints the password. */
export async function ensureOwner(app: ServerContext): Promise<void> {
  if (!app.config.owner && (await findOwner(app.db))) return
  const write = await prepareOwner(app)
  await (await write())?.release()
}

async function prepareConfiguredOwner(app: ServerContext, owner: ConfiguredOwner): Promise<() => Promise<unknown>> {
  const { username } = owner
  if (owner.password !== undefined && owner.password.length < STAFF_PASSWORD_MIN_LENGTH)
    app.log.warn(
      `ADMIN_PASSWORD is shorter than the ${STAFF_PASSWORD_MIN_LENGTH} characters staff passwords should have`,
    )
  const known = await findStaffByUsername(app.db, username)
  const active = { role: 'owner', disabled_at: null, must_change_password: 0 } as const
  const match = known && (await matchOf(app, owner, known.password_hash))
  if (match) {
    return async () => {
      await renewHash(asServer(app), known, owner.password ?? '', match)
      if (known.role === 'owner' && known.disabled_at === null && known.must_change_password === 0) return
      await inRightsChange(asServer(app), [known.id], (tx) => updateRights(tx, known.id, active))
    }
  }
  const hash = owner.passwordHash ?? (await app.passwords.hash(owner.password ?? ''))
  if (!known) return () => insertOwner(app, username, hash)
  return async () => {
    await inRightsChange(asServer(app), [known.id], async (tx) => {
      await updateRights(tx, known.id, active)
      // The configuration must give access even when the authenticator is lost.
      await replacePassword(app, tx, known.id, { hash, isOneTime: false })
    })
    await resetSignInLimits(app, 'staff', known)
  }
}

async function matchOf(app: AppContext, owner: ConfiguredOwner, passwordHash: string): Promise<PasswordMatch> {
  if (owner.passwordHash === undefined) return app.passwords.verify(passwordHash, owner.password ?? '')
  return owner.passwordHash === passwordHash && 'normal'
}
