import { aClawbackAppeal, anAppeal, appealWords, zeroBalance } from './appeals.ts'
import { aRejectedSubmission, aSubmission } from './factories.ts'
import { leaves } from './procedure-call.ts'
import { aCheckOf, aCounterOffer, anAnswer, aRequest } from './requests.ts'
import { NOWHERE } from './route-call.ts'
import type { Person } from './test-app.ts'
import type { World } from './world.ts'

/** A pending order with what makes an offer possible. */
async function anOfferable({ app, dana, reviewer }: World) {
  const submissionId = await aSubmission(app, dana)
  return { submissionId, version: 1, checkId: await aCheckOf(app, reviewer, submissionId, 6240) }
}

const ofDana = ({ app, dana, reviewer }: World) => aRequest(app, dana, reviewer)
const offered = ({ app, dana, reviewer }: World) => aCounterOffer(app, dana, reviewer)

/** An appeal that this member of staff may answer: for finance one against a claw back, else against a rejection. */
async function anAppealFor({ app, owner, finance }: World, who: Person = owner): Promise<string> {
  const seller = await app.customer()
  if (who.id === finance.id) return (await aClawbackAppeal(app, seller, owner)).id
  return (await anAppeal(app, seller, await app.colleague('reviewer'))).id
}

const answer = { outcome: 'right', words: 'We look again.' } as const
const aRejected = ({ app, dana, reviewer }: World) => aRejectedSubmission(app, dana, reviewer, {}, zeroBalance)

/** A valid call of each procedure about requests to sellers and appeals. */
export const caseCalls = {
  'admin.requests.make': leaves('request.made', async ({ app, dana }) => {
    const wanted = { version: 1, wants: ['code'] }
    return {
      input: { submissionId: await aSubmission(app, dana), ...wanted },
      nowhere: { submissionId: NOWHERE, ...wanted },
    }
  }),
  'admin.requests.offer': leaves('offer.made', async (world) => {
    const input = await anOfferable(world)
    return { input, nowhere: { ...input, submissionId: NOWHERE } }
  }),
  'admin.requests.withdraw': leaves('request.withdrawn', async (world) => ({
    input: { submissionId: (await ofDana(world)).submissionId },
    nowhere: { submissionId: NOWHERE },
  })),
  'requests.answer': leaves('request.answered', async (world) => {
    const answer = await anAnswer(world.app, world.dana)
    return { input: { id: (await ofDana(world)).id, ...answer }, nowhere: { id: NOWHERE, ...answer } }
  }),
  'requests.accept': leaves('offer.accepted', async (world) => ({
    input: { id: (await offered(world)).id, payoutAmount: 57.41 },
    nowhere: { id: NOWHERE, payoutAmount: 57.41 },
  })),
  'requests.decline': leaves('offer.declined', async (world) => ({
    input: { id: (await offered(world)).id },
    nowhere: { id: NOWHERE },
  })),
  'appeals.open': leaves('appeal.opened', async (world) => ({
    input: { orderId: await aRejected(world), words: appealWords },
    nowhere: { orderId: NOWHERE, words: appealWords },
  })),
  'appeals.withdraw': leaves('appeal.withdrawn', async ({ app, dana, reviewer }) => ({
    input: { orderId: (await anAppeal(app, dana, reviewer)).submissionId },
    nowhere: { orderId: NOWHERE },
  })),
  'admin.appeals': () => ({ input: {} }),
  'admin.decideAppeal': leaves('appeal.decided', async (world, who) => ({
    input: { appealId: await anAppealFor(world, who), ...answer },
    nowhere: { appealId: NOWHERE, ...answer },
  })),
}
