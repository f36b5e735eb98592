import type { ProblemKind } from '#shared/problem.ts'
import type { Problem } from '#shared/problem-schema.ts'
import { aBalanceCheck } from './balance-checks.ts'
import { aPhoto, multipart } from './factories.ts'
import { aBoughtCard } from './inventory.ts'
import { anApproval, aPaidPayout, aReadyPayout, type VersionedPayout } from './payouts.ts'
import type { Person, TestApp } from './test-app.ts'
import type { World } from './world.ts'

/** The day of the test clock. */
export const today = ({ clock }: Pick<TestApp, 'clock'>): string => clock.now().toISOString().slice(0, 10)

/** A problem with a paid card of a seller, without a picture; a balance check found it, and a reviewer approved it. */
export async function aProblem(
  app: TestApp,
  seller: Person,
  staff: Person,
  kind: ProblemKind = 'drained',
): Promise<Problem> {
  const submissionId = await aBoughtCard(app, seller, staff, await app.colleague('reviewer'))
  await aBalanceCheck(app, staff, submissionId)
  return staff.api.admin.problems.report({ submissionId, kind, foundOn: today(app), note: 'It is empty.' })
}

/** Reports a problem with a picture, as a form. */
export async function reportWithPicture(
  app: TestApp,
  staff: Person,
  submissionId: string,
  kind: ProblemKind = 'drained',
): Promise<Problem> {
  const form = multipart({ kind, foundOn: today(app), note: 'It is empty.', boxes: '[]' }, [
    { name: 'balance.png', bytes: aPhoto() },
  ])
  const response = await app.request('POST', `/api/admin/submissions/${submissionId}/problems`, { as: staff, ...form })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json()
}

/** A claw back of $92.00. */
export async function aClawback(app: TestApp, seller: Person, staff: Person): Promise<Problem> {
  const { id, version } = await aProblem(app, seller, staff)
  const reason = 'The balance was used after we had paid you.'
  return staff.api.admin.problems.decide({ id, version, decision: 'claw-back', reason })
}

/** An offer to a seller to use a payout of $92.00 for a claw back of $92.00. */
export async function anOffer(app: TestApp, seller: Person, staff: Person): Promise<{ problem: Problem; id: string }> {
  const { id, version } = await aClawback(app, seller, staff)
  const { payoutId } = await anApproval(app, seller, staff)
  const problem = await staff.api.admin.problems.offer({ id, version, payoutId })
  return { problem, id: problem.offers[0]?.id ?? '' }
}

/** An open offer to Dana, whatever earlier calls changed of her account. */
export async function anOfferToDana(world: World): Promise<string> {
  const { app, owner } = world
  const { submissionId } = await owner.api.payouts.get({ id: (await aPaidPayout(world)).id })
  const report = { submissionId, kind: 'drained', foundOn: today(app) } as const
  const { id, version } = await owner.api.admin.problems.report(report)
  const decided = await owner.api.admin.problems.decide({ id, version, decision: 'claw-back', reason: 'It was empty.' })
  const { id: payoutId } = await aReadyPayout(world)
  const { offers } = await owner.api.admin.problems.offer({ id, version: decided.version, payoutId })
  return offers[0]?.id ?? ''
}

/** The open problem of another customer, so that it holds no payout of Dana. */
export async function anOpenProblem({ app, owner }: World): Promise<VersionedPayout> {
  return aProblem(app, await app.customer(), owner)
}

/** What a seller owes who is not Dana. */
export async function aDebt({ app, owner }: World): Promise<VersionedPayout> {
  return aClawback(app, await app.customer(), owner)
}

/** Rows in every table of problems, of a seller whose order is paid. */
export async function aSettledProblem(app: TestApp, staff: Person, submissionId: string): Promise<void> {
  const reported = await reportWithPicture(app, staff, submissionId, 'charged-back')
  const decision = { decision: 'claw-back', reason: 'It was charged back.' } as const
  const decided = await staff.api.admin.problems.decide({ id: reported.id, version: reported.version, ...decision })
  const { id, version, payoutId } = decided
  const paid = { amount: 92, on: today(app), reference: 'WIRE-1' }
  await staff.api.admin.problems.recordRepayment({ id, version, ...paid })
  const offer = {
    id: `${id}-offer`,
    problem_id: id,
    payout_id: payoutId,
    amount_cents: 9200,
    state: 'declined',
  } as const
  const made = { made_by: staff.id, made_at: app.clock.now().toISOString(), answered_at: null }
  await app.ctx.db
    .insertInto('set_off_offers')
    .values({ ...offer, ...made })
    .execute()
}
