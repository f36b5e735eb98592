import type { StaffRole } from '#shared/staff-role.ts'
import type { StaffLinkTable } from '../platform/db/account-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import type { RightsTx } from './rights-queries.ts'

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
  const colleague = await db
    .selectFrom('users')
    .select('id')
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
    .limit(1)
    .executeTakeFirst()
  return colleague !== undefined
}
