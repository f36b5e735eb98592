import { randomBytes } from 'node:crypto'
import { STAFF_PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import type { PasswordChange } from '#shared/recovery.ts'
import { staffPasswordProblems } from '#shared/second-factor.ts'
import { staffMessages, staffRoleNames } from '#shared/staff-role.ts'
import type { AddStaffInput, StaffMember, UpdateStaffInput } from '#shared/staff-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { UserTable } from '../platform/db/account-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { accountError, conflict, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { findStaffByUsername, insertUser, updateRights } from './account-queries.ts'
import { changePassword, resetStaffPassword } from './change-password.ts'
import { inRightsChange } from './rights-queries.ts'
import { endSessionsOf, type Staff } from './sessions.ts'
import { resetSignInLimits } from './sign-in.ts'
import { countOtherOwners, findStaffById, listStaffLinks, listStaffRows, type StaffAccount } from './staff-queries.ts'

/** A new role ends its sessions. */
export async function updateStaff(ctx: CallContext, owner: Actor, { id, name, role }: UpdateStaffInput) {
  await inRightsChange(ctx, [owner.id, id], async (tx, app) => {
    const staff = await getStaff(tx, id)
    const isNewRole = staff.role !== role
    if (isNewRole) await assertMayLock(app, tx, owner, staff)
    if (!isNewRole && staff.name === name) return
    await updateRights(tx, id, { name, role })
    const detail = isNewRole ? `${staffRoleNames[staff.role]} to ${staffRoleNames[role]}` : 'name'
    await audit(app, tx, owner, 'staff.changed', id, detail)
    if (isNewRole) await endSessionsOf(app, tx, id)
    await app.events.emit(tx, { name: 'staff.changed', staffId: id })
  })
}

/** Creates a staff account. Its one-time password is returned only here and replaced at the first sign-in. */
export async function addStaff(ctx: CallContext, owner: Actor, { name, username, role }: AddStaffInput) {
  const { password, hash } = await newStaffPassword(ctx.app)
  const id = newId()
  await inTransaction(ctx, async (tx, app) => {
    if (await findStaffByUsername(tx, username)) throw conflict(`The username ${username} is taken.`)
    await insertUser(tx, {
      id,
      role,
      username,
      name,
      password_hash: hash,
      created_at: timestamp(app.clock),
      must_change_password: 1,
    })
    const detail = `${username}, ${role}`
    await audit(app, tx, owner, 'staff.added', id, detail)
    await app.events.emit(tx, { name: 'staff.changed', staffId: id })
  })
  return { id, username, password }
}

/** A password of 120 random bits, in letters and digits that are easy to type, and its hash. */
export async function newStaffPassword({ passwords }: Pick<AppContext, 'passwords'>) {
  const password = randomBytes(15).toString('base64url')
  return { password, hash: await passwords.hash(password) }
}

/** Active accounts first, then by name. */
export async function listStaff(app: AppContext): Promise<StaffMember[]> {
  const rows = await listStaffRows(app.db)
  const links = await listStaffLinks(app.db)
  return rows.map((row) => ({
    ...fieldsOf(row, 'id', 'name', 'role', 'created_at', 'last_login_at'),
    username: row.username ?? '',
    isActive: row.disabled_at === null,
    hasSecondFactor: row.second_factor_since !== null,
    hasOneTimePassword: row.must_change_password !== 0,
    isConfigured: isConfiguredOwner(app, row),
    alsoCustomers: links
      .filter(({ staff_id }) => staff_id === row.id)
      .map((link) => ({
        ...fieldsOf(link, 'customer_id', 'how', 'customer_name as name', 'first_seen_at as since'),
        email: link.customer_email ?? '',
      })),
  }))
}

/** Gives staff a one-time password, returned only here; removes their second factor and ends their sessions. */
export async function resetStaff(ctx: CallContext, owner: Actor, id: string) {
  const { app } = ctx
  const { password, hash } = await newStaffPassword(app)
  const staff = await inRightsChange(ctx, [owner.id, id], async (tx) => {
    const staff = await getStaff(tx, id)
    await assertMayLock(app, tx, owner, staff)
    await resetStaffPassword(app, tx, owner, id, hash)
    return staff
  })
  await resetSignInLimits(app, 'staff', staff)
  return { id, username: staff.username ?? '', password }
}

export async function setStaffActive(
  ctx: CallContext,
  owner: Actor,
  { id, isActive }: { id: string; isActive: boolean },
) {
  await inRightsChange(ctx, [owner.id, id], async (tx, app) => {
    const staff = await getStaff(tx, id)
    if ((staff.disabled_at === null) === isActive) return
    if (!isActive) await assertMayLock(app, tx, owner, staff)
    await updateRights(tx, id, { disabled_at: isActive ? null : timestamp(app.clock) })
    const action = isActive ? 'staff.enabled' : 'staff.disabled'
    await audit(app, tx, owner, action, id)
    if (!isActive) {
      await table('mfa_challenges').remove(tx, { user_id: id })
      await endSessionsOf(app, tx, id)
    }
    await app.events.emit(tx, { name: 'staff.changed', staffId: id })
  })
}

/** Changes a staff password, often a one-time one; not the configured owner's, which each start restores. */
export async function changeStaffPassword(
  ctx: CallContext,
  staff: Actor & Pick<Staff, 'sessionId' | 'username'>,
  form: PasswordChange,
) {
  if (isConfiguredOwner(ctx.app, staff)) throw accountError('conflict', staffPasswordProblems.configured)
  const texts = [form.currentPassword, form.password, form.confirmPassword].map((text) => text.normalize())
  if (form.password !== '' && new Set(texts).size === 1)
    throw accountError('bad_request', staffPasswordProblems.samePassword)
  await changePassword(ctx, staff, form, {
    minimum: STAFF_PASSWORD_MIN_LENGTH,
    changed: [{ name: 'staff.changed', staffId: staff.id }],
  })
}

export function isConfiguredOwner(app: Pick<AppContext, 'config'>, user: Pick<UserTable, 'username'>) {
  return app.config.owner !== undefined && app.config.owner.username === user.username
}

export async function getStaff(tx: Tx, id: string): Promise<StaffAccount> {
  const staff = await findStaffById(tx, id)
  if (!staff) throw notFound()
  return staff
}

/** Rejects a change that could leave no owner or lock callers out of their own account. */
async function assertMayLock(app: AppContext, tx: Tx, owner: Actor, staff: StaffAccount) {
  if (isConfiguredOwner(app, staff)) throw conflict(staffMessages.configured)
  const isLast = staff.role === 'owner' && staff.disabled_at === null && (await countOtherOwners(tx, staff.id)) === 0
  if (isLast) throw conflict(staffMessages.lastOwner)
  if (staff.id === owner.id) throw conflict(staffMessages.self)
}
