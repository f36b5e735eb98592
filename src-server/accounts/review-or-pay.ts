import { hasPermission } from '#shared/staff-role.ts'
import type { Db } from '../platform/db/database.ts'
import { getPerson } from './account-queries.ts'

/** By which permission a member of staff makes a call that either allows: reviewers and owners by 'review'. */
export async function reviewOrPay(db: Db, { id }: { id: string }): Promise<'review' | 'pay'> {
  const { role } = await getPerson(db, id)
  return role !== 'customer' && hasPermission(role, 'review') ? 'review' : 'pay'
}
