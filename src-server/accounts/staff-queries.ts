import type { StaffRole } from '#shared/staff-role.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { lockedIn } from '../platform/db/row-locks.ts'

export async function listStaffRows(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.username', 'users.role', 'users.created_at', 'users.last_login_at'])
    .select(['users.disabled_at', 'users.must_change_password', 'second_factors.confirmed_at as second_factor_since'])
    .where('users.role', '!=', 'customer')
    .orderBy((order) => order.case().when('users.disabled_at', 'is', null).then(0).else(1).end())
    .orderBy('users.name')
    .orderBy('users.id')
    .$narrowType<{ role: StaffRole }>()
    .execute()
}

export type StaffAccount = NonNullable<Awaited<ReturnType<typeof findStaffById>>>

export async function findStaffById(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'role', 'disabled_at'])
    .where('id', '=', id)
    .where('role', '!=', 'customer')
    .$call(lockedIn(db))
    .$narrowType<{ role: StaffRole }>()
    .executeTakeFirst()
}

/** Counts the other owners who can sign in. Until the transaction ends, no other one can reduce their number. */
export async function countOtherOwners(tx: Tx, id: string) {
  await acquireLock(tx, 'owners')
  return countRows(
    tx.selectFrom('users').where('role', '=', 'owner').where('disabled_at', 'is', null).where('id', '!=', id),
  )
}

export async function isActiveOwner(db: Db, id: string): Promise<boolean> {
  const staff = await findStaffById(db, id)
  return staff?.role === 'owner' && staff.disabled_at === null
}

export async function countStaff(db: Db, role: StaffRole) {
  return countRows(db.selectFrom('users').where('role', '=', role).where('disabled_at', 'is', null))
}

/** Whether a member of staff has ever signed in; the audit log knows those who are no longer staff. */
export async function hasStaffSignedIn(db: Db) {
  const signedIn = db.selectFrom('users').select('id').where('role', '!=', 'customer')
  if (await signedIn.where('last_login_at', 'is not', null).limit(1).executeTakeFirst()) return true
  const entries = db.selectFrom('audit_log').select('id').where('action', '=', 'staff.signed-in')
  return (await entries.limit(1).executeTakeFirst()) !== undefined
}
