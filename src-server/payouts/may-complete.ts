import { hasPermission } from '#shared/staff-role.ts'
import { getPerson } from '../accounts/account-queries.ts'
import { hasScope } from '../accounts/api-tokens/require-scope.ts'
import { countStaff } from '../accounts/staff-queries.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Whether this member of staff may say with `completed` that the money of an unpaid order was sent. A token that may
 * not send payouts may as far as a reviewer may.
 */
export async function mayComplete({ policies }: Pick<AppContext, 'policies'>, db: Db, staff: Actor): Promise<boolean> {
  const { directCompleted } = policies.get('payouts')
  if (directCompleted === 'allowed') return true
  const { role } = await getPerson(db, staff.id)
  if (role !== 'customer' && hasPermission(role, 'pay') && hasScope(staff, 'payouts:write')) return true
  return directCompleted === 'auto' && (await countStaff(db, 'finance')) === 0
}
