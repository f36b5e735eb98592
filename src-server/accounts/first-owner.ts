import { operator } from '../audit/audit-queries.ts'
import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { asServer, inServerTransaction } from '../platform/db/database.ts'
import { keepLease } from '../platform/db/job-lease.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { newId } from '../platform/ids.ts'
import { findOwner, findStaffByUsername, insertUser, type OwnerAccount } from './account-queries.ts'
import { newStaffPassword } from './add-staff.ts'
import { resetStaffPassword } from './replace-password.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { inRightsChange } from './rights-queries.ts'
import { hasStaffSignedIn } from './staff-queries.ts'

/** `password` is undefined when another node has printed one. `release` lets other nodes make the next one. */
export type FirstOwner = { username: string; password: string | undefined; release(): Promise<void> }

/** The lease of the node whose printed password is valid. */
const LEASE = 'first-owner-password'
const none = async () => undefined

/** The returned function stores a one-time password, unless staff have signed in; that of one node at a time. */
export async function prepareFirstOwner(app: ServerContext): Promise<() => Promise<FirstOwner | undefined>> {
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

export function newOwnerLine({ username, password }: Pick<FirstOwner, 'username' | 'password'>): string {
  return password === undefined
    ? `Owner of the staff area: ${username}. Another node printed the password; a new one: npm run owner -- reset\n`
    : `Owner of the staff area: ${username}, password: ${password} (shown this once)\n`
}

async function renewPassword(app: ServerContext, owner: OwnerAccount, hash: string): Promise<boolean> {
  const isRenewed = await inRightsChange(asServer(app), [owner.id], async (tx) => {
    if (await hasStaffSignedIn(tx)) return false
    await resetStaffPassword(app, tx, operator, owner.id, hash)
    return true
  })
  if (isRenewed) await resetSignInLimits(app, 'staff', owner)
  return isRenewed
}

/** Returns false when the username is taken. */
export async function insertOwner(app: ServerContext, username: string, passwordHash: string, mustChangePassword = 0) {
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
