import { staffMessages } from '#shared/staff-role.ts'
import type { AppContext } from '../context.ts'
import type { UserTable } from '../db/account-tables.ts'
import type { Tx } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { countOtherOwners, findStaffById, type StaffAccount } from './staff-queries.ts'

/** Who changes a member of staff, and from where. */
export type ActingOwner = { id: string; ip: string }

/** The owner given by ADMIN_USERNAME, who is applied anew at every start. */
export function isConfiguredOwner(ctx: Pick<AppContext, 'config'>, user: Pick<UserTable, 'username'>): boolean {
  return ctx.config.owner !== undefined && ctx.config.owner.username === user.username
}

/** The member of staff with this id. @throws AppError 'not_found' when there is none */
export async function getStaff(tx: Tx, id: string): Promise<StaffAccount> {
  const staff = await findStaffById(tx, id)
  if (!staff) throw notFound()
  return staff
}

/**
 * Refuses what could leave nobody to own the place, or somebody locked out by their own hand.
 * @throws AppError 'conflict' in words
 */
export async function assertMayLock(ctx: AppContext, tx: Tx, owner: ActingOwner, staff: StaffAccount): Promise<void> {
  if (isConfiguredOwner(ctx, staff)) throw new AppError('conflict', staffMessages.configured)
  const isLast = staff.role === 'owner' && staff.disabled_at === null && (await countOtherOwners(tx, staff.id)) === 0
  if (isLast) throw new AppError('conflict', staffMessages.lastOwner)
  if (staff.id === owner.id) throw new AppError('conflict', staffMessages.self)
}
