import { statusReasons } from '#shared/status-reasons.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { aRejectedSubmission, aSubmission } from './factories.ts'
import { aClawback, today } from './problems.ts'
import type { Person, TestApp } from './test-app.ts'

/** The reason of a rejection that sellers often appeal. */
export const zeroBalance = statusReasons.rejected.find((reason) => reason.includes('zero balance')) ?? ''
export const appealWords = 'The card had $100.00 when I sent it.'

/** A rejected order of this seller with an open appeal; returns the ids of both. */
export async function anAppeal(
  app: TestApp,
  seller: Person,
  staff: Person,
  { fileIds = [] }: { fileIds?: string[] } = {},
  changes: Partial<SubmitInput> = {},
): Promise<{ id: string; submissionId: string }> {
  const submissionId = await aRejectedSubmission(app, seller, staff, changes, zeroBalance)
  const { appeal } = await seller.api.appeals.open({ orderId: submissionId, words: appealWords, fileIds })
  return { id: appeal?.id ?? '', submissionId }
}

/** A claw back of $92.00 that its seller has appealed; returns the ids of the appeal and the order. */
export async function aClawbackAppeal(
  app: TestApp,
  seller: Person,
  staff: Person,
): Promise<{ id: string; submissionId: string; problemId: string }> {
  const { submissionId, id: problemId } = await aClawback(app, seller, staff)
  const { appeal } = await seller.api.appeals.open({ orderId: submissionId, words: appealWords })
  return { id: appeal?.id ?? '', submissionId, problemId }
}

/** A row in `appeals` of an order that was rejected, answered, and of which the answer is kept. */
export async function anAnsweredAppeal(app: TestApp, seller: Person, owner: Person): Promise<void> {
  const submissionId = await aSubmission(app, seller, { cardNumber: 'X7PQ 4RTM 8WLC 2NVB' })
  await owner.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason: zeroBalance })
  const { appeal } = await seller.api.appeals.open({ orderId: submissionId, words: appealWords })
  const answer = { outcome: 'stands', words: 'The brand says that it is empty.' } as const
  await app.ctx.policies.refresh()
  await owner.api.admin.decideAppeal({ appealId: appeal?.id ?? '', ...answer })
}

/** A new customer is right about a claw back of $92.00, of which they had repaid $30.00; `id` is of the refund. */
export async function aRefund(app: TestApp, before: (dana: Person) => Promise<void> = async () => {}) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const { id, version, submissionId } = await aClawback(app, dana, boss)
  await boss.api.admin.problems.recordRepayment({ id, version, amount: 30, on: today(app), reference: 'WIRE-1' })
  const { appeal } = await dana.api.appeals.open({ orderId: submissionId, words: appealWords })
  await before(dana)
  await fay.api.admin.decideAppeal({ appealId: appeal?.id ?? '', outcome: 'right', words: 'It had $100.00.' })
  return { dana, boss, fay, submissionId, id: await refundOf(app) }
}

/** The newest refund. */
export async function refundOf({ ctx: { db } }: Pick<TestApp, 'ctx'>) {
  const refunds = db.selectFrom('payouts').select('id').where('refund_of', 'is not', null)
  return (await refunds.orderBy('idempotency_key', 'desc').executeTakeFirstOrThrow()).id
}
