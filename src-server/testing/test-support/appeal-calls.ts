import { aClawbackAppeal, anAppeal, appealWords, zeroBalance } from './appeals.ts'
import { aRejectedSubmission } from './factories.ts'
import { leaves } from './procedure-call.ts'
import { NOWHERE } from './route-call.ts'
import type { Person } from './test-app.ts'
import type { World } from './world.ts'

/** An appeal that this member of staff may answer: for finance one against a claw back, else against a rejection. */
async function anAppealFor({ app, owner, finance }: World, who: Person = owner): Promise<string> {
  const seller = await app.customer()
  if (who.id === finance.id) return (await aClawbackAppeal(app, seller, owner)).id
  return (await anAppeal(app, seller, await app.colleague('reviewer'))).id
}

const answer = { outcome: 'right', words: 'We look again.' } as const
const aRejected = ({ app, dana, reviewer }: World) => aRejectedSubmission(app, dana, reviewer, {}, zeroBalance)

/** A valid call of each procedure about appeals. */
export const appealCalls = {
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
