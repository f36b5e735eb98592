import { aBoughtCard } from './inventory.ts'
import { anApproval, type VersionedPayout } from './payouts.ts'
import { aClawback, aDebt, anOffer, anOfferToDana, anOpenProblem, today } from './problems.ts'
import { leaves } from './procedure-call.ts'
import { type MakeCall, NOWHERE, requestFor } from './route-call.ts'
import type { World } from './world.ts'

const about = ({ id, version }: VersionedPayout, more: object = {}) => ({
  input: { id, version, ...more },
  nowhere: { id: NOWHERE, version, ...more },
})

/** Fields of a report. */
export const aReport = ({ app }: Pick<World, 'app'>) => ({ kind: 'drained', foundOn: today(app) }) as const

/** A paid order of a customer who is not Dana, whose payouts the report holds. */
export const aPaidOrder = async ({ app, owner }: World) => aBoughtCard(app, await app.customer(), owner)

/** A claw back and a payout that can be offered for it. */
export async function anOfferable({ app, owner }: World) {
  const seller = await app.customer()
  const { id, version } = await aClawback(app, seller, owner)
  return { id, version, payoutId: (await anApproval(app, seller, owner)).payoutId }
}

/** A decision that can still be undone, of the caller if they may decide, or else of the owner. */
export async function aPlannedDecision(world: World, who?: { id: string }) {
  const { id, version } = await anOpenProblem(world)
  const by = who?.id === world.finance.id ? world.finance : world.owner
  return by.api.admin.problems.decide({ id, version, decision: 'write-off', undoable: true })
}

/** An open offer to a customer who is not Dana. */
export async function anOfferOfOther({ app, owner }: World) {
  const { problem, id: offerId } = await anOffer(app, await app.customer(), owner)
  return { id: problem.id, version: problem.version, offerId }
}

/** A valid call of each procedure about problems of paid cards. */
export const problemCalls = {
  'admin.problems.list': () => ({ input: {} }),
  'admin.problems.ofOrder': ({ submissionId }: World) => ({
    input: { submissionId },
    nowhere: { submissionId: NOWHERE },
  }),
  'admin.problems.report': leaves('problem.reported', async (world) => ({
    input: { submissionId: await aPaidOrder(world), ...aReport(world) },
    nowhere: { submissionId: NOWHERE, ...aReport(world) },
  })),
  'admin.problems.decide': leaves('item.disposed, problem.decided', async (world) =>
    about(await anOpenProblem(world), { decision: 'write-off' }),
  ),
  'admin.problems.undo': leaves('problem.undone', async (world, who?: { id: string }) =>
    about(await aPlannedDecision(world, who)),
  ),
  'admin.problems.recordRepayment': leaves('problem.repaid', async (world) =>
    about(await aDebt(world), { amount: 10, on: today(world.app), reference: 'WIRE-1' }),
  ),
  'admin.problems.waive': leaves('submission.noted, problem.waived', async (world) =>
    about(await aDebt(world), { note: 'They cannot pay.' }),
  ),
  'admin.problems.offer': leaves('payout.held, problem.set-off-offered', async (world) => {
    const { payoutId, ...problem } = await anOfferable(world)
    return about(problem, { payoutId })
  }),
  'admin.problems.withdrawOffer': leaves('problem.set-off-withdrawn', async (world) => {
    const { offerId, ...problem } = await anOfferOfOther(world)
    return about(problem, { offerId })
  }),
  'transactions.debts': () => ({}),
  'transactions.answerOffer': leaves('problem.set-off-declined', async (world) => ({
    input: { id: await anOfferToDana(world), accepts: false },
    nowhere: { id: NOWHERE, accepts: false },
  })),
}
/** A valid call of each route about problems of paid cards. */
export const problemRoutes: Readonly<Record<string, MakeCall>> = {
  'POST /api/admin/submissions/:id/problems': async (world) =>
    requestFor(await aPaidOrder(world), (id) => `/api/admin/submissions/${id}/problems`, aReport(world)),
}
