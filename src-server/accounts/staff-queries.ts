import type { StaffRole } from '#shared/staff-role.ts'
import type { StaffLinkTable } from '../platform/db/account-tables.ts'
import { countRows, isAny } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { lockedIn } from '../platform/db/row-locks.ts'
import { table } from '../platform/db/table.ts'
import type { RightsTx } from './rights-queries.ts'

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

export async function isActiveOwner(db: Db, id: string) {
  const staff = await findStaffById(db, id)
  return staff?.role === 'owner' && staff.disabled_at === null
}

export async function countStaff(db: Db, role: StaffRole) {
  return countRows(db.selectFrom('users').where('role', '=', role).where('disabled_at', 'is', null))
}

/** Whether a member of staff has ever signed in; the audit log knows those who are no longer staff. */
export async function hasStaffSignedIn(db: Db) {
  const signedIn = db.selectFrom('users').where('role', '!=', 'customer').where('last_login_at', 'is not', null)
  const entries = db.selectFrom('audit_log').where('action', '=', 'staff.signed-in')
  return (await isAny(signedIn)) || isAny(entries)
}

/** Inserts a link; returns false when there is one already, also a removed one. */
export async function insertStaffLink(tx: RightsTx, row: StaffLinkTable) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_links')
    .values(row)
    .onConflict((conflict) => conflict.columns(['staff_id', 'customer_id']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateStaffLink(
  tx: RightsTx,
  { staff_id, customer_id }: Pick<StaffLinkTable, 'staff_id' | 'customer_id'>,
  changes: Pick<StaffLinkTable, 'removed_at'> & Partial<Pick<StaffLinkTable, 'how' | 'first_seen_at'>>,
) {
  await tx
    .updateTable('staff_links')
    .set(changes)
    .where('staff_id', '=', staff_id)
    .where('customer_id', '=', customer_id)
    .execute()
}

export async function deleteStaffLinksOf(tx: Tx, customerId: string) {
  await tx.deleteFrom('staff_links').where('customer_id', '=', customerId).execute()
}

/** The links that are not removed, with their customers, oldest first. */
export async function listStaffLinks(db: Db) {
  return db
    .selectFrom('staff_links')
    .innerJoin('users', 'users.id', 'staff_links.customer_id')
    .selectAll('staff_links')
    .select(['users.name as customer_name', 'users.email as customer_email'])
    .where('removed_at', 'is', null)
    .orderBy('first_seen_at')
    .orderBy('customer_id')
    .execute()
}

export async function listLinkedStaff(db: Db, customerId: string) {
  const rows = await table('staff_links').list(db, { customer_id: customerId, removed_at: null })
  return rows.map(({ staff_id }) => staff_id)
}

/** Whether an active member of staff with one of these roles is not linked to this customer, and none of `except`. */
export async function hasUnlinkedColleague(
  db: Db,
  { customerId, roles, except }: { customerId: string; roles: readonly StaffRole[]; except: readonly string[] },
) {
  const colleagues = db
    .selectFrom('users')
    .where('role', 'in', roles)
    .where('disabled_at', 'is', null)
    .where('id', 'not in', except)
    .where('id', 'not in', (links) =>
      links
        .selectFrom('staff_links')
        .select('staff_id')
        .where('customer_id', '=', customerId)
        .where('removed_at', 'is', null),
    )
  return isAny(colleagues)
}
