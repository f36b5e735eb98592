import { expect } from '@playwright/test'
import type { Problem } from '#shared/problem-schema.ts'
import type { Caller } from './accounts.ts'

/** A call of staff that changes something; returns its answer. */
async function post<Answer>({ request }: Caller, url: string, data: object): Promise<Answer> {
  const answer = await request.post(url, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Answer
}

/** Pays an order by hand. */
export async function payOrder({ request }: Caller, orderId: string): Promise<void> {
  const answer = await request.patch(`/api/submissions/${orderId}/status`, { data: { status: 'completed' } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Reports that the card of a paid order is empty. */
export function reportEmpty(staff: Caller, orderId: string): Promise<Problem> {
  const foundOn = new Date().toISOString().slice(0, 10)
  const report = { kind: 'drained', foundOn, note: 'The balance page of the brand says $0.00 since November 20.' }
  return post(staff, `/api/admin/submissions/${orderId}/problems`, report)
}

/** Claws back a reported problem, and offers these payouts. */
export function clawBackReported(
  staff: Caller,
  { id, version }: Problem,
  offerPayoutIds: readonly string[] = [],
): Promise<Problem> {
  const reason = 'The whole balance was used in a shop on November 20, two days after we had paid you.'
  return post(staff, `/api/admin/problems/${id}/decide`, { version, decision: 'claw-back', reason, offerPayoutIds })
}

/** Records that the seller has repaid $30.00 of the claw back of this order. */
export async function repayThirty(staff: Caller, orderId: string): Promise<void> {
  const [problem]: Problem[] = await (await staff.request.get(`/api/admin/submissions/${orderId}/problems`)).json()
  const on = new Date().toISOString().slice(0, 10)
  const repayment = { version: problem?.version, amount: 30, on, reference: 'ZELLE-4' }
  await post(staff, `/api/admin/problems/${problem?.id}/repayments`, repayment)
}
