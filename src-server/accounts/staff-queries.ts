import type { StaffRole } from '#shared/staff-role.ts'
import type { UserTable } from '../platform/db/account-tables.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { lockedIn } from '../platform/db/row-locks.ts'

type StaffRow = Pick<
  UserTable,
  'id' | 'name' | 'username' | 'created_at' | 'last_login_at' | 'disabled_at' | 'must_change_password'
> & { role: StaffRole; second_factor_since: string | null }

export async function listStaffRows(db: Db): Promise<StaffRow[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.username', 'users.role', 'users.created_at', 'users.last_login_at'])
    .select(['users.disabled_at', 'users.must_change_password', 'second_factors.confirmed_at as second_factor_since'])
    .where('users.role', '!=', 'customer')
    .orderBy((order) => order.case().when('users.disabled_at', 'is', null).then(0).else(1).end())
    .orderBy('users.name')
    .orderBy('users.id')
    .execute()
  return rows as StaffRow[]
}

export type StaffAccount = Pick<UserTable, 'id' | 'name' | 'username' | 'disabled_at'> & { role: StaffRole }

/** Returns a staff account; undefined for customers and unknown ids. */
export async function findStaffById(db: Db, id: string): Promise<StaffAccount | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'role', 'disabled_at'])
    .where('id', '=', id)
    .where('role', '!=', 'customer')
    .$call(lockedIn(db))
    .executeTakeFirst()
  return row as StaffAccount | undefined
}

/** Counts the other owners who can sign in. Until the transaction ends, no other one can reduce their number. */
export async function countOtherOwners(tx: Tx, id: string) {
  await acquireLock(tx, 'owners')
  return countRows(
    tx.selectFrom('users').where('role', '=', 'owner').where('disabled_at', 'is', null).where('id', '!=', id),
  )
}

/** The number of active members of staff with this role. */
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
