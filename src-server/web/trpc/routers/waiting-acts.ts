import { z } from 'zod'
import { idInput } from '#shared/text-schema.ts'
import { endedAct, releaseActInput, waitingAct } from '#shared/waiting-act-schema.ts'
import { cancelAct, releaseAct } from '../../../controls/end-act.ts'
import { listWaitingActs } from '../../../controls/list-acts.ts'
import { releaseLot } from '../../../inventory/lots/make-lot.ts'
import { releasePayout } from '../../../payouts/hold-payout.ts'
import { financeChange, financeProcedure, router } from '../trpc.ts'

const url = '/api/admin/waiting-acts'
const refusals = [404, 409]

/** What waits for a second person. */
export const waitingActsRouter = router({
  list: financeProcedure
    .rest(url, 'What waits for a second person, oldest first', {
      description:
        'With held payouts and made lots, which are released by their own ids. What the caller has asked for that expired, was overtaken or canceled by another is listed for 7 days.',
    })
    .reads(z.array(waitingAct), (app, _, { actor }) => listWaitingActs(app, actor.id)),

  release: financeChange
    .rest(`${url}/:id/release`, 'Release what waits, as its second person', {
      scopes: [],
      refusals,
      description:
        'It is done now, for who has asked. `overtaken`: the thing has changed, and nothing was done. Who works alone repeats the `amount` of what they have asked for.',
      example: {},
    })
    .answers(
      endedAct,
      async (ctx, actor, input) => {
        const { id } = input
        // Payouts and lots wait in rows of their own.
        const ownRelease = id.startsWith('PO-') ? releasePayout : id.startsWith('LOT-') ? releaseLot : undefined
        if (!ownRelease) return releaseAct(ctx, actor, input)
        await ownRelease(ctx, actor, input)
        return { id, state: 'released' as const }
      },
      releaseActInput,
    ),

  cancel: financeChange
    .restChange(`${url}/:id/cancel`, 'Cancel what waits, also what one has asked for: nothing is done')
    .answers(endedAct, cancelAct, idInput),
})
