import { roundedCents } from '#shared/money.ts'
import { payoutMessages } from '#shared/payout.ts'
import { hasPermission, staffRoles } from '#shared/staff-role.ts'
import { listLinkedStaff } from '../accounts/staff-link-queries.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { AppError } from '../platform/errors.ts'
import { listDeciders, listPayers } from './second-person-queries.ts'

const payingRoles = staffRoles.filter((role) => hasPermission(role, 'pay'))

/**
 * Checks that this person may release a payout as its second person. Returns the detail of the audit entry: 'alone'
 * when no other person could have done it, and the caller repeated the amount in dollars.
 */
export async function assertMayRelease(
  { policies }: Pick<AppContext, 'policies'>,
  tx: Tx,
  staff: Actor,
  payout: PayoutTable,
  amount: number | undefined,
): Promise<string> {
  const involved = new Set([payout.approved_by, ...(await listDeciders(tx, payout.id))])
  if (!involved.has(staff.id)) return 'second person'
  // Staff who are also the customer may not release it, except where the policy only flags that.
  const customers = policies.get('reviews').ownOrders === 'flag' ? [] : await listLinkedStaff(tx, payout.user_id)
  const excluded = new Set([staff.id, ...involved, ...customers])
  const others = (await listPayers(tx, payingRoles)).filter((id) => !excluded.has(id))
  if (others.length > 0) throw new AppError('forbidden', payoutMessages.ownApproval)
  if (amount === undefined || roundedCents(amount) !== payout.amount_cents)
    throw new AppError('bad_request', payoutMessages.typeAmount, { field: 'amount' })
  return 'alone'
}
