import { STAFF_PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import { operator } from '../audit/audit-queries.ts'
import type { AppContext, ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { asServer, inServerTransaction } from '../platform/db/database.ts'
import { keepLease } from '../platform/db/job-lease.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { newId } from '../platform/ids.ts'
import { findOwner, findStaffByUsername, insertUser, type OwnerAccount, updateRights } from './account-queries.ts'
import { replacePassword, resetStaffPassword } from './change-password.ts'
import { inRightsChange } from './rights-queries.ts'
import { renewHash, resetSignInLimits } from './sign-in.ts'
import { isConfiguredOwner, newStaffPassword } from './staff-accounts.ts'
import { hasStaffSignedIn } from './staff-queries.ts'

/** `password` is undefined when another node has printed one. `release` lets other nodes make the next one. */
type FirstOwner = { username: string; password: string | undefined; release(): Promise<void> }

/** The lease of the node whose printed password is valid. */
const LEASE = 'first-owner-password'
const none = async () => undefined

/** The returned function stores a one-time password, unless staff have signed in; that of one node at a time. */
async function prepareFirstOwner(app: ServerContext): Promise<() => Promise<FirstOwner | undefined>> {
  const owner = await findOwner(app.db)
  if (owner && (owner.disabled_at !== null || (await hasStaffSignedIn(app.db)))) return none
  const { password, hash } = await newStaffPassword(app)
  const username = owner?.username ?? 'admin'
  return async () => {
    const release = await keepLease(app, LEASE)
    if (!release) return { username, password: undefined, release: async () => {} }
    const isStored = await (owner ? renewPassword(app, owner, hash) : insertOwner(app, username, hash, 1))
    if (isStored) return { username, password, release }
    await release()
    return undefined
  }
}

export function newOwnerLine({ username, password }: Pick<FirstOwner, 'username' | 'password'>) {
  return password === undefined
    ? `Owner of the staff area: ${username}. Another node printed the password; a new one: npm run owner -- reset\n`
    : `Owner of the staff area: ${username}, password: ${password} (shown this once)\n`
}

async function renewPassword(app: ServerContext, owner: OwnerAccount, hash: string) {
  const isRenewed = await inRightsChange(asServer(app), [owner.id], async (tx) => {
    if (await hasStaffSignedIn(tx)) return false
    await resetStaffPassword(app, tx, operator, owner.id, hash)
    return true
  })
  if (isRenewed) await resetSignInLimits(app, 'staff', owner)
  return isRenewed
}

/** Returns false when the username is taken. */
async function insertOwner(app: ServerContext, username: string, passwordHash: string, mustChangePassword = 0) {
  const owner = {
    id: newId(),
    role: 'owner' as const,
    username,
    name: username,
    password_hash: passwordHash,
    created_at: timestamp(app.clock),
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
export async function ensureOwner(app: ServerContext) {
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

async function matchOf(app: AppContext, owner: ConfiguredOwner, passwordHash: string) {
  if (owner.passwordHash === undefined) return app.passwords.verify(passwordHash, owner.password ?? '')
  return owner.passwordHash === passwordHash && 'normal'
}
