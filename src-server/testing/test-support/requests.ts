import type { WantedItem } from '#shared/information-request.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { aBalanceCheck } from './balance-checks.ts'
import { anUpload, aSubmission } from './factories.ts'
import { walmart } from './rejected-order.ts'
import type { Person, TestApp } from './test-app.ts'

/** An order of this customer for which staff have requested these items; with the ids of order and request. */
export async function aRequest(
  app: TestApp,
  customer: Person,
  staff: Person,
  { wants = ['back', 'code'], ...changes }: Partial<SubmitInput> & { wants?: WantedItem[] } = {},
): Promise<{ submissionId: string; id: string }> {
  const submissionId = await aSubmission(app, customer, { ...walmart, ...changes })
  await staff.api.admin.requests.make({ submissionId, version: 1, wants, words: 'We cannot read it.' })
  return { submissionId, id: await openRequestOf(customer, submissionId) }
}

/** The id of the open request of an order. */
export async function openRequestOf(customer: Person, submissionId: string): Promise<string> {
  const { request } = await customer.api.transactions.get({ id: submissionId })
  if (!request) throw new Error(`The order ${submissionId} has no open request.`)
  return request.id
}

/** What answers the default items of `aRequest`. */
export async function anAnswer(app: TestApp, customer: Person) {
  return { securityCode: '7788', fileIds: [await anUpload(app, customer, 'back.png')] }
}

/** An open offer for an Apple order of this customer at what a check found, by default $62.40 on a $100 card. */
export async function aCounterOffer(
  app: TestApp,
  customer: Person,
  staff: Person,
  { cents = 6240, ...changes }: Partial<SubmitInput> & { cents?: number } = {},
): Promise<{ submissionId: string; id: string }> {
  const submissionId = await aSubmission(app, customer, changes)
  const check = await aCheckOf(app, staff, submissionId, cents)
  await staff.api.admin.requests.offer({ submissionId, version: 1, checkId: check })
  return { submissionId, id: await openRequestOf(customer, submissionId) }
}

/** The id of a check that found this balance on a card of $100. */
export async function aCheckOf(app: TestApp, staff: Person, submissionId: string, cents: number): Promise<string> {
  const outcome = cents === 10_000 ? 'full' : cents < 10_000 ? 'lower' : 'higher'
  return (await aBalanceCheck(app, staff, submissionId, { outcome, balance_cents: cents })).id
}
