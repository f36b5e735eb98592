import { aSubmission } from './factories.ts'
import { leaves } from './procedure-call.ts'
import { aCheckOf, aCounterOffer, anAnswer, aRequest } from './requests.ts'
import { NOWHERE } from './route-call.ts'
import type { World } from './world.ts'

/** A pending order with what makes an offer possible. */
async function anOfferable({ app, dana, reviewer }: World) {
  const submissionId = await aSubmission(app, dana)
  return { submissionId, version: 1, checkId: await aCheckOf(app, reviewer, submissionId, 6240) }
}

const ofDana = ({ app, dana, reviewer }: World) => aRequest(app, dana, reviewer)
const offered = ({ app, dana, reviewer }: World) => aCounterOffer(app, dana, reviewer)

/** A valid call of each procedure about requests to sellers. */
export const requestCalls = {
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
}
