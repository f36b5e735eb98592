import { type ClearPolicy, clearPolicies } from '../../operator/operations/clear-data-policy.ts'
import { aChat, anUpload, aPaymentMethod, aSubmission, aToken } from './factories.ts'
import { aStaffLink } from './staff-links.ts'
import type { Person, TestApp } from './test-app.ts'
import { aSign } from './visits.ts'

/** Every row of every table, except derived ones, and the keys of the stored objects. */
export async function everything(app: TestApp): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = { storage: [...app.storage.objects.keys()].sort() }
  for (const [table, policy] of Object.entries(clearPolicies) as ['users', ClearPolicy][])
    if (policy !== 'derived') tables[table] = await app.ctx.db.selectFrom(table).selectAll().execute()
  return tables
}

/** A customer with rows in every table that Clear All Data empties. */
export async function aFullCustomer(app: TestApp, name?: string): Promise<Person> {
  const customer = await app.customer(name)
  const submissionId = await aSubmission(app, customer, { idempotencyKey: `key-of-${customer.id}` })
  const owner = await app.staff()
  await owner.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  const approved = await aSubmission(app, customer, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  await owner.api.admin.review.approve({ submissionId: approved })
  const { data } = await owner.api.payouts.list({ search: approved })
  const { id = '', version = 0 } = data[0] ?? {}
  await owner.api.payouts.hold({ id, version, note: 'Ask the brand.' })
  await anUpload(app, customer, 'unsent.png')
  await aChat(customer)
  await aPaymentMethod(customer, { type: 'paypal', details: customer.email })
  await app.visitor.account.requestPasswordReset({ email: customer.email })
  await aSign(app, customer.id)
  await aToken(owner, ['orders'], { customerEmail: customer.email })
  await owner.api.admin.review.takeOver({ submissionId })
  await owner.api.admin.review.addNote({ submissionId, text: 'Seen.' })
  await aStaffLink(app, owner, customer)
  await app.ctx.visitorStats.write()
  return customer
}
