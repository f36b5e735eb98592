import { hasPermission } from '#shared/staff-role.ts'
import { getPerson } from '../accounts/account-queries.ts'
import { countStaff } from '../accounts/staff-queries.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../platform/db/database.ts'

/** Whether this member of staff may say with `completed` that the money of an unpaid order was sent. */
export async function mayComplete(
  { policies }: Pick<AppContext, 'policies'>,
  db: Db,
  staffId: string,
): Promise<boolean> {
  const { directCompleted } = policies.get('payouts')
  if (directCompleted === 'allowed') return true
  const { role } = await getPerson(db, staffId)
  if (role !== 'customer' && hasPermission(role, 'pay')) return true
  return directCompleted === 'auto' && (await countStaff(db, 'finance')) === 0
}
