import { staffMessages } from '#shared/staff-role.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { UserTable } from '../platform/db/account-tables.ts'
import type { Tx } from '../platform/db/database.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { countOtherOwners, findStaffById, type StaffAccount } from './staff-queries.ts'

export function isConfiguredOwner(app: Pick<AppContext, 'config'>, user: Pick<UserTable, 'username'>): boolean {
  return app.config.owner !== undefined && app.config.owner.username === user.username
}

export async function getStaff(tx: Tx, id: string): Promise<StaffAccount> {
  const staff = await findStaffById(tx, id)
  if (!staff) throw notFound()
  return staff
}

/** Rejects a change that could leave no owner or lock callers out of their own account. */
export async function assertMayLock(app: AppContext, tx: Tx, owner: Actor, staff: StaffAccount): Promise<void> {
  if (isConfiguredOwner(app, staff)) throw conflict(staffMessages.configured)
  const isLast = staff.role === 'owner' && staff.disabled_at === null && (await countOtherOwners(tx, staff.id)) === 0
  if (isLast) throw conflict(staffMessages.lastOwner)
  if (staff.id === owner.id) throw conflict(staffMessages.self)
}
