import { clearPolicies } from '../../platform/db/table-rules.ts'
import { anAnsweredAppeal } from './appeals.ts'
import { aBalanceCheck } from './balance-checks.ts'
import { aChat, anUpload, aPaymentMethod, aSubmission, aToken } from './factories.ts'
import { anInventory } from './inventory.ts'
import { toBank } from './payouts.ts'
import { aSettledProblem } from './problems.ts'
import { aStaffLink } from './staff-links.ts'
import { aBankAccount, bankStatement } from './statement-files.ts'
import type { Person, TestApp } from './test-app.ts'
import { aSign } from './visits.ts'

/** Every row of every table, except derived ones, and the keys of the stored objects. */
export async function everything(app: TestApp): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = { storage: [...app.storage.objects.keys()].sort() }
  for (const [table, policy] of Object.entries(clearPolicies) as ['users', string][])
    if (policy !== 'derived') tables[table] = await app.ctx.db.selectFrom(table).selectAll().execute()
  return tables
}

/** A customer with rows in most tables that Clear All Data empties. */
export async function aFullCustomer(app: TestApp, name?: string): Promise<Person> {
  const customer = await app.customer(name)
  const submissionId = await aSubmission(app, customer, { idempotencyKey: `key-of-${customer.id}` })
  const owner = await app.staff()
  await theAccount(app, owner)
  await owner.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  const approved = await aSubmission(app, customer, { ...toBank, cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  const words = 'We cannot read it.'
  await owner.api.admin.requests.make({ submissionId: approved, version: 1, wants: ['code'], words })
  await owner.api.admin.review.approve({ submissionId: approved })
  const { data } = await owner.api.payouts.list({ search: approved })
  const { id = '', version = 0 } = data[0] ?? {}
  const { file } = await owner.api.payouts.makeFile({ format: 'bank', payouts: [{ id, version }] })
  const { payouts } = await owner.api.payouts.putFileBack({ id: file.id })
  await owner.api.payouts.hold({ id, version: payouts[0]?.version ?? 0, note: 'Ask the brand.' })
  await aStatement(app, owner, submissionId)
  await anUpload(app, customer, 'unsent.png')
  await aChat(customer)
  await aPaymentMethod(customer, { type: 'paypal', details: customer.email })
  await app.visitor.account.requestPasswordReset({ email: customer.email })
  await aSign(app, customer.id)
  await aToken(owner, ['orders'], { customerEmail: customer.email })
  await owner.api.admin.review.takeOver({ submissionId })
  await owner.api.admin.review.addNote({ submissionId, text: 'Seen.' })
  await aBalanceCheck(app, owner, submissionId)
  await aStaffLink(app, owner, customer)
  await anInventory(app, owner, submissionId)
  await aSettledProblem(app, owner, submissionId)
  await anAnsweredAppeal(app, customer, owner)
  await app.ctx.visitorStats.write()
  return customer
}

/** The account from which payouts are paid; one that is added later has none of their movements. */
async function theAccount({ ctx }: Pick<TestApp, 'ctx'>, owner: Person): Promise<string> {
  const openingOn = ctx.clock.now().toISOString().slice(0, 10)
  return (await owner.api.statements.accounts())[0]?.id ?? (await aBankAccount(owner, { openingOn }))
}

/** A statement with a line that pays the payout of this order, and one with an adjusting entry. */
async function aStatement({ ctx }: TestApp, owner: Person, submissionId: string): Promise<void> {
  const { data } = await owner.api.payouts.list({ search: submissionId })
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const { statements } = owner.api
  const id = await theAccount({ ctx }, owner)
  // Lines of one day and amount differ by their number in one file only.
  const fee = 150 + (await statements.lines()).pagination.totalItems
  const lines = [
    { day, text: `WIRE ${data[0]?.id}`, cents: -9200 - fee },
    { day, text: 'MONTHLY FEE', cents: -fee },
  ]
  await statements.import({ id, csv: bankStatement(2_500_000, lines) })
  const open = await statements.lines({ state: 'open' })
  const given = { kind: 'fee', amount: -fee / 100, note: 'Fee of the account.' } as const
  await statements.adjust({ ...given, lines: open.data.map((line) => line.id) })
  await statements.setBalance({ id, on: day, balance: 24_906.5 })
}
