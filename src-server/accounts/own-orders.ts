import { OWN_ORDER_MARK, type OwnOrder, ownOrderMessage } from '#shared/own-orders.ts'
import { hasPermission, type StaffPermission, staffRoles } from '#shared/staff-role.ts'
import { type Actor, type AuditAction, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { AppError } from '../platform/errors.ts'
import { getPerson } from './account-queries.ts'
import { shareRights } from './rights-queries.ts'
import { hasUnlinkedColleague } from './staff-link-queries.ts'

type Handled = { permission: Extract<StaffPermission, 'review' | 'pay'>; customerId: string }

export class OwnOrderRefused extends AppError {
  constructor() {
    super('forbidden', ownOrderMessage)
  }
}

/** What the policy says when this customer is the member of staff; undefined for everyone else's orders. */
export async function ownOrderOf(
  { policies }: AppContext,
  db: Db,
  staffId: string,
  { permission, customerId }: Handled,
): Promise<OwnOrder | undefined> {
  const link = await table('staff_links').find(db, { staff_id: staffId, customer_id: customerId })
  if (!link || link.removed_at !== null) return undefined
  const { ownOrders } = policies.get('reviews')
  if (ownOrders !== 'auto') return ownOrders === 'refuse' ? 'refused' : 'allowed'
  const roles = staffRoles.filter((role) => hasPermission(role, permission))
  return (await hasUnlinkedColleague(db, { customerId, roles, except: [staffId] })) ? 'refused' : 'allowed'
}

/** Every use case in which staff decide, pay or see secrets asks it in its transaction; returns the audit mark. */
export async function checkOwnOrder(app: AppContext, tx: Tx, staff: { id: string }, handled: Handled) {
  // New links wait for this transaction, so that none is committed before what it does without them.
  await shareRights(tx, [staff.id])
  const own = await ownOrderOf(app, tx, staff.id, handled)
  if (own === 'refused') throw new OwnOrderRefused()
  return own ? OWN_ORDER_MARK : ''
}

export type MarkedAudit = (action: AuditAction, detail?: string) => Promise<void>

export async function auditOwnOrder(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  handled: Handled,
  objectId: string,
): Promise<MarkedAudit> {
  const mark = await checkOwnOrder(app, tx, staff, handled)
  return (action, detail) => audit(app, tx, staff, action, objectId, markedDetail(mark, detail))
}

export function markedDetail(mark: string, detail = ''): string {
  return [detail, mark].filter(Boolean).join(', ')
}

/** By which permission a member of staff makes a call that either allows: reviewers and owners by 'review'. */
export async function reviewOrPay(db: Db, { id }: { id: string }): Promise<'review' | 'pay'> {
  return (await isAllowed(db, { id }, 'review')) ? 'review' : 'pay'
}

export async function isAllowed(db: Db, { id }: { id: string }, permission: StaffPermission) {
  const { role } = await getPerson(db, id)
  return role !== 'customer' && hasPermission(role, permission)
}
