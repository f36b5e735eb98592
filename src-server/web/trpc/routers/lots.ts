import {
  downloadLotInput,
  lotContent,
  lotDetail,
  lotIdInput,
  lotListInput,
  lotListOutput,
  makeLotInput,
  recordLotInput,
  releaseLotInput,
} from '#shared/lot-schema.ts'
import { downloadLot } from '../../../inventory/lots/download-lot.ts'
import { getLot, listLots } from '../../../inventory/lots/list-lots.ts'
import { makeLot } from '../../../inventory/lots/make-lot.ts'
import { cancelLot, recordLot } from '../../../inventory/lots/record-lot.ts'
import { releaseLot } from '../../../inventory/lots/release-lot.ts'
import { countReveals } from '../../auth/rate-limit.ts'
import type { RestCall } from '../../http/rest-call.ts'
import { answer, type Call, changing, reading } from '../resolvers.ts'
import { financeChange, financeProcedure, router } from '../trpc.ts'

const changed = changing(({ ctx, input }: Call<{ id: string }>) => getLot(ctx.app, ctx.actor, input))

/** A change of one lot. */
const change = (path: string, summary: string, more?: Partial<RestCall>) =>
  financeChange.restChange(`/api/admin/lots/:id/${path}`, summary, more).output(lotDetail)

export const lotsRouter = router({
  list: financeProcedure
    .rest('/api/admin/lots', 'A page of the lots, newest first', {
      description:
        '`search` finds a lot by its id, its reference, its buyer, an order, or the last 4 characters of a card number.',
      example: { page: 1, limit: 25, state: 'open' },
    })
    .input(lotListInput.prefault({}))
    .output(lotListOutput)
    .query(reading(listLots)),

  get: financeProcedure
    .rest('/api/admin/lots/:id', 'One lot with its cards', {
      description:
        '`download` says whether the caller can download it. A card whose `itemState` is `withdrawn` cannot be delivered: its payout came back.',
      refusals: [404],
    })
    .input(lotIdInput)
    .output(lotDetail)
    .query(({ ctx, input }) => getLot(ctx.app, ctx.actor, input)),

  make: financeChange
    .restChange('/api/admin/lots', 'Offer cards in stock to a buyer as one lot', {
      description:
        'All cards or none. Prices are dollars. From the sum of the policy on, a second person has to release it. A repeat with the same `requestKey` returns the same lot.',
      example: {
        buyer: 'Card Resale Inc.',
        items: [{ submissionId: 'GCE-7K3M9Q2XVB', price: 96 }],
        requestKey: 'friday-1',
      },
    })
    .input(makeLotInput)
    .output(lotDetail)
    .mutation(answer(makeLot)),

  release: change('release', 'Release a lot as its second person', {
    description:
      'Never the person who made it, while someone else can. Who is alone repeats the sum of the prices as `amount`.',
    example: {},
  })
    .input(releaseLotInput)
    .mutation(changed(releaseLot)),

  download: financeProcedure
    .limited('passwordCheck', 'staff')
    .restChange('/api/admin/lots/:id/download', 'Read the file of a lot, once', {
      description:
        'A CSV with the numbers and codes that are kept. The audit log has each card before the answer leaves, and each counts as a revealed number. A token needs `submissions:reveal` too. It answers once: 409 after that, except for the same person within 10 minutes.',
      example: { currentPassword: 'a long password' },
    })
    .input(downloadLotInput)
    .output(lotContent)
    .mutation(({ ctx, input }) => downloadLot(ctx, ctx.actor, input, (cards) => countReveals(ctx, cards))),

  record: change('outcome', 'Record what became of cards of a lot', {
    description:
      '`delivered`, `paid` or `refused`, of all cards that wait for an outcome or of those in `items`: all of them or none. A paid card is sold at its price, and its number and code are erased; a refused one is in stock again.',
    example: { outcome: 'paid', reference: 'WIRE-2026-11-26' },
  })
    .input(recordLotInput)
    .mutation(changed(recordLot)),

  cancel: change('cancel', 'Cancel a lot: its cards are in stock again', {
    description: 'Not once it was downloaded, or a card was delivered or paid.',
  })
    .input(lotIdInput)
    .mutation(changed(cancelLot)),
})
