import { OWN_ORDER_MARK, type OwnOrder, ownOrderMessage } from '#shared/own-orders.ts'
import { hasPermission, type StaffPermission, staffLinkMessages, staffRoles } from '#shared/staff-role.ts'
import type { LinkStaffInput, UnlinkStaffInput } from '#shared/staff-schema.ts'
import { type Actor, type AuditAction, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { StaffLinkTable } from '../platform/db/account-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { AppError, conflict, notFound } from '../platform/errors.ts'
import { unlessDiskIsFull } from '../platform/storage/disk-reserve.ts'
import { findCustomerByEmail, getPerson } from './account-queries.ts'
import { inRightsChange, shareRights } from './rights-queries.ts'
import { getStaff } from './staff-accounts.ts'
import { hasUnlinkedColleague, insertStaffLink, updateStaffLink } from './staff-queries.ts'

/** Records that one browser was signed in as both, unless they are linked or an owner has removed the link. */
export async function linkSameBrowser(ctx: CallContext, staff: Actor, customerId: string) {
  const { app } = ctx
  if (await table('staff_links').find(app.db, { staff_id: staff.id, customer_id: customerId })) return
  const first_seen_at = timestamp(app.clock)
  const link = { staff_id: staff.id, customer_id: customerId, how: 'same-browser', first_seen_at } as const
  await inRightsChange(ctx, [staff.id], async (tx) => {
    if (await insertStaffLink(tx, { ...link, removed_at: null })) await noteLink(app, tx, staff, link)
  }).catch(unlessDiskIsFull)
}

/** Records what an owner says: this member of staff is also the customer with this e-mail address. */
export async function declareStaffLink(ctx: CallContext, owner: Actor, { id, email }: LinkStaffInput) {
  await inRightsChange(ctx, [owner.id, id], async (tx, app) => {
    await getStaff(tx, id)
    const customer = await findCustomerByEmail(tx, email)
    if (!customer) throw new AppError('unprocessable', staffLinkMessages.noCustomer, { field: 'email' })
    const facts = { how: 'declared', first_seen_at: timestamp(app.clock), removed_at: null } as const
    const link = { staff_id: id, customer_id: customer.id, ...facts }
    const former = await table('staff_links').find(tx, { staff_id: id, customer_id: customer.id })
    if (former?.removed_at === null) throw conflict(staffLinkMessages.isLinked, { field: 'email' })
    if (former) await updateStaffLink(tx, former, facts)
    else await insertStaffLink(tx, link)
    await noteLink(app, tx, owner, link)
  })
}

/** Removes a link for good: only an owner can link the two again. */
export async function removeStaffLink(ctx: CallContext, owner: Actor, { id, customerId }: UnlinkStaffInput) {
  if (id === owner.id) throw conflict(staffLinkMessages.ownLink)
  await inRightsChange(ctx, [owner.id, id], async (tx, app) => {
    await getStaff(tx, id)
    const link = await table('staff_links').find(tx, { staff_id: id, customer_id: customerId })
    if (!link || link.removed_at !== null) throw notFound()
    await updateStaffLink(tx, link, { removed_at: timestamp(app.clock) })
    await audit(app, tx, owner, 'staff.unlinked', id, `customer ${customerId}`)
    await app.events.emit(tx, { name: 'staff.changed', staffId: id })
  })
}

async function noteLink(
  app: AppContext,
  tx: Tx,
  by: Actor,
  { staff_id, customer_id, how }: Pick<StaffLinkTable, 'staff_id' | 'customer_id' | 'how'>,
) {
  await audit(app, tx, by, 'staff.linked', staff_id, `${how}, customer ${customer_id}`)
  await app.events.emit(tx, { name: 'staff.changed', staffId: staff_id })
}

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

/** Checks the order like `checkOwnOrder`. What it returns writes entries about the order, or about `objectId`. */
export async function auditOwnOrder(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  permission: Handled['permission'],
  { id, user_id: customerId }: Pick<SubmissionTable, 'id' | 'user_id'>,
  objectId = id,
): Promise<MarkedAudit> {
  const mark = await checkOwnOrder(app, tx, staff, { permission, customerId })
  return (action, detail) => audit(app, tx, staff, action, objectId, markedDetail(mark, detail))
}

export function markedDetail(mark: string, detail = '') {
  return [detail, mark].filter(Boolean).join(', ')
}

/** By which permission a member of staff makes a call that either allows: reviewers and owners by 'review'. */
export async function reviewOrPay(db: Db, { id }: { id: string }) {
  return (await isAllowed(db, { id }, 'review')) ? 'review' : 'pay'
}

export async function isAllowed(db: Db, { id }: { id: string }, permission: StaffPermission) {
  const { role } = await getPerson(db, id)
  return role !== 'customer' && hasPermission(role, permission)
}
